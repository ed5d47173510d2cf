"""The tables of `docs/states.md` are those of the code."""

import re
from pathlib import Path

import pytest

from players.models import NOTICE_TRANSITIONS
from ratings.models import CASUAL_TRANSITIONS
from tournaments.models.arranging import EXTENSION_TRANSITIONS
from tournaments.models.event import TRANSITIONS
from tournaments.models.pair_proposal import PROPOSAL_TRANSITIONS
from tournaments.models.report import REPORT_TRANSITIONS
from tournaments.models.sitting import SCORE_TRANSITIONS

DOCS = Path(__file__).parents[2] / "docs" / "states.md"


def table(heading: str) -> dict[str, set[str]]:
    part = DOCS.read_text(encoding="utf-8").split(f"## {heading}\n")[1].split("\n## ")[0]
    rows = [
        [cell.strip() for cell in line.strip().strip("|").split("|")] for line in part.splitlines() if line[:1] == "|"
    ]
    return {row[0]: {state for state in re.split(r",\s*", row[-1]) if state} for row in rows[2:]}


@pytest.mark.parametrize(
    ("heading", "transitions"),
    [
        ("Event", TRANSITIONS),
        ("Report", REPORT_TRANSITIONS),
        ("Casual game", CASUAL_TRANSITIONS),
        ("Score of a table", SCORE_TRANSITIONS),
        ("Proposal of a pair", PROPOSAL_TRANSITIONS),
        ("Extension of a deadline", EXTENSION_TRANSITIONS),
        ("Notice", NOTICE_TRANSITIONS),
    ],
)
def test_documented_transitions_are_those_of_the_code(heading, transitions):
    assert table(heading) == {str(before): {str(after) for after in found} for before, found in transitions.items()}
