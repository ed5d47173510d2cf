"""From the settings of a stage and its entries to the structure that a draw makes; nothing is stored here."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.translation import gettext as _

from tantrix_site.errors import InvalidInput
from tournaments.formats.errors import FormatError
from tournaments.formats.graph import Structure
from tournaments.formats.grouping import draw_groups, group_count
from tournaments.formats.knockout import knockout
from tournaments.formats.progression import Origin
from tournaments.formats.round_robin import group_key, round_robin
from tournaments.formats.seeding import draw as draw_lines
from tournaments.formats.settings import GroupSettings, KnockoutSettings, StageSettings, SwissSettings

Separated = Mapping[int, str]


@dataclass(frozen=True)
class DrawInput:
    """What a draw is made from, by seed number.

    `countries` lists the country of each entry, "" for none. `lot` is the number from which chance follows, None
    where nothing is left to chance. `lines` are those set by hand. In a later stage `origins` says where each seed
    number comes from, out of how many `groups`, and whether winners meet runners-up of other groups (`crossing`).
    """

    countries: tuple[str, ...]
    lot: int | None
    lines: tuple[int | None, ...] | None = None
    origins: tuple[Origin, ...] = ()
    groups: int = 0
    crossing: bool = False

    @property
    def count(self) -> int:
        return len(self.countries)

    @property
    def by_country(self) -> Separated:
        return {number: country for number, country in enumerate(self.countries, start=1) if country}


@dataclass(frozen=True)
class Built:
    """What a draw gives: the matches, the lines of a tree or the groups of a table stage.

    `detail` is plain JSON: what a format adds and what is shown of the draw. `clashes` are pairs that could not be
    kept apart.
    """

    structure: Structure
    lines: tuple[int | None, ...] = ()
    groups: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    clashes: tuple[tuple[int, int], ...] = ()
    detail: Mapping[str, Any] = field(default_factory=dict)

    @property
    def size(self) -> int:
        return len(self.lines)


def build(settings: StageSettings, given: DrawInput) -> Built:
    """The draw of a stage; from the same arguments always the same.

    Raises InvalidInput with the core's code where the settings do not fit the entries.
    """
    try:
        return _BUILDERS[type(settings)](settings, given)
    except FormatError as error:
        raise InvalidInput(error.code, _("The draw cannot be made: %(why)s") % {"why": error.message},
                           dict(error.extra)) from error  # fmt: skip


def uses_lot(settings: StageSettings) -> bool:
    """Whether chance has a part in the draw of such a stage."""
    mode = getattr(settings, "seeding", "")
    return mode not in ("strict", "manual") and getattr(settings, "formation", "lot") != "snake"


def _knockout(settings: KnockoutSettings, given: DrawInput) -> Built:
    apart = [given.by_country] if settings.separation == "country" else []
    seeds = 0 if settings.seeding == "lot" else settings.seeds
    drawn = draw_lines(given.count, lot=given.lot, seeds=seeds, apart=apart)
    structure = knockout(given.count, lines=drawn.lines, games=settings.games, third_place=settings.third_place)
    return Built(structure, drawn.lines, clashes=drawn.clashes)


def _groups(settings: GroupSettings, given: DrawInput) -> Built:
    numbers = range(1, given.count + 1)
    count = settings.groups or group_count(given.count, settings.size)
    if count * 2 > given.count:
        raise InvalidInput(
            "too_many_groups",
            _("%(count)d entries do not fill %(groups)d groups.") % {"count": given.count, "groups": count},
            field="groups",
        )
    countries = given.by_country if settings.separation == "country" else None
    drawn = draw_groups(numbers, count, lot=given.lot, countries=countries)
    structure = round_robin(
        drawn.groups, games=settings.games, cycles=settings.cycles, tie_breaks=settings.tie_breaks,
        points=settings.points,
    )  # fmt: skip
    groups = {group_key(index): seeds for index, seeds in enumerate(drawn.groups)}
    swaps = [
        {
            "moved": swap.moved,
            "with": swap.with_seed,
            "from": group_key(swap.from_group),
            "to": group_key(swap.to_group),
            "country": swap.country,
        }
        for swap in drawn.swaps
    ]
    return Built(structure, groups=groups, detail={"swaps": swaps} if swaps else {})


def _swiss(settings: SwissSettings, given: DrawInput) -> Built:
    return Built(Structure(()))


_BUILDERS: Final[Mapping[type[StageSettings], Callable[[Any, DrawInput], Built]]] = {
    KnockoutSettings: _knockout,
    GroupSettings: _groups,
    SwissSettings: _swiss,
}
