"""Every act that is logged has a sentence, and tells what stood before where it changed something."""

import ast
import re
from pathlib import Path

import pytest
from django.utils import timezone, translation

from players.models import ActionLog
from tests.tournaments.scene import NOW, RIGHT_WINS, add_arbiter, make_scene
from tournaments import services
from tournaments.models import ExitKind, NoticeKind
from tournaments.selectors.pages.log import _TEMPLATES, event_log, log_lines
from tournaments.selectors.pages.log_filter import GROUPS, LogFilter, narrowed
from tournaments.services import Correction, EntryTerms, EventDetails

CODE = re.compile(r"[a-z_]+(\.[a-z_]+)+")
SERVICES = Path(__file__).parents[3] / "tournaments/services"
# acts in which no event is at stake: they have logs of their own
ELSEWHERE = ("series.", "history.", "category.", "template.deleted", "player.", "calendar.", "erasure.")
# whole strings of that form that name no act
NO_ACTS = {"match.reminder"}
# names put together of a part and the value of a choice
MADE_UP = {f"deadline.{kind}" for kind in NoticeKind} | {f"entry.{kind}" for kind in ExitKind}


def codes() -> set[str]:
    """The names of acts in services that write the log: whole strings such as `match.ruled`."""
    found: set[str] = set()
    for path in sorted(SERVICES.glob("*.py")):
        text = path.read_text()
        if "log_" in text:
            found |= {
                node.value
                for node in ast.walk(ast.parse(text))
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value)
            }
    return {code for code in (found | MADE_UP) - NO_ACTS if not code.startswith(ELSEWHERE)}


def test_every_act_has_a_sentence_and_belongs_to_a_group():
    found = codes()
    assert len(found) > 90  # the search finds them
    assert sorted(found - set(_TEMPLATES)) == []
    starts = tuple(start for _title, group in GROUPS.values() for start in group)
    assert sorted(code for code in found if not code.startswith(starts)) == []


@pytest.mark.django_db
def test_what_stood_before_and_who_is_found():
    scene = make_scene(4, place="Here")
    event = scene.event
    act = {"actor": scene.owner, "now": NOW, "event_id": event.pk}
    services.set_deadline(**act, round_number=1, deadline=NOW)
    services.set_deadline(**act, round_number=1, deadline=None)
    details = EventDetails.of(scene.reload())
    services.update_event(**act, details=EventDetails(**{**vars(details), "place": "Győr"}))
    services.set_entry_rules(**act, terms=EntryTerms(waiting_list=True))
    add_arbiter(scene)
    scene.enter(1)
    correction = Correction(games={1: RIGHT_WINS})
    services.correct_result(
        actor=scene.owner, now=NOW, match_id=scene.match(1).pk, correction=correction, reason="The sheet says so"
    )
    with translation.override("en"), timezone.override("UTC"):
        lines = {line.action: line for line in log_lines(event_log(event))}
        told = {
            action: [(c.label, c.before, c.after) for c in lines[action].changes]
            for action in ("event.updated", "event.entry_rules", "event.organiser.added", "match.corrected")
        }
    assert told == {
        "event.updated": [("place", "Here", "Győr")],
        "event.entry_rules": [("waiting list", "no", "yes")],
        "event.organiser.added": [("role", "", "arbiter")],
        "match.corrected": [("result", "game 1: 50–10", "game 1: 10–50")],
    }
    deadlines = ActionLog.objects.filter(action="event.deadline.set").order_by("pk")
    assert [row.data["changes"]["deadline"] for row in deadlines] == [
        [None, NOW.isoformat()], [NOW.isoformat(), None],
    ]  # fmt: skip
    assert ActionLog.objects.filter(action="game.recorded").last().data["changes"] == {"tiles": [[50, 10], [10, 50]]}

    def found(**wanted: str) -> set[str]:
        rows = narrowed(event_log(event), event, LogFilter.read(wanted))
        return set(rows.values_list("action", flat=True))

    assert found(reason="SHEET") == {"match.corrected", "game.recorded"} | found(reason="sheet")
    assert found(who="nobody") == set()
    assert found(who="owner", group="arranging") == {"event.deadline.set"}
    assert found(match="M1") == found(entry="Player P1") >= {"match.corrected", "match.decided"}
    assert found(match="2") == set()
    assert found(until="2026-04-30") == set()
    assert "event.created" in found(since="2026-05-01", until="2026-05-01", match="x", group="dance")
