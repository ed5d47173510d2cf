"""The settings of a stage, by format: every number of the regulations that an organiser may set.

A stage stores only what it sets; `settings_of` fills in the rest from the event and from the
regulations. What is stored is plain JSON.
"""

from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, field, fields
from typing import Any, Final, TypeAlias, TypeVar

from .errors import SettingsError
from .graph import SWISS_TIE_BREAKS, TIE_BREAKS, TablePoints
from .seeding import DEFAULT_SEEDS
from .standings import TIE_BREAKS as KNOWN_TIE_BREAKS

SEEDING_MODES: Final = ("bands", "strict", "lot", "manual")
SEPARATIONS: Final = ("none", "country")
PLATES: Final = ("", "first_match", "feed_in")
FORMATIONS: Final = ("snake", "lot")
FIRST_ROUNDS: Final = ("halves", "lot")
MOST_GAMES: Final = 30
MOST_ROUNDS: Final = 50
PLATE_GAMES: Final = 4


@dataclass(frozen=True, slots=True)
class KnockoutSettings:
    """A knockout (`docs/regulations.md` 4).

    `games` a round count back from the final. `places_to` is the last place played out: 2 only the
    final's, 8 all places down to the eighth. `entry_rounds` maps seed numbers to
    the round in which all seeds up to that number enter (4.2). `main_size` is M of 4.4: up to 16
    entries more play a preliminary round; 0 means no limit. `plate` is "", "first_match" or
    "feed_in" (4.5), with losers of the rounds up to `plate_through`.
    """

    games: tuple[int, ...] = (1,)
    seeding: str = "bands"
    seeds: int = DEFAULT_SEEDS
    separation: str = "country"
    third_place: bool = False
    places_to: int = 2
    entry_rounds: tuple[tuple[int, int], ...] = ()
    main_size: int = 0
    preliminary_games: int = 4
    plate: str = ""
    plate_games: int = PLATE_GAMES
    plate_through: int = 2

    def check(self) -> None:
        _check_games("games", self.games)
        _one_of("seeding", self.seeding, SEEDING_MODES)
        _one_of("separation", self.separation, SEPARATIONS)
        _one_of("plate", self.plate, PLATES)
        _within("seeds", self.seeds, 0, 1024)
        _within("places_to", self.places_to, 2, 128)
        _within("main_size", self.main_size, 0, 512)
        _within("preliminary_games", self.preliminary_games, 1, MOST_GAMES)
        _within("plate_games", self.plate_games, 1, MOST_GAMES)
        _within("plate_through", self.plate_through, 1, 10)
        if self.main_size & (self.main_size - 1) or self.main_size == 1:
            raise SettingsError("not_power_of_two", "The size of the main draw is a power of two.", field="main_size")
        seeds = [seed for seed, _ in self.entry_rounds]
        rounds = [round_ for _, round_ in self.entry_rounds]
        rising = seeds == sorted(set(seeds)) and rounds == sorted(set(rounds), reverse=True)
        if not rising or any(seed < 1 for seed in seeds) or any(not 2 <= r <= 10 for r in rounds):
            raise SettingsError("bad_entry_rounds", "Higher seeds enter in later rounds.", field="entry_rounds")
        if self.entry_rounds and (self.main_size or self.plate or self.places_to > 2):
            raise SettingsError(
                "entry_rounds_alone",
                "Stepped entry goes with neither a preliminary round nor a plate nor places for all.",
                field="entry_rounds",
            )


@dataclass(frozen=True, slots=True)
class DoubleEliminationSettings:
    """A double elimination; with `reset` the final is played again if the unbeaten side loses it."""

    games: tuple[int, ...] = (1,)
    losers_games: tuple[int, ...] = (1,)
    reset: bool = True
    seeding: str = "bands"
    seeds: int = DEFAULT_SEEDS
    separation: str = "country"

    def check(self) -> None:
        _check_games("games", self.games)
        _check_games("losers_games", self.losers_games)
        _one_of("seeding", self.seeding, SEEDING_MODES)
        _one_of("separation", self.separation, SEPARATIONS)
        _within("seeds", self.seeds, 0, 1024)


@dataclass(frozen=True, slots=True)
class GroupSettings:
    """Groups in which all play all (`docs/regulations.md` 5.1, 5.2).

    `groups` is their number; 0 lets `size` say how large one is at most. `games` are played by
    each pair, in `cycles` matches. `points` for games that are not played.
    """

    groups: int = 1
    size: int = 0
    games: int = 1
    cycles: int = 1
    formation: str = "snake"
    separation: str = "country"
    tie_breaks: tuple[str, ...] = TIE_BREAKS
    points: TablePoints = field(default_factory=TablePoints)

    def check(self) -> None:
        _within("groups", self.groups, 0, 128)
        _within("size", self.size, 0, 40)
        _within("games", self.games, 1, 4)
        _within("cycles", self.cycles, 1, 2)
        _one_of("formation", self.formation, FORMATIONS)
        _one_of("separation", self.separation, SEPARATIONS)
        _check_tie_breaks(self.tie_breaks)
        _check_points(self.points)
        if not self.groups and self.size < 2:
            raise SettingsError("out_of_range", "Say how many groups, or how large.", field="groups", low=1, high=128)


