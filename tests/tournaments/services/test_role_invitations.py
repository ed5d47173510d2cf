"""Roles by a link, and what the one for the check-in may do."""

import pytest

from players.actors import account_actor
from tantrix_site.errors import DomainError
from tests.tournaments.scene import NOW, later, make_scene, make_user
from tournaments import services
from tournaments.models import EventOrganiser, OrganiserRole, RoleInvitation
from tournaments.services import EntryTerms

pytestmark = pytest.mark.django_db


def code_of(act) -> str:
    with pytest.raises(DomainError) as error:
        act()
    return error.value.code


@pytest.fixture
def scene():
    return make_scene(2, start=False)


def invite(scene, **more):
    return services.invite_official(
        **{"actor": scene.owner, "now": NOW, "event_id": scene.event.pk, "role": "arbiter", **more}
    )


def test_who_opens_the_link_takes_the_role_as_often_as_it_is_good(scene):
    made, token = invite(scene, uses=2, days=3)
    assert token not in str(RoleInvitation.objects.values_list())
    first, second, third = (account_actor(make_user(name, player=False)) for name in ("one", "two", "three"))
    take = {"now": NOW, "token": token}
    assert services.accept_invitation(actor=first, **take).role == "arbiter"
    assert code_of(lambda: services.accept_invitation(actor=first, **take)) == "has_role"
    assert code_of(lambda: services.accept_invitation(actor=scene.owner, **take)) == "has_role"
    assert (
        code_of(lambda: services.accept_invitation(actor=second, token=token, now=later(days=3))) == "invitation_over"
    )
    services.accept_invitation(actor=second, **take)
    assert code_of(lambda: services.accept_invitation(actor=third, **take)) == "invitation_over"
    made.refresh_from_db()
    assert (made.used, EventOrganiser.objects.filter(event=scene.event, role="arbiter").count()) == (2, 2)
    # a higher role is taken, a lower one never
    _made, more = invite(scene, role="organiser")
    assert services.accept_invitation(actor=first, now=NOW, token=more).role == "organiser"
    assert code_of(lambda: services.accept_invitation(actor=third, now=NOW, token="x" * 32)) == "invitation_unknown"


def test_an_invitation_is_the_owners_and_can_be_revoked(scene):
    made, token = invite(scene)
    helper = account_actor(make_user("helper", player=False))
    services.add_organiser(
        actor=scene.owner, now=NOW, event_id=scene.event.pk, user=helper.user, role=OrganiserRole.ORGANISER
    )
    assert code_of(lambda: invite(scene, actor=helper)) == "not_owner"
    for wrong, code in (({"role": "owner"}, "bad_role"), ({"uses": 0}, "bad_uses"), ({"days": 61}, "bad_days")):
        assert code_of(lambda wrong=wrong: invite(scene, **wrong)) == code
    revoke = {"now": NOW, "event_id": scene.event.pk, "invitation_id": made.pk}
    assert code_of(lambda: services.revoke_invitation(actor=helper, **revoke)) == "not_owner"
    services.revoke_invitation(actor=scene.owner, **revoke)
    # whose role was taken away does not come back by the same link
    _made, wide = invite(scene, uses=3)
    guest = account_actor(make_user("guest", player=False))
    take = {"actor": guest, "now": NOW, "token": wide}
    services.accept_invitation(**take)
    services.remove_organiser(actor=scene.owner, now=NOW, event_id=scene.event.pk, user=guest.user)
    assert code_of(lambda: services.accept_invitation(**take)) == "invitation_over"
    assert code_of(lambda: services.accept_invitation(actor=guest, now=NOW, token=token)) == "invitation_over"


def test_the_check_in_says_who_is_there_and_does_nothing_else(scene):
    desk = account_actor(make_user("desk", player=False))
    services.accept_invitation(actor=desk, now=NOW, token=invite(scene, role="check_in")[1])
    by = {"actor": desk, "now": NOW}
    services.set_entry_rules(
        actor=scene.owner, now=NOW, event_id=scene.event.pk, terms=EntryTerms(check_in_closes_at=later(days=1))
    )
    assert services.check_in(**by, entry_id=scene.entries[0].pk)
    refused = [
        lambda: services.remove_missing(**by, event_id=scene.event.pk, seen=[]),
        lambda: services.set_seeds(**by, event_id=scene.event.pk, seeds={}),
        lambda: services.make_draw(**by, event_id=scene.event.pk),
        lambda: services.withdraw_entry(**by, entry_id=scene.entries[0].pk),
        lambda: services.set_audience(**by, event_id=scene.event.pk, listed=False),
    ]
    assert {code_of(act) for act in refused} <= {"not_organiser", "not_your_entry"}
    services.make_draw(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    services.start_event(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    scored = {"number": 1, "figures": services.GameFigures(tiles=(50, 10))}
    assert code_of(lambda: services.enter_result(**by, match_id=scene.match(1).pk, **scored)) == "not_arbiter"
