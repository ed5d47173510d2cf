"""Rounds of tables of an event, their scores, and the standings that follow from them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import Prefetch

from tournaments.formats.graph import EntryId
from tournaments.formats.sittings.seating import Seating
from tournaments.formats.sittings.standings import (
    SeatResult,
    SeatRow,
    bye_result,
    missed_result,
    seat_results,
    seat_standings,
)
from tournaments.models import (
    Entry,
    EntryState,
    Event,
    EventState,
    Play,
    ScoreState,
    Seat,
    Sitting,
    SittingRound,
    SittingScore,
)

SHOWN = (ScoreState.COUNTS, ScoreState.OPEN, ScoreState.DISPUTED)


@dataclass(frozen=True)
class LoadedSitting:
    """A table: its entries in the turn order of the first game, and by game what counts and what waits for answers."""

    sitting: Sitting
    entries: tuple[Entry, ...]
    counting: Mapping[int, SittingScore] = field(default_factory=dict)
    waiting: Mapping[int, SittingScore] = field(default_factory=dict)

    @property
    def seats(self) -> tuple[EntryId, ...]:
        return tuple(entry.pk for entry in self.entries)


@dataclass(frozen=True)
class LoadedRound:
    """A round with its tables in order."""

    round: SittingRound
    sittings: tuple[LoadedSitting, ...]

    @property
    def seating(self) -> Seating:
        """The round as the core knows it."""
        return Seating(tuple(found.seats for found in self.sittings), tuple(self.round.out))

    @property
    def open_games(self) -> tuple[tuple[int, int], ...]:
        """Table and number of each game without a score that counts."""
        return tuple(
            (found.sitting.number, game)
            for found in self.sittings
            for game in range(1, self.round.games + 1)
            if game not in found.counting
        )


def plays_doubles(event: Event) -> bool:
    """Whether two of a table play as a pair."""
    return event.play == Play.DRAWN_DOUBLES


def load_rounds(event: Event) -> tuple[LoadedRound, ...]:
    """All rounds of an event, whole. Four queries."""
    seats = Seat.objects.select_related("entry__player").order_by("position")
    scores = SittingScore.objects.filter(state__in=SHOWN).select_related("submission", "user", "player").order_by("pk")
    tables = Sitting.objects.order_by("number").prefetch_related(Prefetch("seats", seats), Prefetch("scores", scores))
    rounds = SittingRound.objects.filter(event=event).order_by("number").prefetch_related(Prefetch("sittings", tables))
    return tuple(
        LoadedRound(round_, tuple(loaded_sitting(sitting) for sitting in round_.sittings.all())) for round_ in rounds
    )


def loaded_sitting(sitting: Sitting) -> LoadedSitting:
    """A table whose seats and shown scores were read with it."""
    scores = list(sitting.scores.all())
    return LoadedSitting(
        sitting,
        tuple(seat.entry for seat in sitting.seats.all()),
        {score.number: score for score in scores if score.state == ScoreState.COUNTS},
        {score.number: score for score in scores if score.state != ScoreState.COUNTS},
    )


def history_of(rounds: Iterable[LoadedRound]) -> tuple[Seating, ...]:
    """What the next round is drawn after."""
    return tuple(loaded.seating for loaded in rounds)


def standings_of(event: Event, rounds: Sequence[LoadedRound]) -> tuple[SeatRow, ...]:
    """The standings after these rounds: who takes part or has sat at a table; what waits for an answer is not in."""
    entries = set(Entry.objects.filter(event=event, state=EntryState.ACCEPTED).values_list("pk", flat=True))
    entries |= {entry for loaded in rounds for found in loaded.sittings for entry in found.seats}
    return seat_standings(entries, (result for loaded in rounds for result in _results(event, loaded, entries)))


def _results(event: Event, loaded: LoadedRound, entries: set[EntryId]) -> Iterable[SeatResult]:
    pairs, round_ = plays_doubles(event), loaded.round
    for entry in round_.out:
        yield bye_result(entry, round_.games, round_.size, pairs=pairs)
    for entry in entries.difference(round_.drawn):
        yield missed_result(entry, round_.games, round_.size, pairs=pairs)
    for found in loaded.sittings:
        for score in found.counting.values():
            yield from seat_results(found.seats, score.tp, score.tiles, pairs=pairs, deadlock=score.deadlock)


def sitting_places(event: Event) -> dict[EntryId, int]:
    """The settled places of such an event: none until it is finished."""
    if event.state != EventState.FINISHED:
        return {}
    return {row.entry: row.place for row in standings_of(event, load_rounds(event))}
