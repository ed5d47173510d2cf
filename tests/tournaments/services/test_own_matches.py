"""Nobody rules on a match of their own, whatever the role; the site's staff decide where nobody else can."""

import inspect
from dataclasses import replace

import pytest

from players.actors import Actor
from tantrix_site.errors import DomainError
from tests.kept import kept
from tests.tournaments.guard.own_matches import ELSEWHERE, OWN_ACTS, RULINGS
from tests.tournaments.scene import NOW, Scene, later, make_scene, make_user
from tests.tournaments.team_scene import team_scene
from tournaments import services
from tournaments.models import GameResult, Match, OrganiserRole, Report, Team
from tournaments.services import Ruling
from tournaments.services.access import is_neutral, match_entries, may_rule

pytestmark = pytest.mark.django_db
ABOUT_ONE = {"match_id", "report_id", "sitting_id", "score_id", "result_id", "offer_id", "message_id", "extension_id"}


def code_of(act) -> str:
    try:
        act()
    except DomainError as error:
        return error.code
    return ""


@pytest.fixture
@kept
def scene() -> Scene:
    """Player 1 organises too: M1 of 1 and 4 is decided, in the final 1 waits; M2 of 3 and 2 is reported."""
    scene = make_scene(4)
    scene.enter(1)
    scene.report(2, 3)
    for seed, role in ((1, OrganiserRole.ORGANISER), (2, OrganiserRole.ARBITER)):
        user = scene.player(seed).user
        services.add_organiser(actor=scene.owner, now=NOW, event_id=scene.event.pk, user=user, role=role)
    return scene


def test_every_service_about_a_match_is_known_as_a_ruling_or_as_an_own_act():
    found = {
        name
        for name in services.__all__
        if inspect.isfunction(act := getattr(services, name)) and ABOUT_ONE & inspect.signature(act).parameters.keys()
    }
    assert found == RULINGS.keys() | ELSEWHERE | OWN_ACTS


def test_no_ruling_on_an_own_match(scene):
    about = {
        "decided": scene.match(1).pk, "open": scene.match(2).pk, "later": later(days=3),
        "report": Report.objects.get().pk, "result": GameResult.objects.get().pk,
    }  # fmt: skip
    scene.event.organiser_rows.filter(user=scene.player(2).user).update(role=OrganiserRole.ORGANISER)
    for name, wanted in RULINGS.items():
        first = {"decided", "result"} & {value for value in wanted.values() if isinstance(value, str)}
        sent = {key: about.get(value, value) if isinstance(value, str) else value for key, value in wanted.items()}
        act = getattr(services, name)
        if "now" in inspect.signature(act).parameters:
            sent["now"] = NOW
        refused = code_of(lambda act=act, sent=sent, first=first: act(actor=scene.player(1 if first else 2), **sent))
        assert refused == "own_match", name


def test_another_official_or_the_staff_rules_and_pages_offer_what_can_be_done(scene):
    match = scene.match(2)
    staff = make_user("staff", is_staff=True)
    mine = replace(scene.player(3), user=staff)
    assert (may_rule(scene.player(1), match), may_rule(scene.player(2), match), may_rule(mine, match)) == (
        True, False, True,
    )  # fmt: skip
    refused = {"actor": scene.player(2), "now": NOW, "match_id": match.pk, "ruling": Ruling("walkover", 0)}
    assert code_of(lambda: services.decide_match(**refused)) == "own_match"
    assert services.decide_match(**{**refused, "actor": scene.player(1)}).state == "decided"


def test_no_own_walkover_by_taking_the_opponent_out(scene):
    Report.objects.all().delete()
    scene.event.organiser_rows.filter(user=scene.player(2).user).update(role=OrganiserRole.ORGANISER)
    take_out = {"actor": scene.player(2), "now": NOW, "entry_id": scene.entries[2].pk}
    for act in (services.withdraw_entry, services.disqualify_entry):
        more = {"reason": "x"} if act is services.disqualify_entry else {}
        assert code_of(lambda act=act, more=more: act(**take_out, **more)) == "own_match"
    assert code_of(lambda: services.plan_exit(**take_out)) == "own_match"
    by_owner = {**take_out, "actor": scene.owner}
    digest = services.plan_exit(**by_owner).plan.digest
    assert services.withdraw_entry(**by_owner, digest=digest).state == "withdrawn"
    assert code_of(lambda: services.revoke_exit(**take_out, reason="x")) == "own_match"
    # oneself may go
    own = {**take_out, "entry_id": scene.entries[1].pk}
    assert code_of(lambda: services.plan_exit(**own)) == ""


def test_in_teams_the_whole_team_and_its_captain_are_party():
    scene = team_scene(["FR", "NL"])
    match = Match.objects.filter(event=scene.event).first()
    first, second = match_entries(match)
    captain = make_user("captain")
    Team.objects.filter(entry=first).update(captain=captain.player)
    user = make_user("helper", player=False)
    services.add_organiser(**scene.act(event_id=scene.event.pk, user=user, role=OrganiserRole.ORGANISER))
    # the captain sees what a withdrawal of the team would change, as the captain may withdraw it; that of others not
    leading = {"actor": Actor(via="account", player=captain.player), "now": NOW}
    assert services.plan_exit(**leading, entry_id=first).plan.walkovers
    assert code_of(lambda: services.plan_exit(**leading, entry_id=second)) == "not_your_entry"
    member = scene.players[scene.teams[next(iter(scene.teams))].name][0]
    for player in (captain.player, member.player):
        actor = Actor(via="account", user=user, player=player)
        own = first if player == captain.player else member.team_id
        assert is_neutral(actor, scene.event, [second if own == first else first])
        assert code_of(lambda actor=actor: services.open_boards(actor=actor, now=NOW, match_id=match.pk)) == "own_match"
        send = {"actor": actor, "now": NOW, "match_id": match.pk, "team_id": second if own == first else first}
        assert code_of(lambda send=send: services.send_line_up(**send, players=[None] * 5)) == "own_match"
    scene.open(match)
    board = scene.board(match, 5)
    assert board.slots.first().occupant != member
    assert not may_rule(Actor(via="account", user=user, player=member.player), board)
