"""Entering teams and their players, and who may do it (`docs/regulations.md` 6.1, 6.3 and 7.2)."""

from dataclasses import replace

import pytest

from players.actors import Actor
from players.models import Player
from tantrix_site.errors import Conflict, InvalidInput, NotPermitted
from tests.tournaments.scene import NOW
from tests.tournaments.team_scene import TeamScene, team_scene
from tournaments import services
from tournaments.formats.teams.seeding import team_points
from tournaments.models import Draw, Entry, Match
from tournaments.selectors.teams import points_of_teams
from tournaments.services import EventDetails, NewPerson, StagePlan

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene() -> TeamScene:
    return team_scene((), start=False)


def make_player(name: str, country: str = "") -> Player:
    return Player.objects.create(slug=name, name=name, name_key=name, country=country, created_at=NOW)


def test_teams_of_a_country_or_region_are_told_apart_by_letters(scene):
    act = scene.act(event_id=scene.event.pk)
    names = [services.add_team(**act, country=country).name for country in ("FR", "DE", "FR")]
    names += [services.add_team(**act, region=region).name for region in ("Rest of  World", "Rest of World")]
    assert names == ["FRA A", "GER A", "FRA B", "Rest of World A", "Rest of World B"]
    for wrong in ({"country": "FR", "region": "Rest"}, {}):
        with pytest.raises(InvalidInput) as refused:
            services.add_team(**act, **wrong)
        assert refused.value.code == "country_or_region"
    for enter in (
        lambda: services.add_entry(**act, person=NewPerson("Somebody New")),
        lambda: services.enter_oneself(
            actor=Actor(via="account", player=make_player("x")), now=NOW, event_id=act["event_id"]
        ),
    ):
        with pytest.raises((Conflict, NotPermitted)):
            enter()


def test_the_overall_captain_enters_the_teams_of_one_country_and_names_their_captains(scene):
    overall, captain, deputy = (make_player(name, "FR") for name in ("overall", "captain", "deputy"))
    act = {"now": NOW, "event_id": scene.event.pk}
    services.name_overall_captain(actor=scene.owner, **act, country="FR", player_id=overall.pk)
    head = Actor(via="account", player=overall)
    team = services.add_team(actor=head, **act, country="FR")
    with pytest.raises(NotPermitted):
        services.add_team(actor=head, **act, country="DE")
    lead = {"now": NOW, "team_id": team.pk}
    services.name_captains(actor=head, **lead, captain_id=captain.pk)
    boss = Actor(via="account", player=captain)
    services.name_captains(actor=boss, **lead, captain_id=captain.pk, deputy_id=deputy.pk)
    with pytest.raises(NotPermitted):
        services.name_captains(actor=boss, **lead, captain_id=deputy.pk)
    with pytest.raises(InvalidInput):
        services.name_captains(actor=head, **lead, captain_id=captain.pk, deputy_id=captain.pk)
    second = Actor(via="account", player=deputy)
    entered = services.add_team_player(actor=second, **lead, player_id=captain.pk)
    assert (entered.entry.team, entered.entry.team_place, entered.entry.country) == (team, 1, "FR")
    assert entered.link is None  # organisers make the links of players (decision 124)
    with pytest.raises(NotPermitted):
        services.add_team_player(actor=Actor(via="account", player=make_player("z")), **lead, player_id=overall.pk)


def test_nobody_plays_twice_and_a_team_has_so_many_seats(scene):
    act = scene.act(event_id=scene.event.pk)
    first, second = services.add_team(**act, country="FR"), services.add_team(**act, country="FR")
    players = [make_player(f"f{n}", "FR") for n in range(7)]
    for player in players[:5]:
        services.add_team_player(**scene.act(team_id=first.pk, player_id=player.pk))

    def refused(team: Entry, player: Player, **more) -> str:
        with pytest.raises(Conflict) as error:
            services.add_team_player(**scene.act(team_id=team.pk, player_id=player.pk, **more))
        return error.value.code

    assert refused(first, players[5]) == "team_full"
    assert refused(second, players[0]) == "already_entered"
    assert refused(second, make_player("german", "DE")) == "other_country"
    german = Player.objects.get(slug="german")
    services.add_team_player(**scene.act(team_id=second.pk, player_id=german.pk, any_country=True))
    sub = services.add_team_player(**scene.act(team_id=first.pk, player_id=players[5].pk, is_substitute=True)).entry
    moved = services.move_team_player(**scene.act(entry_id=sub.pk, team_id=second.pk))
    assert (moved.team, moved.team_place, moved.is_substitute) == (second, 2, True)
    order = list(Entry.every.filter(team=first).order_by("team_place").values_list("pk", flat=True))
    services.order_team(**scene.act(team_id=first.pk, players=order[::-1]))
    assert list(Entry.every.filter(team=first).order_by("team_place").values_list("pk", flat=True)) == order[::-1]
    services.remove_team_player(**scene.act(entry_id=order[0]))
    assert list(Entry.every.filter(team=first).order_by("pk").values_list("team_place", flat=True)) == [4, 3, 2, 1]
    # players of teams are no entrants
    assert set(scene.event.entries.all()) == {first, second}
    services.remove_entry(**act, entry_id=second.pk)
    assert not Entry.every.filter(player=german).exists()


def test_teams_are_seeded_by_the_mean_of_their_five_and_kept_apart_by_country_or_refused():
    plans = [StagePlan("groups", settings={"groups": 2, "formation": "lot"})]
    scene = team_scene(("FR", "FR", "DE", "GB"), plans=plans, start=False)
    strength = team_points(points_of_teams(scene.event)[scene.teams["FRA A"].pk], 5)
    assert strength == pytest.approx(2180)
    assert [entry.seed for entry in scene.event.entries.order_by("pk")] == [1, 2, 3, 4]
    act = scene.act(event_id=scene.event.pk)
    services.make_draw(**act)
    groups = Draw.objects.get(stage__event=scene.event, current=True).detail["groups"]
    assert sorted(len({1, 2} & set(seeds)) for seeds in groups.values()) == [1, 1]
    redrawn = services.make_draw(**act, lot=5)
    assert (redrawn.number, Match.every.filter(event=scene.event).exclude(board=None).count()) == (2, 10)
    services.discard_draw(**act)
    assert not Match.every.filter(event=scene.event).exists()
    services.add_team(**act, country="FR")
    with pytest.raises(InvalidInput) as refused:
        services.make_draw(**act)
    assert refused.value.code == "too_many_of_country"


def test_a_team_without_three_players_cannot_start(scene):
    act = scene.act(event_id=scene.event.pk)
    for country in ("FR", "DE"):
        services.add_team(**act, country=country)
    services.make_draw(**act)
    with pytest.raises(Conflict) as refused:
        services.start_event(**act)
    assert refused.value.code == "team_incomplete"
    with pytest.raises(Conflict) as locked:
        services.update_event(**act, details=replace(EventDetails.of(scene.event), team_size=4))
    assert locked.value.code == "settings_locked"
