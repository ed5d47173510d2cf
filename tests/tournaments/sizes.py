"""The same event in several sizes side by side, to see that nothing asks more of many entries than of few.

Made once in a process and copied afterwards, as every other scene, but all sizes together: what is kept is only copied
into an empty database.
"""

from tests.kept import kept
from tests.tournaments.scene import Scene, quick_scene
from tournaments.services import StagePlan

SWISS = StagePlan("swiss", settings={"rounds": 3})


@kept
def scenes_of(*counts: int, **options: object) -> tuple[Scene, ...]:
    """Events of so many players, who are called "of8 1" and so on; options as of `quick_scene`."""
    return tuple(quick_scene(count, name=f"of{count}", capacity=1024, **options) for count in counts)


@kept
def swiss_scenes(*counts: int) -> tuple[Scene, ...]:
    """Events of so many players, of whose three rounds the first is published."""
    scenes = scenes_of(*counts, stages=[SWISS])
    for scene in scenes:
        scene.pair()
    return scenes
