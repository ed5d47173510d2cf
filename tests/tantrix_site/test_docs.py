"""Facts repeated in the documents are those of the code."""

import re
from collections.abc import Mapping
from enum import StrEnum

import pytest

from games.models.record import TRANSITIONS as RECORD_TRANSITIONS
from players.models import CLAIM_TRANSITIONS
from tantrix_site import env
from tournaments.models.event import TRANSITIONS as EVENT_TRANSITIONS
from tournaments.models.report import REPORT_TRANSITIONS

DOCS = env.ROOT / "docs"
MACHINES: Mapping[str, Mapping[StrEnum, frozenset[StrEnum]]] = {
    "Event": EVENT_TRANSITIONS,
    "Record": RECORD_TRANSITIONS,
    "Report": REPORT_TRANSITIONS,
    "Profile claim": CLAIM_TRANSITIONS,
}


def printed(machines: Mapping[str, Mapping[StrEnum, frozenset[StrEnum]]]) -> str:
    """The tables as `docs/architecture.md` has them; states in the order of their definition."""
    parts = []
    for name, table in machines.items():
        order = list(type(next(iter(table))))
        rows = (
            f"| `{state}` | {', '.join(f'`{after}`' for after in order if after in table[state]) or '–'} |"
            for state in order
        )
        parts.append(f"| {name} | may become |\n|---|---|\n" + "\n".join(rows))
    return "\n\n".join(parts)


def test_state_machines_are_printed() -> None:
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    found = text.partition("<!-- states: begin -->")[2].partition("<!-- states: end -->")[0].strip()
    assert found == printed(MACHINES)


def test_every_variable_is_documented() -> None:
    code = "".join(
        (env.ROOT / name).read_text(encoding="utf-8")
        for name in ("tantrix_site/settings.py", "tantrix_site/env.py", "tantrix_site/management/commands/up.py",
                     "gunicorn.conf.py")
    )  # fmt: skip
    used = set(re.findall(r'(?:env\.\w+|env\.environment\.\w+|environ\.get|text)\(\s*"([A-Z_]+)"', code))
    assert {"DATABASE_URL", "PRODUCTION", "SECRET_KEY_FILE", "WEB_THREADS", "EMAIL_URL"} <= used
    documented = set(re.findall(r"`([A-Z_]+)`", (DOCS / "operations.md").read_text(encoding="utf-8")))
    assert used - documented - {"PYTHONWARNINGS"} == set()


@pytest.mark.parametrize("path", [env.ROOT / "README.md", env.ROOT / "CONTRIBUTING.md", *sorted(DOCS.glob("*.md"))])
def test_links_lead_somewhere(path) -> None:
    text = path.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        assert (path.parent / target).exists(), target
