"""From the settings of a stage and its entries to the structure that a draw makes; nothing is stored here."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django_countries import countries

from tantrix_site.errors import InvalidInput
from tournaments.formats.crossing import cross_lines
from tournaments.formats.double_elimination import double_elimination
from tournaments.formats.errors import FormatError
from tournaments.formats.graph import Structure
from tournaments.formats.grouping import draw_groups, group_count
from tournaments.formats.knockout import knockout
from tournaments.formats.later_entry import Step
from tournaments.formats.manual import manual_draw
from tournaments.formats.plate import with_plate
from tournaments.formats.progression import Origin, OriginKind
from tournaments.formats.round_robin import group_key, round_robin
from tournaments.formats.seeding import Draw
from tournaments.formats.seeding import draw as draw_lines
from tournaments.formats.settings import (
    DoubleEliminationSettings,
    GroupSettings,
    KnockoutSettings,
    StageSettings,
    SwissSettings,
)

Separated = Mapping[int, str]


@dataclass(frozen=True)
class DrawInput:
    """What a draw is made from, by seed number.

    `countries` lists the country of each entry, "" for none. `lot` is the number from which chance follows, None
    where nothing is left to chance. `lines` are those set by hand. In a later stage `origins` says where each seed
    number comes from, out of how many `groups`, and whether winners meet runners-up of other groups (`crossing`).
    Two `teams` of one country never play in one group (`docs/regulations.md` 5.2).
    """

    countries: tuple[str, ...]
    lot: int | None
    lines: tuple[int | None, ...] | None = None
    origins: tuple[Origin, ...] = ()
    groups: int = 0
    crossing: bool = False
    teams: bool = False

    @property
    def count(self) -> int:
        return len(self.countries)

    @property
    def by_country(self) -> Separated:
        return {number: country for number, country in enumerate(self.countries, start=1) if country}

    @property
    def by_group(self) -> Separated | None:
        """The group each seed number comes from, where several groups feed the stage and the groups are known."""
        found = {number: origin.group for number, origin in enumerate(self.origins, start=1) if origin.group}
        return found if self.groups > 1 and found else None


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
        if isinstance(settings, KnockoutSettings | DoubleEliminationSettings):
            return build_tree(settings, given, drawn_lines(settings, given))
        return _groups(settings, given) if isinstance(settings, GroupSettings) else Built(Structure(()))
    except FormatError as error:
        if error.code == "too_many_of_country":
            raise InvalidInput(error.code, _too_many(error.extra), dict(error.extra), field="groups") from error
        raise InvalidInput(error.code, _("The draw cannot be made: %(why)s") % {"why": error.message},
                           dict(error.extra)) from error  # fmt: skip


def _too_many(extra: Mapping[str, object]) -> str:
    """Why teams cannot be kept apart, and what to do about it."""
    return _(
        "Two teams of one country never stand in one group (regulation 5.2), and there are %(entries)d teams of "
        "%(country)s for %(groups)d groups. Make %(entries)d groups or more, or one group in which all play all."
    ) % {**extra, "country": countries.name(str(extra["country"])) or extra["country"]}


def uses_lot(settings: StageSettings, *, by_hand: bool = False) -> bool:
    """Whether chance has a part in the draw of such a stage; a plate is always drawn by lot."""
    if isinstance(settings, GroupSettings):
        return settings.formation == "lot"
    if isinstance(settings, SwissSettings):
        return True
    has_plate = isinstance(settings, KnockoutSettings) and bool(settings.plate)
    return has_plate or (settings.seeding not in ("strict", "manual") and not by_hand)


def drawn_lines(settings: KnockoutSettings | DoubleEliminationSettings, given: DrawInput) -> Draw:
    """Which seed number stands on which line of a tree. Raises `SeedingError`."""
    apart = [given.by_country] if settings.separation == "country" else []
    if given.lines is not None:
        return manual_draw(given.lines, given.count, apart=apart)
    if settings.seeding == "manual":
        raise InvalidInput("lines_needed", _("Place the entries on the lines of the draw."), field="lines")
    lot = None if settings.seeding == "strict" else given.lot
    first = max((o.rank for o in given.origins if o.kind is OriginKind.PLACE), default=0)
    extra = given.count - given.groups * first
    if given.crossing and first and extra >= 0:
        return manual_draw(cross_lines(given.groups, first, extra=extra, lot=lot), given.count, apart=apart)
    seeds = 0 if settings.seeding == "lot" else settings.seeds
    if isinstance(settings, KnockoutSettings):
        steps = [Step(last, round_ - 1) for last, round_ in settings.entry_rounds]
        main = settings.main_size or None
    else:
        steps, main = [], None
    return draw_lines(
        given.count, lot=lot, seeds=seeds, apart=apart, steps=steps, main=main,
        halves=None if steps else given.by_group,
    )  # fmt: skip


def build_tree(settings: KnockoutSettings | DoubleEliminationSettings, given: DrawInput, drawn: Draw) -> Built:
    """The structure over lines that are drawn."""
    if isinstance(settings, KnockoutSettings):
        return _knockout(settings, given, drawn)
    return _double_elimination(settings, given, drawn)


def _knockout(settings: KnockoutSettings, given: DrawInput, drawn: Draw) -> Built:
    structure = knockout(
        given.count, lines=drawn.lines, preliminary=drawn.preliminary, games=settings.games,
        preliminary_games=settings.preliminary_games, third_place=settings.third_place, places_to=settings.places_to,
    )  # fmt: skip
    if settings.plate:
        structure = with_plate(
            structure, lot=given.lot or 0, through_round=settings.plate_through,
            every_loser=settings.plate == "feed_in", games=settings.plate_games,
        ).structure  # fmt: skip
    return _tree(structure, drawn)


def _double_elimination(settings: DoubleEliminationSettings, given: DrawInput, drawn: Draw) -> Built:
    structure = double_elimination(
        given.count, lines=drawn.lines, games=settings.games, losers_games=settings.losers_games, reset=settings.reset
    )
    return _tree(structure, drawn)


def _tree(structure: Structure, drawn: Draw) -> Built:
    detail: dict[str, Any] = {}
    if drawn.preliminary:
        detail["preliminary"] = [list(pair) for pair in drawn.preliminary]
    if drawn.swaps:
        detail["swaps"] = [
            {"moved": swap.moved, "with": swap.with_seed, "shared": swap.shared} for swap in drawn.swaps
        ]  # fmt: skip
    return Built(structure, drawn.lines, clashes=drawn.clashes, detail=detail)


def _groups(settings: GroupSettings, given: DrawInput) -> Built:
    numbers = range(1, given.count + 1)
    count = settings.groups or group_count(given.count, settings.size)
    if count * 2 > given.count:
        raise InvalidInput(
            "too_many_groups",
            _("%(count)d entries do not fill %(groups)d groups.") % {"count": given.count, "groups": count},
            field="groups",
        )
    countries = given.by_country if settings.separation == "country" or given.teams else None
    drawn = draw_groups(numbers, count, lot=given.lot, countries=countries, never_together=given.teams)
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
