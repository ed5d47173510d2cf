"""Teams over the years, teams in their events, countries."""

from datetime import date

import pytest
from django.contrib.auth.models import AnonymousUser

from players.models import Player
from tantrix_site.errors import NotFound
from tests.tournaments.scene import LEFT_WINS, NOW, RIGHT_WINS, make_event, make_scene
from tests.tournaments.selectors.test_career import add_edition, bring_in, make_series, queries
from tests.tournaments.team_scene import team_scene
from tournaments import services
from tournaments.models import Entry, Event, EventState, Match, Team
from tournaments.selectors.countries import (
    count,
    country_list,
    country_of_place,
    find_country,
    held_in,
    medals_by_country,
    players_of_country,
)
from tournaments.selectors.lineages import find_lineage, find_team, lineages
from tournaments.selectors.pages.lineages import load_lineage, load_team

pytestmark = pytest.mark.django_db
TEAM_MATCHES = (
    "event,year,round,team_a,team_b,tp_a,tp_b,status\n"
    "WTTC,2002,R1,FRA A,GER B,133.4,66.6,complete\nWTTC,2002,QF,GBR A,FRA A,110,90,complete\n"
)
VISITOR = AnonymousUser()


def more_years(country: str, count: int) -> None:
    """Straight into the tables: finished events in which a team of that country was entered."""
    for n in range(count):
        event = Event.objects.create(
            name=f"Teams {n}", slug=f"teams-{count}-{n}", state=EventState.FINISHED, created_at=NOW, team_size=5,
            starts_on=date(2005 + n, 1, 1),
        )  # fmt: skip
        entry = Entry.objects.create(event=event, name="FRA A", name_key="fra a", country=country, created_at=NOW)
        Team.objects.create(entry=entry, letter="A")


def test_a_team_over_the_years_with_its_past():
    series = make_series("WTTC", scope="world", discipline="team", team_size=5)
    scene = team_scene(("FR", "DE"))
    match = scene.win(Match.objects.get(event=scene.event))
    services.finish_event(**scene.act(event_id=scene.event.pk))
    add_edition(scene.event, series)
    bring_in(TEAM_MATCHES)
    hidden = make_event(scene.owner, name="Secret", team_size=5)
    for country, region in (("FR", ""), ("", "Île de la Cité")):
        services.add_team(**scene.act(event_id=hidden.pk, country=country, region=region))
    assert [(row.slug, row.name, row.events) for row in lineages()] == [("fra-a", "FRA A", 1), ("ger-a", "GER A", 1)]
    assert find_lineage("deu-a") == find_lineage("ger-a") == lineages(country="DE")[0]
    for slug in ("region-ile-de-la-cite-a", "fra-b", "xyz-a", "a", "-a", "region--a"):
        with pytest.raises(NotFound):
            find_lineage(slug)
    services.publish_event(**scene.act(event_id=hidden.pk))
    assert find_lineage("region-ile-de-la-cite-a").name == "Île de la Cité A"
    assert find_team(hidden, "region-ile-de-la-cite-a")[0].name == "Île de la Cité A"
    found = load_lineage(find_lineage("fra-a"), None)
    latest, first = found.rows
    assert (latest.entry.event, latest.players, latest.medal) == (hidden, (), None)
    won = scene.sides(match)[0] == "FRA A"
    assert (first.entry.place, first.medal, len(first.players)) == ((1, 1, 6) if won else (2, 2, 6))
    assert (first.record.won, first.record.lost) == ((1, 0) if won else (0, 1))
    (past,) = found.past
    assert (past.matches, past.won, past.lost) == (2, 1, 1)


def test_a_team_over_the_years_takes_as_many_queries_for_any_number():
    costs = []
    for years in (2, 20):
        more_years("FR", years)
        costs.append(queries(lambda: load_lineage(find_lineage("fra-a"), None)))
    assert costs[0] == costs[1] <= 13


def test_a_team_in_its_event_board_by_board():
    scene = team_scene(("FR", "GB"))
    match = Match.objects.get(event=scene.event)
    names = scene.sides(match)
    left, right = (scene.teams[str(name)] for name in names)
    (secret,) = load_team(left).matches
    assert secret.boards == ()
    scene.open(match)
    scene.enter(match, 1, RIGHT_WINS, LEFT_WINS)
    scene.enter(match, 2, LEFT_WINS)
    (row,) = load_team(right).matches
    assert [(board.tp, board.games) for board in row.boards[:3]] == [((200, 200), 2), ((0, 200), 1), ((0, 0), 0)]
    assert [board.own for board in row.boards] == scene.players[str(names[1])][:5]
    ours, stands_in = scene.players[str(names[0])][2], scene.players[str(names[0])][5]
    change = {"match_id": match.pk, "team_id": left.pk, "board": 3, "player_id": stands_in.pk, "reason": "ill"}
    services.put_at_board(**scene.act(**change))
    (change,) = load_team(left).substitutions
    assert (change.board, change.absent, change.name) == (3, ours.name, stands_in.name)


@pytest.mark.parametrize(
    ("place", "code"),
    [("Budapest, Hungary", "HU"), ("Budapest HUN", "HU"), ("Almere NED", "NL"), ("Lyon, FRA", "FR"), ("Hungary", "HU"),
     ("Paris", ""), ("At the BBC", ""), ("", "")],
)  # fmt: skip
def test_the_country_that_a_place_names(place: str, code: str):
    assert country_of_place(place) == code


def test_countries_with_players_medals_and_events():
    world, own = make_series("WTC", scope="world"), make_series("HUN", country="HU")
    scene = make_scene(2, place="Budapest, Hungary", starts_on=date(2025, 3, 1))
    Player.objects.update(country="HU")
    Entry.objects.update(country="HU")
    bring_in("event,year,champion,country\nWTC,1998,Bob,GBR\n")
    Player.objects.create(slug="zoe", name="Zoë", country="HU", created_at=NOW)
    make_event(scene.owner, name="Secret", place="Pécs, Hungary")
    scene.enter(1)
    services.finish_event(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    add_edition(scene.event, world, own)
    medals = medals_by_country(VISITOR)
    assert (count(medals["HU"]), count(medals["GB"])) == ((1, 1, 0), (1, 0, 0))
    hungary, britain = country_list(VISITOR, date(2026, 1, 1))
    assert (hungary.code, hungary.name, hungary.players, hungary.medals) == ("HU", "Hungary", 3, (1, 1, 0))
    assert (britain.code, britain.players) == ("GB", 0)
    assert [held.event for held in held_in("HU", 10)] == [scene.event]
    assert [row.slug for row in players_of_country("HU")] == ["player-p1", "player-p2", "zoe"]
    assert find_country("hun") == find_country("HU") == "HU"
    assert find_country("ger") == find_country("deu") == "DE"
    for text in ("xx", "xyz", "hungary", ""):
        with pytest.raises(NotFound):
            find_country(text)
