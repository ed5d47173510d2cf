"""Events in which everybody sits down with others each round, for tests."""

from dataclasses import dataclass

from players.actors import Actor
from tests.kept import kept
from tests.tournaments.scene import NOW, Scene, make_scene, quick_scene
from tournaments import services
from tournaments.models import Entry, Sitting, SittingRound
from tournaments.selectors.sittings import LoadedRound, load_rounds
from tournaments.selectors.stages import cache_faults
from tournaments.services import TableFigures


@dataclass
class SittingScene:
    """A running event with its owner; players are accounts."""

    scene: Scene

    @property
    def event(self):
        return self.scene.reload()

    @property
    def owner(self) -> Actor:
        return self.scene.owner

    def act(self, **more):
        return {"actor": self.owner, "now": NOW, **more}

    def actor(self, entry: Entry) -> Actor:
        return next(actor for actor in self.scene.players if actor.player == entry.player)

    def draw(self, **more) -> LoadedRound:
        services.draw_sittings(**self.act(event_id=self.scene.event.pk, **more))
        return self.rounds()[-1]

    def rounds(self) -> tuple[LoadedRound, ...]:
        return load_rounds(self.event)

    def enter(self, sitting: Sitting, *tiles: int, game: int = 1, **more):
        return services.enter_score(
            **self.act(sitting_id=sitting.pk, number=game, figures=TableFigures(tiles=tiles), **more)
        )

    def play(self, loaded: LoadedRound) -> None:
        """Every seat, or pair, with more tiles than the next."""
        for found in loaded.sittings:
            sides = 2 if self.event.play == "drawn_doubles" else len(found.entries)
            for game in range(1, loaded.round.games + 1):
                if game not in found.counting:
                    self.enter(found.sitting, *range(40, 40 - 4 * sides, -4), game=game)

    def finish(self) -> None:
        services.finish_event(**self.act(event_id=self.scene.event.pk))
        assert cache_faults([self.event]) == []

    def last(self) -> SittingRound:
        return SittingRound.objects.filter(event=self.scene.event).latest("number")


@kept
def sitting_scene(count: int, *, play: str = "tables", without_accounts: str = "", **details: object) -> SittingScene:
    """That many players, seeded as they come; started, without a round. A name makes them players without accounts."""
    if without_accounts:
        scene = quick_scene(count, name=without_accounts, start=False, play=play, **details)
    else:
        scene = make_scene(count, start=False, play=play, **details)
    services.start_event(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    return SittingScene(scene)
