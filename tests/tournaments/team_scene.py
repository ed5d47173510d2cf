"""A team event for tests: countries with their teams, made through the services."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from players.actors import Actor
from players.models import Player
from tests.kept import kept
from tests.tournaments.scene import LEFT_WINS, NOW, PLAIN, make_event, make_owner
from tournaments import services
from tournaments.models import Entry, Event, Match, SeedingPoints
from tournaments.selectors.stages import cache_faults
from tournaments.services import GameFigures, StagePlan


@dataclass
class TeamScene:
    """An event of teams with its owner; `teams` by name ("FRA A"), `players` by team, strongest first."""

    event: Event
    owner: Actor
    teams: dict[str, Entry] = field(default_factory=dict)
    players: dict[str, list[Entry]] = field(default_factory=dict)

    def act(self, **more):
        return {"actor": self.owner, "now": NOW, **more}

    def actor(self, entry: Entry) -> Actor:
        """A player, who has no account, by the private link."""
        return Actor(via="link", player=entry.player, entry_id=entry.pk)

    def match(self, *names: str) -> Match:
        """The match in which these teams meet, whichever side they stand on."""
        found = Match.objects.filter(event=self.event)
        for name in names:
            found = found.filter(slots__occupant=self.teams[name])
        return found.latest("number")

    def sides(self, match: Match) -> tuple[str | None, ...]:
        return tuple(
            None if slot.occupant is None else slot.occupant.name
            for slot in match.slots.select_related("occupant").order_by("side")
        )

    def board(self, match: Match, board: int) -> Match:
        return Match.every.get(team_match=match, board=board)

    def seated(self, match: Match, board: int) -> list[Entry | None]:
        return [slot.occupant for slot in self.board(match, board).slots.select_related("occupant").order_by("side")]

    def open(self, match: Match) -> None:
        services.open_boards(**self.act(match_id=match.pk))

    def enter(self, match: Match, board: int, *games: GameFigures, first: int = 1) -> None:
        board_match = self.board(match, board)
        services.enter_results(**self.act(match_id=board_match.pk, games=dict(enumerate(games, start=first))))

    def win(self, match: Match, side: int = 0, boards: Sequence[int] = (1, 2, 3, 4, 5)) -> Match:
        """Play these boards, all of them won by that side; opens them where that was not done."""
        self.open(match)
        figures = LEFT_WINS if side == 0 else GameFigures(tiles=(10, 50))
        for board in boards:
            self.enter(match, board, figures, figures)
        match.refresh_from_db()
        return match

    def check(self) -> None:
        self.event.refresh_from_db()
        assert cache_faults([self.event]) == []


@kept
def team_scene(
    countries: Sequence[str],
    *,
    plans: Sequence[StagePlan] = (),
    start: bool = True,
    substitutes: int = 1,
    **details: object,
) -> TeamScene:
    """Teams of these countries in the order of their strength, each with five players and substitutes."""
    owner = make_owner()
    details = {
        "team_size": 5,
        "seeding_mode": PLAIN.seeding_mode,
        "separation": "country",
        "games_by_round": (2,),
        **details,
    }
    scene = TeamScene(make_event(owner, **details), owner)
    event_id = scene.event.pk
    if plans:
        services.plan_stages(**scene.act(event_id=event_id, plans=plans))
    services.publish_event(**scene.act(event_id=event_id))
    for strength, country in enumerate(countries):
        team = services.add_team(**scene.act(event_id=event_id, country=country))
        scene.teams[team.name] = team
        scene.players[team.name] = _players(scene, team, country, 2200 - 40 * strength, substitutes)
    if countries:
        services.seed_by_points(**scene.act(event_id=event_id))
    if start:
        services.make_draw(**scene.act(event_id=event_id, lot=7))
        services.start_event(**scene.act(event_id=event_id))
    return scene


def _players(scene: TeamScene, team: Entry, country: str, points: int, substitutes: int) -> list[Entry]:
    """Straight into the tables: the services for one player are tested by themselves."""
    names = [f"{team.name} {number}" for number in range(1, 6 + substitutes)]
    people = Player.objects.bulk_create(
        Player(slug=name.lower().replace(" ", "-"), name=name, name_key=name.lower(), created_at=NOW) for name in names
    )
    entries = Entry.every.bulk_create(
        Entry(
            event=scene.event, player=player, team=team, team_place=place, is_substitute=place > 5, name=player.name,
            name_key=player.name_key, country=country, created_at=NOW,
        )
        for place, player in enumerate(people, start=1)
    )  # fmt: skip
    SeedingPoints.objects.bulk_create(
        SeedingPoints(
            entry=entry, origin="hand", points=points - 10 * place, at=NOW, via="system", reason="as published"
        )
        for place, entry in enumerate(entries)
    )
    return entries
