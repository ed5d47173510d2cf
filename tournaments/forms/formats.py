"""Ready-made formats: the stages an event may consist of, in plain words. Each setting can be changed afterwards."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy

from tournaments.formats.event_templates.layouts import usual_groups
from tournaments.formats.main_draw import MainDraw, Qualifying, main_draw
from tournaments.formats.progression import Progression, SeedOrder, into_main_draw
from tournaments.models import StageKind
from tournaments.selectors.pages.words import Text
from tournaments.services import StagePlan

Plans = tuple[StagePlan, ...]


@dataclass(frozen=True, slots=True)
class Format:
    """A choice of stages. `plans` makes them for a number of entries."""

    key: str
    title: Text
    text: Text
    plans: Callable[[int], Plans]


def _qualifying(entries: int) -> Plans:
    draw = _main_draw(entries)
    groups = StagePlan(StageKind.GROUPS, settings={"groups": len(draw.groups), "games": 4})
    return groups, StagePlan(StageKind.KNOCKOUT, rule=into_main_draw(draw))


def _main_draw(entries: int) -> MainDraw:
    """The largest main draw with a quarter of its places exempt for which so many entries need groups."""
    for places in (128, 64, 32, 16, 8, 4):
        found = main_draw(max(entries, 24), places=places, exempt=places // 4)
        if found.kind is Qualifying.GROUPS:
            return found
    raise AssertionError("24 entries need groups for 4 places")


def _groups_knockout(entries: int) -> Plans:
    count = max(2, min(32, usual_groups(entries, 4)))
    return (
        StagePlan(StageKind.GROUPS, settings={"groups": count}),
        StagePlan(StageKind.KNOCKOUT, rule=Progression(first=2, order=SeedOrder.GROUP), crossing=True),
    )


FORMATS: Final = (
    Format(
        "knockout", gettext_lazy("Knockout"),
        gettext_lazy("Who wins plays on, who loses is out."),
        lambda _n: (StagePlan(),),
    ),
    Format(
        "plate", gettext_lazy("Knockout with plate"),
        gettext_lazy("Whoever loses the first match goes on in a second knockout, so that everybody plays twice."),
        lambda _n: (StagePlan(settings={"plate": "first_match"}),),
    ),
    Format(
        "double", gettext_lazy("Double elimination"),
        gettext_lazy("Out after two lost matches. The winner of the losers meets the unbeaten one in the grand final."),
        lambda _n: (StagePlan(StageKind.DOUBLE_ELIMINATION),),
    ),
    Format(
        "groups", gettext_lazy("Groups, all play all"),
        gettext_lazy("Everybody meets everybody in one group, or in several."),
        lambda _n: (StagePlan(StageKind.GROUPS),),
    ),
    Format(
        "groups_knockout", gettext_lazy("Groups, then knockout"),
        gettext_lazy("The best of each group go on; winners meet runners-up of other groups."),
        _groups_knockout,
    ),
    Format(
        "swiss", gettext_lazy("Swiss"),
        gettext_lazy("A fixed number of rounds; in each, players with about the same points meet. Nobody is out."),
        lambda _n: (StagePlan(StageKind.SWISS),),
    ),
    Format(
        "swiss_cut", gettext_lazy("Swiss, then top cut"),
        gettext_lazy("After the last round the best eight play a knockout."),
        lambda _n: (StagePlan(StageKind.SWISS), StagePlan(rule=Progression(first=8))),
    ),
    Format(
        "qualifying", gettext_lazy("Qualifying groups, then main draw"),
        gettext_lazy("The top seeds wait; all others play in groups, four games a pair, for places in the main draw."),
        _qualifying,
    ),
)  # fmt: skip


def format_of(plans: Sequence[StagePlan]) -> Format | None:
    """Which of the ready-made formats these stages are, whatever their figures."""
    wanted = _shape(plans)
    return next((known for known in FORMATS if _shape(known.plans(64)) == wanted), None)


def _shape(plans: Sequence[StagePlan]) -> tuple[tuple[str, bool, bool], ...]:
    return tuple(
        (
            str(plan.kind),
            bool(plan.settings.get("plate")) and len(plans) == 1,
            plan.rule is not None and plan.rule.exempt > 0,
        )
        for plan in plans
    )
