"""Players: the list, and one person's page."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from players.models import Player
from tournaments.models import Decision, Entry, Event, EventState, Slot, Stage
from tournaments.models.structure import TABLE_KINDS
from tournaments.selectors.career import CareerLine, career_of
from tournaments.selectors.opponents import Opponent, met_by, opponents_in
from tournaments.selectors.pages.career import CareerRow, CareerSummary, career_rows, state_text, summary_of
from tournaments.selectors.pages.matches import WITHOUT_RESULT, Line, Mine, line_of, matches_of, still_to_play
from tournaments.selectors.tallies import NO_GAMES, GameTally, Side, counting_games, tally_by
from tournaments.selectors.visibility import told_events

SHOWN_RESULTS = 20
SHOWN_EVENTS = 10
SHOWN_OPPONENTS = 8
#: of those that run or come; nobody plays in more at once
MOST_CURRENT = 30


def with_event_counts(players: QuerySet[Player]) -> QuerySet[Player]:
    """Each player with the number of public events entered, as `events`."""
    public = ~Q(entries__event__state=EventState.DRAFT) & Q(entries__event__listed=True)
    return players.annotate(events=Count("entries", filter=public))


@dataclass(frozen=True, slots=True)
class Current:
    """An event that runs or comes: `state` is a sentence, `shown_in` names the page that shows where somebody stands,
    `matches` are those to be played next."""

    event: Event
    state: str
    shown_in: str
    matches: tuple[Mine, ...]


@dataclass(frozen=True, slots=True)
class ColourRow:
    """How a person did with one colour."""

    colour: str
    games: GameTally


@dataclass(frozen=True)
class Profile:
    """What the page of a person shows besides name and country. `met` counts all opponents; the lists are short."""

    current: tuple[Current, ...]
    summary: CareerSummary
    latest: tuple[CareerRow, ...]
    results: tuple[Line, ...]
    colours: tuple[ColourRow, ...]
    opponents: tuple[Opponent, ...]
    met: int

    @property
    def games(self) -> GameTally:
        return self.summary.total.games


def load_profile(player: Player) -> Profile:
    """What is shown of one person; only what is public. As many queries and lines for any length of a career."""
    lines = career_of(player)
    met = met_by(player)
    over = [line for line in lines if line.event_state == EventState.FINISHED]
    return Profile(
        current=_current(player, [line for line in lines if line.event_state != EventState.FINISHED][:MOST_CURRENT]),
        summary=summary_of(lines),
        latest=tuple(career_rows(player, over[:SHOWN_EVENTS])),
        results=_results(player),
        colours=_colours(player),
        opponents=opponents_in(met[:SHOWN_OPPONENTS]),
        met=len(met),
    )


def _current(player: Player, lines: Sequence[CareerLine]) -> tuple[Current, ...]:
    """Running events first, then those to come, each by its day."""
    drawn = Stage.objects.filter(event=OuterRef("pk"), draws__current=True)
    events = (
        Event.objects.filter(pk__in=[line.event for line in lines])
        .annotate(has_tree=Exists(drawn.exclude(kind__in=TABLE_KINDS)), has_tables=Exists(drawn))
        .in_bulk()
    )
    pairs = Entry.every.filter(player=player, team__as_team=None).exclude(team=None).values("team")
    own = Q(occupant__player=player) | Q(occupant__in=pairs)
    matches = matches_of(still_to_play(Slot.objects.filter(own, match__event__in=list(events))))
    found = []
    for line in sorted(lines, key=lambda line: (line.event_state != EventState.RUNNING, line.day, line.event)):
        event = events[line.event or 0]
        shown_in = "bracket" if event.has_tree else "standings" if event.has_tables else ""
        mine = tuple(match for match in matches if match.event.pk == event.pk)
        found.append(Current(event, state_text(line), shown_in, mine))
    return tuple(found)


def _colours(player: Player) -> tuple[ColourRow, ...]:
    """Games of two by one's own colour."""
    found: dict[str, GameTally] = {}
    sides: Iterable[Side] = ("left", "right")
    for side in sides:
        games = counting_games().filter(**{f"{side}__player": player}, match__event__in=told_events())
        for colour, tally in tally_by(games, side, f"colour_{side}").items():
            found[str(colour)] = found.get(str(colour), NO_GAMES) + tally
    return tuple(ColourRow(colour, found[colour]) for colour in ("red", "yellow", "green", "blue") if colour in found)


def _results(player: Player) -> tuple[Line, ...]:
    rows = (
        Decision.objects.filter(Q(left__player=player) | Q(right__player=player), current=True)
        .exclude(kind__in=WITHOUT_RESULT)
        .filter(match__event__in=told_events())
        .select_related("match__event", "match__stage", "left", "right")
        .order_by("-at", "-pk")[:SHOWN_RESULTS]
    )
    return tuple(line_of(row) for row in rows)
