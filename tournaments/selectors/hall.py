"""The hall: which match is played at which table, who always has the same one, and the clock of the round."""

from django.db.models import Max, Prefetch

from tournaments.formats.graph import EntryId
from tournaments.models import Entry, Event, Match, MatchState, RoundClock, SittingRound, Slot


def matches_in_hall(event: Event) -> list[Match]:
    """The whole matches that can be played now, in the order of the draw, with stage and slots; two queries."""
    slots = Prefetch("slots", Slot.objects.select_related("occupant"))
    rows = Match.objects.filter(event=event, state=MatchState.OPEN).select_related("stage").prefetch_related(slots)
    return list(rows.order_by("stage__number", "round", "bracket", "table", "position", "number"))


def fixed_tables(event: Event) -> dict[EntryId, int]:
    """By entry the table at which it always plays; one query."""
    rows = Entry.objects.filter(event=event, fixed_table__isnull=False)
    return {pk: table for pk, table in rows.values_list("pk", "fixed_table") if table is not None}


def clock_of(event: Event) -> RoundClock | None:
    """The clock of the round, if there is one; one query."""
    return RoundClock.objects.filter(event=event).first()


def usual_minutes(event: Event) -> int:
    """What the games of a round may take: the minutes of all players of a game, for all games of the longest match that
    can be played now, else of the first round of the event. At most three queries."""
    seats = 2
    games = 0
    if event.has_sittings:
        last = SittingRound.objects.filter(event=event).order_by("-number").first()
        games = last.games if last is not None else 0
        seats = last.size if last is not None else 4
    else:
        most = Match.every.filter(event=event, state=MatchState.OPEN, board__isnull=not event.is_for_teams)
        games = most.aggregate(most=Max("games"))["most"] or 0
    return max(1, event.time_limit * seats * (games or event.games_by_round[0]))


def round_played(event: Event) -> int:
    """The number of the round that is on: of tables the last, else that of the open matches, 0 where they differ."""
    if event.has_sittings:
        return SittingRound.objects.filter(event=event).aggregate(last=Max("number"))["last"] or 0
    rounds = Match.objects.filter(event=event, state=MatchState.OPEN).values_list("stage", "round").distinct()
    found = list(rounds[:2])
    return found[0][1] if len(found) == 1 else 0
