"""What `bin/up` does before it opens the site to a network, as on one laptop in a hall without internet."""

import ipaddress
import secrets
import socket
from pathlib import Path
from typing import Final

EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104


class Unsafe(Exception):
    """The site must not be opened to a network as it is; says why."""


def is_open(host: str) -> bool:
    """Whether others than this machine reach a site that listens on this address."""
    if host == "localhost":
        return False
    try:
        return not ipaddress.ip_address(host).is_loopback
    except ValueError:
        return True


def own_key(folder: Path) -> Path:
    """The file with the secret key of the data in this folder, made at random the first time and read by nobody else.

    Whoever knows the key can be anybody, so that a key printed in the code will not do in a hall.
    """
    path = folder / "secret.key"
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(50), encoding="utf-8")
    return path


def network_host(host: str) -> str:
    """The address by which other devices reach the site; `host` itself where it is one, else the one towards the
    network this machine is in, "localhost" where it is in none. Nothing is sent."""
    if host not in EVERYWHERE:
        return "localhost" if not is_open(host) else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that is kept for documentation
        except OSError:
            return "localhost"
        found: str = probe.getsockname()[0]
        return found


def refuse_known_passwords() -> None:
    """Raises `Unsafe` where the data has the accounts of the demo, whose passwords everybody knows."""
    from players.models import User
    from tantrix_site.demo.logins import LOGINS

    if User.objects.filter(username__in=[login.username for login in LOGINS]).exists():
        raise Unsafe(
            "HOST opens the site to the network, and this data has demo accounts with known passwords. Take other "
            "data, as with VAR_DIR=var/hall (docs/hall.md)."
        )
