"""Players: the list, and one person's page."""

from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from players.models import Player
from tournaments.models import Decision, Entry, EventState, GameResult, Slot, Stage
from tournaments.models.structure import TABLE_KINDS
from tournaments.selectors.pages import words
from tournaments.selectors.pages.matches import WITHOUT_RESULT, Line, Mine, line_of, matches_of

SHOWN_GAMES = 20


def with_event_counts(players: QuerySet[Player]) -> QuerySet[Player]:
    """Each player with the number of public events entered, as `events`."""
    public = ~Q(entries__event__state=EventState.DRAFT)
    return players.annotate(events=Count("entries", filter=public))


@dataclass(frozen=True, slots=True)
class Played:
    """One event of a person: `state` is a sentence; `shown_in` names the page that shows where it stands."""

    entry: Entry
    state: str
    shown_in: str


@dataclass(frozen=True, slots=True)
class ColourRow:
    """How a person did with one colour."""

    colour: str
    games: int
    won: int
    lost: int
    level: int


@dataclass(frozen=True)
class Profile:
    """What the page of a person shows besides name and country."""

    now: tuple[Mine, ...]
    events: tuple[Played, ...]
    results: tuple[Line, ...]
    games: int
    won: int
    lost: int
    level: int
    colours: tuple[ColourRow, ...]


def load_profile(player: Player) -> Profile:
    """Everything shown of one person; only what is public."""
    entries = list(
        Entry.objects.filter(player=player)
        .exclude(event__state=EventState.DRAFT)
        .select_related("event")
        .annotate(has_tree=Exists(_drawn.exclude(kind__in=TABLE_KINDS)), has_tables=Exists(_drawn))
        .order_by("-event__starts_on", "-pk")
    )
    games = GameResult.objects.filter(current=True, decider=False).exclude(match__event__state=EventState.DRAFT)
    tallies: dict[str, list[int]] = {}
    rows = games.filter(Q(left__player=player) | Q(right__player=player)).values_list(
        "left__player", "colour_left", "colour_right", "raw_left", "raw_right"
    )
    for left, colour_left, colour_right, raw_left, raw_right in rows:
        is_left = left == player.pk
        margin = raw_left - raw_right if is_left else raw_right - raw_left
        tally = tallies.setdefault(colour_left if is_left else colour_right, [0, 0, 0])
        tally[0 if margin > 0 else 1 if margin < 0 else 2] += 1
    colours = tuple(
        ColourRow(colour, sum(tallies[colour]), *tallies[colour])
        for colour in ("red", "yellow", "green", "blue")
        if colour in tallies
    )
    totals = [sum(tally[i] for tally in tallies.values()) for i in range(3)]
    return Profile(
        now=matches_of(Slot.objects.filter(occupant__player=player).exclude(match__event__state=EventState.DRAFT)),
        events=tuple(Played(entry, _state(entry), _shown_in(entry)) for entry in entries),
        results=_results(player),
        games=sum(totals),
        won=totals[0],
        lost=totals[1],
        level=totals[2],
        colours=colours,
    )


_drawn = Stage.objects.filter(event=OuterRef("event"), draws__current=True)


def _shown_in(entry: Entry) -> str:
    """The bracket once there is one, before that the standings; nothing before a draw."""
    if getattr(entry, "has_tree", False):
        return "bracket"
    return "standings" if getattr(entry, "has_tables", False) else ""


def _state(entry: Entry) -> str:
    if entry.state != "accepted":
        return str(entry.get_state_display())
    if entry.place:
        return words.place_text(entry.place)
    if entry.event.state == EventState.RUNNING:
        return _("still in")
    return _("entered")


def _results(player: Player) -> tuple[Line, ...]:
    rows = (
        Decision.objects.filter(Q(left__player=player) | Q(right__player=player), current=True)
        .exclude(kind__in=WITHOUT_RESULT)
        .exclude(match__event__state=EventState.DRAFT)
        .select_related("match__event", "match__stage", "left", "right")
        .order_by("-at", "-pk")[:SHOWN_GAMES]
    )
    return tuple(line_of(row) for row in rows)