@dataclass(frozen=True, slots=True)
class SwissSettings:
    """A Swiss stage (`docs/regulations.md` 5.3) of `rounds` rounds with `games` games each."""

    rounds: int = 7
    games: int = 1
    first_round: str = "halves"
    tie_breaks: tuple[str, ...] = SWISS_TIE_BREAKS
    points: TablePoints = field(default_factory=TablePoints)

    def check(self) -> None:
        _within("rounds", self.rounds, 1, MOST_ROUNDS)
        _within("games", self.games, 1, MOST_GAMES)
        _one_of("first_round", self.first_round, FIRST_ROUNDS)
        _check_tie_breaks(self.tie_breaks)
        _check_points(self.points)


StageSettings: TypeAlias = KnockoutSettings | DoubleEliminationSettings | GroupSettings | SwissSettings

SETTINGS: Final[Mapping[str, type[StageSettings]]] = {
    "knockout": KnockoutSettings,
    "double_elimination": DoubleEliminationSettings,
    "groups": GroupSettings,
    "swiss": SwissSettings,
}
"""The settings of each kind of stage."""

S = TypeVar("S", bound=StageSettings)


def settings_of(kind: str, stored: Mapping[str, Any], defaults: Mapping[str, Any] | None = None) -> StageSettings:
    """The settings of a stage: what is stored, else the event's `defaults`, else the regulations'.

    Defaults the format does not know are passed over. Raises `SettingsError`: `unknown_kind`;
    `unknown_setting`, `bad_type`, `out_of_range` and others, naming the field, for what is stored.
    """
    if kind not in SETTINGS:
        raise SettingsError("unknown_kind", f"There is no format {kind}.", field="kind", known=tuple(SETTINGS))
    made = SETTINGS[kind]
    known = {f.name: f for f in fields(made)}
    for name in stored:
        if name not in known:
            raise SettingsError("unknown_setting", f"This format has no setting {name}.", field=name)
    values = {name: value for name, value in (defaults or {}).items() if name in known} | dict(stored)
    settings = made(**{name: _value(name, value, _default(known[name])) for name, value in values.items()})
    settings.check()
    return settings


def as_json(settings: StageSettings) -> dict[str, Any]:
    """The settings as plain JSON values, all of them."""
    return {name: _plain(value) for name, value in asdict(settings).items()}


def _default(known: Any) -> Any:
    return known.default if known.default is not MISSING else known.default_factory()


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(inner) for name, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, tuple) else value


def _value(name: str, value: Any, default: Any) -> Any:
    """A JSON value as the type the setting has, told by its default."""
    if isinstance(default, TablePoints):
        return value if isinstance(value, TablePoints) else _points(name, value)
    if isinstance(default, bool) or isinstance(value, bool):
        return value if isinstance(value, bool) and isinstance(default, bool) else _bad_type(name)
    if isinstance(default, int):
        return value if isinstance(value, int) else _bad_type(name)
    if isinstance(default, str):
        return value if isinstance(value, str) else _bad_type(name)
    if not isinstance(value, list | tuple):
        return _bad_type(name)
    if name == "entry_rounds":
        if not all(isinstance(pair, list | tuple) and len(pair) == 2 and _ints(pair) for pair in value):
            return _bad_type(name)
        return tuple((pair[0], pair[1]) for pair in value)
    wanted = str if name == "tie_breaks" else int
    if any(not isinstance(inner, wanted) or isinstance(inner, bool) for inner in value):
        return _bad_type(name)
    return tuple(value)


def _points(name: str, value: Any) -> TablePoints:
    if not isinstance(value, Mapping):
        _bad_type(name)
    given: dict[str, Any] = {}
    for f in fields(TablePoints):
        if f.name not in value:
            continue
        point = value[f.name]
        if f.name == "bye":
            given[f.name] = point if isinstance(point, int) else _bad_type(name)
        else:
            given[f.name] = tuple(point) if isinstance(point, list | tuple) and _ints(point) else _bad_type(name)
    if set(value) - {f.name for f in fields(TablePoints)}:
        raise SettingsError("unknown_setting", "There is no such kind of points.", field=name)
    return TablePoints(**given)


def _ints(values: Any) -> bool:
    return all(isinstance(value, int) and not isinstance(value, bool) for value in values)


def _bad_type(name: str) -> Any:
    raise SettingsError("bad_type", f"The setting {name} has a value of another kind.", field=name)


def _within(name: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise SettingsError("out_of_range", f"{name} lies between {low} and {high}.", field=name, low=low, high=high)


def _one_of(name: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise SettingsError("unknown_choice", f"{name} is one of {', '.join(known)}.", field=name, known=known)


def _check_games(name: str, games: tuple[int, ...]) -> None:
    if not 1 <= len(games) <= 12:
        raise SettingsError("out_of_range", "Give 1 to 12 rounds.", field=name, low=1, high=12)
    for number in games:
        _within(name, number, 1, MOST_GAMES)


def _check_tie_breaks(names: tuple[str, ...]) -> None:
    unknown = [name for name in names if name not in KNOWN_TIE_BREAKS]
    if unknown or len(set(names)) < len(names) or names[:1] not in (("tp",), ("percentage",)):
        raise SettingsError(
            "bad_tie_breaks", "The order starts with TP or percentage and names each tie-break once.",
            field="tie_breaks", known=tuple(KNOWN_TIE_BREAKS),
        )  # fmt: skip


def _check_points(points: TablePoints) -> None:
    pairs = (points.walkover, points.default, points.double_default)
    if any(len(pair) != 2 or min(pair) < 0 or sum(pair) > 200 for pair in pairs) or not 0 <= points.bye <= 200:
        raise SettingsError("out_of_range", "A game has at most 20.0 TP.", field="points", low=0, high=200)
