"""Events of every format, and of stages that feed one another."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from tests.tournaments.guard.play import Play
from tests.tournaments.guard.rounds import note_shown
from tests.tournaments.scene import NOW, quick_scene
from tournaments import services
from tournaments.formats.progression import Progression, SeedOrder
from tournaments.services import StagePlan


@dataclass(frozen=True)
class Shape:
    """An event to be guarded; `ahead` draws the second stage before the first is played."""

    name: str
    entries: int
    stages: tuple[StagePlan, ...]
    ahead: bool = False
    details: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.name


def _knockout(**settings: Any) -> StagePlan:
    return StagePlan("knockout", settings=settings)


def _groups(rule: Progression | None = None, **settings: Any) -> StagePlan:
    return StagePlan("groups", settings=settings, rule=rule)


def _swiss(rule: Progression | None = None, **settings: Any) -> StagePlan:
    return StagePlan("swiss", settings=settings, rule=rule)


def _final(rule: Progression, crossing: bool = False, kind: str = "knockout", **settings: Any) -> StagePlan:
    return StagePlan(kind, settings=settings, rule=rule, crossing=crossing)


CROSSING: Final = Progression(first=2, order=SeedOrder.GROUP)

SHAPES: Final = (
    Shape("knockout of 2", 2, (_knockout(games=[2]),)),
    Shape("knockout of 5, third place", 5, (_knockout(third_place=True),)),
    Shape("knockout of 8, longer to the end", 8, (_knockout(games=[1, 2, 3], seeding="bands"),)),
    Shape("knockout of 13", 13, (_knockout(third_place=True),)),
    Shape("knockout of 11 with plate", 11, (_knockout(plate="first_match"),)),
    Shape("knockout of 8 with feed-in plate", 8, (_knockout(plate="feed_in", third_place=True),)),
    Shape("knockout of 10 in a main draw of 8, plate", 10, (_knockout(main_size=8, plate="first_match"),)),
    Shape("knockout of 7, places for all", 7, (_knockout(places_to=8),)),
    Shape("knockout of 12, later entry", 12, (_knockout(entry_rounds=[[4, 2]], seeds=4, seeding="bands"),)),
    Shape("double elimination of 7", 7, (StagePlan("double_elimination"),)),
    Shape("double elimination of 8 without reset", 8, (StagePlan("double_elimination", settings={"reset": False}),)),
    Shape("a group of 5", 5, (_groups(games=2),)),
    Shape("9 in two groups", 9, (_groups(groups=2, cycles=2),)),
    Shape("Swiss of 8", 8, (_swiss(rounds=4),)),
    Shape("Swiss of 7", 7, (_swiss(rounds=5, games=2),)),
    Shape("Swiss of 6 by tables", 6, (_swiss(rounds=5, first_round="lot"),)),
    Shape("groups, then crossed knockout drawn ahead", 6, (_groups(groups=2), _final(CROSSING, True)), ahead=True),
    Shape("groups, then the best", 9,
          (_groups(groups=3), _final(Progression(first=1, total=5, exempt=1), third_place=True))),
    Shape("Swiss, then top cut", 7, (_swiss(rounds=3), _final(Progression(first=4)))),
    Shape("groups, then Swiss of all", 5, (_groups(groups=2), _swiss(Progression(), rounds=3))),
    Shape("knockout, then a group of the last four", 8,
          (_knockout(games=[1]), _groups(Progression(first=4), groups=1))),
    Shape("knockout with plate, then Swiss", 8,
          (_knockout(plate="first_match"), _swiss(Progression(first=3), rounds=2))),
    Shape("groups, then double elimination", 7,
          (_groups(groups=2), _final(Progression(first=3), kind="double_elimination"))),
    Shape("groups, groups, knockout", 9,
          (_groups(groups=3), _groups(Progression(first=2), groups=2), _final(CROSSING, True))),
)  # fmt: skip


def begin(shape: Shape) -> Play:
    """The event of a shape, drawn and started."""
    scene = quick_scene(shape.entries, name="guard", stages=shape.stages, **shape.details)
    play = Play(scene.event.pk, scene.owner, NOW)
    play.later(hours=1)
    if shape.ahead:
        services.make_draw(**play.at(2), lot=1)
    for stage in play.stages():
        note_shown(play, stage)
    return play
