"""What an organiser may set of an event, checked before anything is stored."""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from datetime import date
from typing import Final

from django.utils.translation import gettext as _

from players.names import BadName, refuse_invisible
from players.services.naming import explain
from players.zones import is_zone
from tantrix_site.errors import InvalidInput
from tournaments.formats.scoring import GAME_TP
from tournaments.formats.seeding import DEFAULT_SEEDS
from tournaments.models import Event, Play, SeedingMode, Separation
from tournaments.models.event import DEFAULT_CAPACITY, DEFAULT_SUBSTITUTES, MAX_ENTRIES, MIN_ENTRIES

MAX_GAMES: Final = 15
MAX_CONFIRM_HOURS: Final = 30 * 24
MAX_BOARDS: Final = 10

# What a result depends on stands once the event has started, what the draw depends on once it is made.
RESULT_SETTINGS: Final = ("lead_threshold", "extra_games", "time_limit")
# whether, and in which place, a closed event counts for ratings (`docs/regulations.md` 8.1)
RATING_SETTINGS: Final = ("rated", "ends_on", "time_zone")
DRAW_SETTINGS: Final = ("games_by_round", "third_place", "seeding_mode", "seeds", "separation", "team_size", "play")


@dataclass(frozen=True)
class EventDetails:
    """All an organiser sets. `lead_threshold` is in tenths of a TP; `games_by_round` counts back from the final.

    With a `team_size` teams enter that play on so many boards; 0 is an event of single players. Only games of
    two are rated (`docs/regulations.md` 8.1).
    """

    name: str
    time_zone: str = "UTC"
    description: str = ""
    place: str = ""
    starts_on: date | None = None
    ends_on: date | None = None
    capacity: int = DEFAULT_CAPACITY
    self_entry: bool = False
    confirm_hours: int = 48
    games_by_round: tuple[int, ...] = (1,)
    lead_threshold: int = 0
    extra_games: int = 0
    third_place: bool = False
    seeding_mode: str = SeedingMode.BANDS
    seeds: int = DEFAULT_SEEDS
    separation: str = Separation.COUNTRY
    time_limit: int = 15
    rated: bool = True
    play: str = Play.SINGLES
    team_size: int = 0
    team_substitutes: int = DEFAULT_SUBSTITUTES

    @classmethod
    def of(cls, event: Event) -> "EventDetails":
        """The details of an event as they are."""
        values = {field.name: getattr(event, field.name) for field in fields(cls)}
        return cls(**{**values, "games_by_round": tuple(event.games_by_round)})

    def fill(self, event: Event) -> None:
        """Write the details to an event object; storing it is the caller's."""
        for field in fields(self):
            setattr(event, field.name, getattr(self, field.name))
        event.games_by_round = list(self.games_by_round)

    def settled(self) -> "EventDetails":
        """The same with what follows: doubles and games of three or four are not rated."""
        return self if self.play == Play.SINGLES else replace(self, rated=False)

    def changed(self, event: Event) -> tuple[str, ...]:
        """Names of the details that differ from the event's."""
        before = self.of(event)
        return tuple(f.name for f in fields(self) if getattr(before, f.name) != getattr(self, f.name))

    def check(self) -> None:
        """Raises InvalidInput with the field at fault and a stable code."""
        for field, code, message in self._faults():
            raise InvalidInput(code, message, {"field": field}, field=field)

    def _faults_of_play(self) -> Iterator[tuple[str, str, str]]:
        if self.play not in Play.values:
            yield "play", "bad_choice", _("There are no such games.")
        if self.play != Play.SINGLES and self.team_size:
            yield "play", "teams_play_singles", _("Teams play games of two on their boards.")

    def _faults(self) -> Iterator[tuple[str, str, str]]:
        if not self.name.strip():
            yield "name", "name_empty", _("An event needs a name.")
        if len(self.name) > 120:
            yield "name", "name_too_long", _("The name may have at most 120 characters.")
        for field in ("name", "place"):
            try:
                refuse_invisible(getattr(self, field))
            except BadName as error:
                yield field, error.code, explain(error)
        if not is_zone(self.time_zone):
            yield (
                "time_zone",
                "unknown_time_zone",
                _("This time zone is not known. Choose one such as Europe/Budapest."),
            )
        if self.starts_on and self.ends_on and self.ends_on < self.starts_on:
            yield "ends_on", "dates_reversed", _("The last day comes before the first day.")
        bounds = (
            ("capacity", MIN_ENTRIES, MAX_ENTRIES),
            ("confirm_hours", 1, MAX_CONFIRM_HOURS),
            ("extra_games", 0, MAX_GAMES),
            ("time_limit", 1, 240),
            ("seeds", 0, MAX_ENTRIES),
            ("lead_threshold", 0, GAME_TP),
            ("team_size", 0, MAX_BOARDS),
            ("team_substitutes", 0, MAX_BOARDS),
        )
        for field, low, high in bounds:
            if not low <= getattr(self, field) <= high:
                yield field, "out_of_range", _("This must be from %(low)d to %(high)d.") % {"low": low, "high": high}
        if not 1 <= len(self.games_by_round) <= 7:
            yield "games_by_round", "bad_games", _("Give one to seven numbers of games, the last one for the final.")
        if any(not 1 <= games <= MAX_GAMES for games in self.games_by_round):
            yield (
                "games_by_round",
                "bad_games",
                _("A match has from 1 to %(most)d planned games.") % {"most": MAX_GAMES},
            )
        if self.seeding_mode not in SeedingMode.values:
            yield "seeding_mode", "bad_choice", _("There is no such way of seeding.")
        yield from self._faults_of_play()
        if self.separation not in Separation.values:
            yield "separation", "bad_choice", _("There is no such rule for keeping entrants apart.")
