"""What a template of events is, and what it comes to for a number of entrants."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from tournaments.formats.eligibility import Conditions
from tournaments.formats.errors import FormatError
from tournaments.formats.progression import Progression
from tournaments.formats.warnings import Times


class TemplateError(FormatError):
    """A template that cannot be used for what was asked, or cannot be read; `extra` names the `field` at fault."""


@dataclass(frozen=True, slots=True)
class StageShape:
    """A stage as a template plans it: `settings` as `formats.settings` reads them, `rule` of who goes on to it."""

    kind: str = "knockout"
    name: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    rule: Progression | None = None
    crossing: bool = False

    @property
    def feed(self) -> dict[str, Any] | None:
        """What a stage stores of who goes on to it."""
        return None if self.rule is None else {"rule": self.rule.as_json(), "crossing": self.crossing}


@dataclass(frozen=True, slots=True)
class Fixed:
    """Stages as they were made for `entrants`; 0 where that is not known."""

    stages: tuple[StageShape, ...] = (StageShape(),)
    entrants: int = 0


@dataclass(frozen=True, slots=True)
class MainDraw:
    """A knockout of `places`, with a preliminary round or with groups before it (`docs/regulations.md` 4.4).

    A quarter of the places is for seeds who do not qualify. Each pair of a group plays `games` games.
    """

    places: int = 128
    games: int = 4
    plate: bool = True


@dataclass(frozen=True, slots=True)
class GroupsThenKnockout:
    """Groups of at least `size` where there are enough, then a knockout of up to `places`.

    With a `most_size` there are more groups, of whom only the winners go on, rather than larger ones.
    """

    size: int = 4
    most_size: int = 0
    games: int = 1
    places: int = 16
    formation: str = "snake"


@dataclass(frozen=True, slots=True)
class Swiss:
    """A Swiss: rounds until only one can have won them all and `extra` more, or `rounds` whatever the number."""

    games: int = 1
    extra: int = 2
    rounds: int = 0


@dataclass(frozen=True, slots=True)
class AllPlayAll:
    """One group."""

    games: int = 1


Layout: TypeAlias = Fixed | MainDraw | GroupsThenKnockout | Swiss | AllPlayAll


@dataclass(frozen=True, slots=True)
class PrizeShape:
    """A prize list that is made with the event; with `for_all` nobody else may play (`docs/regulations.md` 7.1)."""

    kind: str
    name: str
    under_age: int | None = None
    for_all: bool = False


@dataclass(frozen=True, slots=True)
class EntryShape:
    """The terms of entering, without moments and days: who may (`docs/regulations.md` 7), and what is asked."""

    waiting_list: bool = False
    asked: tuple[str, ...] = ()
    conditions: Conditions = field(default_factory=Conditions)


@dataclass(frozen=True, slots=True)
class ConductShape:
    """How an event is run, beside what players are judged by.

    Two sides may move a deadline by `extension_days` themselves; `times` are the stages before a default
    (`docs/regulations.md` 3.3). With `results_checked` a second person looks at what was typed; `keep_days` after the
    end personal data go. The last three say who is told, as an event starts with them.
    """

    extension_days: int = 0
    times: Times | None = None
    results_checked: bool = False
    keep_days: int | None = None
    listed: bool = True
    draw_released: bool = True
    results_released: bool = True


@dataclass(frozen=True, slots=True)
class EventTemplate:
    """A template: `event` names the settings of an event that differ from what every new event has.

    It is meant for `least` to `most` entrants (teams, pairs), usually about `entrants`.
    """

    key: str
    layout: Layout
    event: Mapping[str, Any] = field(default_factory=dict)
    entry: EntryShape = field(default_factory=EntryShape)
    prizes: tuple[PrizeShape, ...] = ()
    conduct: ConductShape = field(default_factory=ConductShape)
    entrants: int = 16
    least: int = 2
    most: int = 1024


@dataclass(frozen=True, slots=True)
class Choice:
    """A figure that follows from the number of entrants and may be set otherwise, to one of the `options`.

    `reason` is a code for why it is so, `figures` are the numbers to tell it with; `chosen` where it was set.
    """

    name: str
    value: int
    options: tuple[int, ...]
    reason: str
    figures: Mapping[str, int] = field(default_factory=dict)
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class LaidOut:
    """What a layout comes to for a number of entrants."""

    stages: tuple[StageShape, ...]
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class Prepared:
    """A template for a number of entrants: what will be set, before anything is."""

    template: EventTemplate
    entrants: int
    event: Mapping[str, Any]
    stages: tuple[StageShape, ...]
    choices: tuple[Choice, ...]
