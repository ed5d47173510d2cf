"""The demo, loaded for real: through the submission path and a real worker, interrupted once on the way."""

import io
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.auth import authenticate
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.utils import timezone

from games.engine.record import read_record
from games.engine.replay import verify
from games.models import Record
from players.models import ActionLog, User
from tantrix_site.demo import history, loading, lobby, progress, sixteen, teams, world
from tantrix_site.demo.accounts import make_accounts
from tantrix_site.demo.events import CHAMPIONSHIP, CITY_CUP, TABLE_OPEN
from tantrix_site.demo.logins import LOGINS, ONE, PASSWORD, TWO
from tantrix_site.demo.people import everybody
from tantrix_site.demo.progress import Progress
from tantrix_site.demo.records import as_bytes, illegal_record, legal_record
from tests.worker import Broker, make_worker
from tournaments.models import Attendance, Event, Match, Report


def test_people_are_many_and_differ() -> None:
    people = everybody(128)
    assert len(people) == len({person.name for person in people}) == 128
    assert {ONE.name, TWO.name} <= {person.name for person in people}
    assert len({person.country for person in people}) > 40


def test_sample_records() -> None:
    record = legal_record("sample", ("Left", "Right"), winner=1, event="Some event")
    verdict = verify(read_record(as_bytes(record)))
    assert verdict.ok
    assert verdict.winner == record["players"][1]["colour"]
    assert record["event"] == "Some event"
    assert not verify(illegal_record(record)).ok


# several games a match from the second round on, where everything happens
SMALL = loading.Size(
    32, (1, 3, 3, 3, 5), world.Size(15, 8, 2), sixteen.Size(10, 8), history.Size(2, 0, 6), lobby.Size(2, 2, 0),
    teams.Size(3),
)  # fmt: skip


@pytest.fixture
def worker(broker: Broker, transactional_db: None, tmp_path: Path) -> Iterator[None]:
    """One that sweeps a few times in the course of the test."""
    running = make_worker(broker=broker, folder=tmp_path, sweep_seconds=4)
    running.start()
    yield
    running.kill()


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_it_is_loaded_once_whatever_happens_on_the_way(worker, monkeypatch, tmp_path, settings) -> None:
    settings.VAR_DIR = tmp_path
    advance = Progress.advance

    def interrupted(self: Progress, steps: int = 1) -> None:
        advance(self, steps)
        if self._done > 40:
            raise KeyboardInterrupt

    monkeypatch.setattr(progress.Progress, "advance", interrupted)
    with pytest.raises(KeyboardInterrupt):
        loading.load_demo(now=timezone.now(), style="lines", size=SMALL)
    assert not loading.is_loaded()
    monkeypatch.setattr(progress.Progress, "advance", advance)
    loading.require_empty()
    event = loading.load_demo(now=timezone.now(), style="lines", size=SMALL)

    assert loading.is_loaded()
    assert Counter(Event.objects.values_list("name", "state")) == Counter(
        [
            (CHAMPIONSHIP, "running"), (TABLE_OPEN, "finished"), (CITY_CUP, "published"),
            (world.NAME, "finished"), ("Demo Open of 8 Rounds", "finished"), (teams.NAME, "finished"),
        ]
    )  # fmt: skip
    assert event.entries.count() == 32
    first = Counter(event.matches.filter(round=1).values_list("state", flat=True))
    assert first == {"decided": 15, "walkover": 1}
    states = Counter(Report.objects.filter(match__event=event).values_list("state", flat=True))
    assert set(states) == {"confirmed", "open", "disputed", "conflict"}
    assert states["confirmed"] > 35
    assert set(Record.objects.values_list("state", flat=True)) == {"verified"}

    _newcomer_can_play(event, tmp_path)
    _played_from_sheets()
    # whatever was loaded follows from its structure and facts
    call_command("recompute", check=True, stdout=io.StringIO())

    again = io.StringIO()
    call_command("demo", stdout=again)
    assert "already" in again.getvalue()
    assert Event.objects.count() == 6


def _played_from_sheets() -> None:
    """A championship with groups, main draw and plate; an open in which everything happens that can."""
    qualified = Event.objects.get(name=world.NAME)
    assert set(qualified.matches.values_list("stage__number", "bracket")) >= {(1, "A"), (2, "main"), (2, "plate")}
    assert qualified.entries.get(place=1)
    swiss = Event.objects.get(name="Demo Open of 8 Rounds")
    assert Attendance.objects.filter(entry__event=swiss).count() == 2  # one joins late, one misses a round
    assert swiss.entries.filter(state="withdrawn").count() == 1
    assert swiss.matches.filter(state="bye").exists()
    corrected = ActionLog.objects.get(action="match.corrected", data__privileged=True)
    assert corrected.data["round"] == sixteen.CORRECTED - 2


def _newcomer_can_play(event: Event, folder) -> None:
    match = loading.open_match_of_the_logins(event)
    assert match is not None
    assert match.state == "open"
    # one game more, and it decides
    assert list(Report.objects.filter(match=match).order_by("number").values_list("number", "state")) == [
        (number, "confirmed") for number in range(1, match.games)
    ]
    legal = verify(json.loads((folder / "demo" / "legal.json").read_bytes()))
    assert legal.ok
    assert legal.complete
    assert not verify(json.loads((folder / "demo" / "illegal.json").read_bytes())).ok
    for login in LOGINS:
        assert authenticate(username=login.username, password=PASSWORD) is not None
    assert Match.objects.filter(event=event, state="open").count() >= 4


@pytest.mark.django_db
def test_a_database_of_somebody_is_left_alone() -> None:
    User.objects.create_user("somebody")
    with pytest.raises(CommandError, match="of its own"):
        call_command("demo", stdout=io.StringIO())
    assert not Event.objects.exists()


@pytest.mark.django_db
def test_production_refuses_it(settings) -> None:
    settings.PRODUCTION = True
    with pytest.raises(CommandError, match="PRODUCTION"):
        call_command("demo", stdout=io.StringIO())
    with pytest.raises(ImproperlyConfigured):
        make_accounts(timezone.now())
    assert not User.objects.exists()


def test_progress_as_lines_and_as_a_bar() -> None:
    lines = io.StringIO()
    shown = Progress(100, "lines", lines)
    shown.task("working")
    for _step in range(100):
        shown.advance()
    shown.finish("done")
    assert len(lines.getvalue().splitlines()) == 11
    assert "100%" in lines.getvalue()
    bar = io.StringIO()
    Progress(2, "bar", bar).finish("done")
    assert bar.getvalue().startswith("\r")
    assert bar.getvalue().endswith("done\n")
