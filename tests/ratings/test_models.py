"""What the database refuses, whoever writes."""

from collections.abc import Callable
from datetime import UTC, date, datetime

import pytest
from django.db import IntegrityError, transaction

from players.models import Player
from ratings.models import (
    LevelShift,
    MasterApplication,
    RatedEvent,
    RatedPairing,
    RatingBatch,
    RatingChange,
    RatingClock,
    Relevelling,
    TitleEnd,
    TitleNorm,
    TitleTerm,
)

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.fixture
def ground() -> tuple[RatedEvent, list[Player], RatingBatch]:
    players = Player.objects.bulk_create(
        Player(slug=f"p{n}", name=f"P{n}", name_key=f"p{n}", created_at=NOW) for n in range(2)
    )
    event = RatedEvent.objects.create(source="event:1", number=1, name="Cup", closes_on=date(2026, 5, 1))
    batch = RatingBatch.objects.create(at=NOW, via="system", number=1, parameters="x", first_on=event.closes_on)
    return event, players, batch


def refused(act: Callable[[], object], constraint: str) -> None:
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        act()


@pytest.mark.parametrize(
    ("constraint", "values"),
    [
        ("rated_pairing_in_order", {"turned": True}),
        ("rated_pairing_tp", {"games": 0, "tp": 0}),
        ("rated_pairing_tp", {"games": 2, "tp": 401}),
    ],
)
def test_pairings_that_cannot_be(ground, constraint, values):
    event, players, _batch = ground
    values = {"games": 2, "tp": 240, **values}
    left, right = players if not values.pop("turned", False) else reversed(players)
    refused(lambda: RatedPairing.objects.create(event=event, left=left, right=right, **values), constraint)


def test_a_pair_has_one_row(ground):
    event, (left, right), _batch = ground
    RatedPairing.objects.create(event=event, left=left, right=right, games=1, tp=100)
    refused(
        lambda: RatedPairing.objects.create(event=event, left=left, right=right, games=1, tp=90), "rated_pairing_once"
    )


def change(ground, **values) -> RatingChange:
    event, players, batch = ground
    row = {
        "event": event, "player": players[0], "batch": batch, "games": 2, "tp": 240, "share": 0.6, "opponents": 1850.0,
        "performance": 1993.3, "unbalanced": 1900.0, "balance": 0.0, "after_rating": 1900.0, "after_games": 2,
    } | values  # fmt: skip
    return RatingChange.objects.create(**row)


@pytest.mark.parametrize(
    ("constraint", "values"),
    [
        ("rating_change_ended", {"current": False}),
        ("rating_change_games", {"after_games": 3}),
        ("rating_change_games", {"before_rating": 1900.0}),
        ("rating_change_games", {"balance": 1.0}),
        ("rating_change_games", {"before_rating": 1900.0, "before_games": 4, "after_games": 5}),
        ("rating_change_share", {"share": 1.0}),
        ("rating_change_share", {"tp": 401}),
    ],
)
def test_changes_that_cannot_be(ground, constraint, values):
    refused(lambda: change(ground, **values), constraint)


def test_one_change_of_a_player_in_an_event_is_current(ground):
    first = change(ground)
    event, _players, _batch = ground
    later = RatingBatch.objects.create(at=NOW, via="system", number=2, parameters="x", first_on=event.closes_on)
    refused(lambda: change((event, _players, later)), "rating_change_one_current")
    RatingChange.objects.filter(pk=first.pk).update(current=False, ended_by=later)
    change((event, _players, later))
    refused(lambda: change(ground, current=False, ended_by=later), "rating_change_version")


def test_a_day_is_levelled_once(ground):
    _event, _players, batch = ground
    act = Relevelling.objects.create(at=NOW, via="system", on=date(2026, 5, 1))
    refused(lambda: Relevelling.objects.create(at=NOW, via="system", on=act.on), "on")
    values = {"relevelling": act, "players": 1, "games": 1, "mean": 1800.0, "constant": 50.0}
    LevelShift.objects.create(batch=batch, **values)
    later = RatingBatch.objects.create(at=NOW, via="system", number=2, parameters="x", first_on=act.on)
    refused(lambda: LevelShift.objects.create(batch=later, **values), "level_shift_one_current")


def test_there_is_one_clock():
    refused(lambda: RatingClock.objects.create(id=2), "rating_clock_alone")


def title(holder: Player, code: str, **values) -> TitleTerm:
    return TitleTerm.objects.create(holder=holder, title=code, since=NOW, at=NOW, via="system", **values)


def test_a_title_is_held_once_at_a_time(ground):
    _event, (player, other), _batch = ground
    title(player, "TGM")
    title(other, "TGM")
    first = title(player, "LM")
    refused(lambda: title(player, "LM"), "title_held_once")
    refused(lambda: title(player, "XM"), "title_known")
    TitleTerm.objects.filter(pk=first.pk).update(end=TitleEnd.objects.create(at=NOW, via="system", kind="lowest"))
    title(player, "LM")
    refused(lambda: TitleEnd.objects.create(at=NOW, via="system", kind="whim"), "title_end_kind")


def test_a_norm_is_one_of_a_tournament_title_and_counts_once(ground):
    _event, (player, _other), _batch = ground
    values = {"holder": player, "event": "Cup", "on": date(2026, 5, 1), "scored": "4th", "source": "list"}
    acts = {"at": NOW, "via": "system"}
    TitleNorm.objects.create(title="ITM", **values, **acts)
    TitleNorm.objects.create(title="TGM", **values, **acts)
    refused(lambda: TitleNorm.objects.create(title="ITM", **values, **acts), "title_norm_once")
    refused(lambda: TitleNorm.objects.create(title="LM", **values, **acts), "title_norm_title")


def test_an_application_has_what_its_state_says(ground):
    _event, (player, _other), _batch = ground

    def apply(**values) -> MasterApplication:
        return MasterApplication.objects.create(applicant=player, conditions=[], created_at=NOW, **values)

    apply()
    refused(apply, "master_application_pending_once")
    refused(lambda: apply(state="refused"), "master_application_decided")
    refused(lambda: apply(state="approved", decided_at=NOW), "master_application_term")
    refused(lambda: apply(state="refused", decided_at=NOW, term=title(player, "LM")), "master_application_term")
    apply(state="refused", decided_at=NOW)
