"""Players, results and an oracle: the whole sequence worked out in a few lines, from plain values alone."""

import random
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from players.actors import SYSTEM
from players.models import Player
from ratings.maths.elo import Change, Pairing, Standing, level_shift, rate_event
from ratings.models import LevelShift, RatedState, Rating, RatingChange
from ratings.services import EventResults, apply_waiting, submit_event

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
DAY = date(2026, 1, 1)


def make_players(count: int, *, country: str = "") -> list[int]:
    """Ids of new players."""
    known = Player.objects.count()
    rows = Player.objects.bulk_create(
        Player(slug=f"r{n}", name=f"Rated {n}", name_key=f"rated {n}", country=country, created_at=NOW)
        for n in range(known + 1, known + count + 1)
    )
    return [row.pk for row in rows]


def results(number: int, pairings: Iterable[Pairing], *, day: int = 0, **more: object) -> EventResults:
    """An event that closes so many days after `DAY`."""
    values: dict[str, object] = {
        "source": f"event:{number}", "number": number, "name": f"Cup {number}", "path": f"/events/cup-{number}/",
        "closes_on": DAY + timedelta(day),
    }  # fmt: skip
    return EventResults(**{**values, **more}, pairings=tuple(pairings))  # type: ignore[arg-type]


def random_pairings(lot: random.Random, players: list[int], count: int) -> list[Pairing]:
    """That many meetings of one to three games."""
    found = []
    for _ in range(count):
        left, right = lot.sample(players, 2)
        games = lot.randint(1, 3)
        tp = lot.randint(0, 200 * games)
        found.append(Pairing(left, right, games, (tp, 200 * games - tp)))
    return found


def send(*sent: EventResults, apply: bool = True) -> None:
    for one in sent:
        submit_event(actor=SYSTEM, now=NOW, results=one)
    if apply:
        apply_waiting(now=NOW)


def withdrawn(sent: EventResults) -> EventResults:
    return replace(sent, state=RatedState.WITHDRAWN)


def expected(
    sent: Iterable[EventResults], levels: Iterable[date] = ()
) -> tuple[dict[tuple[str, int], Change], dict[date, float], dict[int, Standing]]:
    """All changes by source and player, all constants by day, and where everybody stands at the end."""
    steps = [((one.closes_on, 0, one.number), one) for one in sent if one.state != RatedState.WITHDRAWN]
    steps += [((day, 1, 0), day) for day in levels]
    changes: dict[tuple[str, int], Change] = {}
    constants: dict[date, float] = {}
    standings: dict[int, Standing] = {}
    for _place, step in sorted(steps, key=lambda pair: pair[0]):
        if isinstance(step, EventResults):
            found = rate_event(standings, step.pairings, weight=step.weight)
            changes |= {(step.source, change.player): change for change in found}
            standings |= {change.player: change.after for change in found}
        else:
            constants[step] = level_shift(standings)
            standings = {p: Standing(s.rating + constants[step], s.games) for p, s in standings.items()}
    return changes, constants, standings


def stored() -> tuple[dict[tuple[str, int], Change], dict[date, float], dict[int, Standing]]:
    """The same from the database."""
    rows = RatingChange.objects.filter(current=True).select_related("event")
    changes = {}
    for row in rows:
        before = None if row.before_rating is None else Standing(row.before_rating, row.before_games)
        found = Change(
            row.player_id, before, row.games, row.tp, row.share, row.opponents, row.performance, row.unbalanced,
            row.balance,
        )  # fmt: skip
        assert found.after == Standing(row.after_rating, row.after_games)
        changes[row.event.source, row.player_id] = found
    shifts = LevelShift.objects.filter(current=True).select_related("relevelling")
    constants = {shift.relevelling.on: shift.constant for shift in shifts}
    return changes, constants, standings()


def standings() -> Mapping[int, Standing]:
    """What the cache says."""
    return {row.player_id: Standing(row.rating, row.games) for row in Rating.objects.all()}
