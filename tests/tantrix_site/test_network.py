"""Opening the site to the network of a hall, and copying its data to a stick."""

import sqlite3
import stat
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from players.models import User
from tantrix_site.running.network import Unsafe, is_open, network_host, own_key, refuse_known_passwords
from tournaments.selectors.documents.wanted import site_address


def test_what_is_open_to_others() -> None:
    assert [host for host in ("127.0.0.1", "::1", "localhost") if is_open(host)] == []
    assert all(is_open(host) for host in ("0.0.0.0", "::", "192.168.1.5", "hall.local"))
    assert network_host("127.0.0.1") == "localhost"
    assert network_host("192.168.1.5") == "192.168.1.5"
    assert network_host("0.0.0.0")


def test_a_key_of_its_own(tmp_path: Path) -> None:
    path = own_key(tmp_path)
    key = path.read_text()
    assert len(key) >= 50
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert own_key(tmp_path).read_text() == key


@pytest.mark.django_db
def test_known_passwords_are_not_opened_to_others() -> None:
    refuse_known_passwords()
    User.objects.create_user("organiser")
    with pytest.raises(Unsafe, match="known passwords"):
        refuse_known_passwords()


def test_codes_lead_to_an_address_that_others_reach(settings) -> None:
    settings.SITE_URL = "http://192.168.1.5:8000/"
    assert site_address("http://localhost:8000/") == "http://192.168.1.5:8000"
    assert site_address("http://hall.local/") == "http://hall.local"
    settings.SITE_URL = "http://localhost:8000"
    assert site_address("http://127.0.0.1:8000/") == "http://127.0.0.1:8000"


@pytest.mark.django_db
def test_a_copy_is_whole(tmp_path: Path, monkeypatch) -> None:
    if connection.vendor != "sqlite":
        with pytest.raises(CommandError, match="for SQLite"):
            call_command("backup", str(tmp_path))
    source = sqlite3.connect(tmp_path / "site.sqlite3")
    source.execute("create table t (n)")
    source.execute("insert into t values (7)")
    source.commit()

    class Known:
        vendor, connection = "sqlite", source

        def ensure_connection(self) -> None: ...

    monkeypatch.setattr("tantrix_site.management.commands.backup.connection", Known())
    (tmp_path / "stick").mkdir()
    call_command("backup", str(tmp_path / "stick"), verbosity=0)
    (made,) = (tmp_path / "stick").iterdir()
    assert sqlite3.connect(made).execute("select n from t").fetchall() == [(7,)]
    with pytest.raises(CommandError, match="no folder"):
        call_command("backup", str(tmp_path / "none"))

    class Full(Known):
        connection = SimpleNamespace(backup=partial(source.backup, progress=full_stick, pages=1))

    monkeypatch.setattr("tantrix_site.management.commands.backup.connection", Full())
    with pytest.raises(CommandError, match="not whole: the disk is full"):
        call_command("backup", str(tmp_path / "stick"))
    assert list((tmp_path / "stick").iterdir()) == [made]


def full_stick(*_pages: int) -> None:
    raise sqlite3.OperationalError("the disk is full")
