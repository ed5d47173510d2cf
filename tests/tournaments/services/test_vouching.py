"""Claiming a profile by link or approval, with real entries."""

from datetime import timedelta

import pytest

from players.actors import Actor, account_actor
from players.models import ClaimState, Player, ProfileClaim
from players.selectors import is_used
from players.services import request_claim
from tantrix_site.errors import Conflict, NotPermitted
from tests.tournaments.scene import NOW, make_event, make_owner, make_user
from tournaments import services
from tournaments.models import OrganiserRole
from tournaments.services import NewPerson, claims_to_decide, decide_claim

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(days=30)


@pytest.fixture
def owner() -> Actor:
    return make_owner()


@pytest.fixture
def guest(owner: Actor):
    event = make_event(owner)
    return services.add_entry(actor=owner, now=NOW, event_id=event.pk, person=NewPerson("Zoë Bó", "HU", False))


@pytest.fixture
def zoe() -> Actor:
    return account_actor(make_user("zoe"))


def enter_elsewhere(guest, name: str = "rogue"):
    """An account makes an event of its own and enters the profile there."""
    rogue = make_owner(name)
    event = make_event(rogue, name="Rogue Cup")
    player = guest.entry.player
    entered = services.add_entry(actor=rogue, now=LATER, event_id=event.pk, player_id=player.pk)
    return rogue, event, entered


def test_the_link_of_the_first_event_hands_over(guest, zoe) -> None:
    player = services.claim_profile(actor=zoe, now=NOW, token=guest.link)
    assert player.user == zoe.user
    assert Player.objects.count() == 1


def test_an_event_made_for_the_purpose_hands_over_nothing(guest, zoe) -> None:
    rogue, _event, entered = enter_elsewhere(guest)
    for thief in (zoe, rogue):
        with pytest.raises(Conflict) as refusal:
            services.claim_profile(actor=thief, now=LATER, token=entered.link)
        assert refusal.value.code == "approval_needed"
        assert refusal.value.extra == {"player": guest.entry.player.slug}
    claim = request_claim(actor=zoe, player=guest.entry.player, now=LATER)
    assert not claims_to_decide(rogue.user).exists()
    with pytest.raises(NotPermitted) as refusal:
        decide_claim(actor=rogue, now=LATER, claim=claim, approve=True)
    assert refusal.value.code == "not_organiser"


def test_appointing_the_maker_as_organiser_helps_no_thief(guest, owner, zoe) -> None:
    rogue, event, entered = enter_elsewhere(guest)
    services.add_organiser(actor=rogue, now=LATER, event_id=event.pk, user=owner.user, role=OrganiserRole.ORGANISER)
    with pytest.raises(Conflict):
        services.claim_profile(actor=zoe, now=LATER, token=entered.link)


def test_another_event_of_the_maker_hands_over(guest, owner, zoe) -> None:
    event = make_event(owner, name="Autumn Cup")
    entered = services.add_entry(actor=owner, now=LATER, event_id=event.pk, player_id=guest.entry.player.pk)
    assert services.claim_profile(actor=zoe, now=LATER, token=entered.link).user == zoe.user


def test_who_decides_about_a_request(guest, owner, zoe) -> None:
    claim = request_claim(actor=zoe, player=guest.entry.player, now=NOW)
    helper, arbiter, stranger = (make_user(name, player=False) for name in ("helper", "arbiter", "stranger"))
    staff = make_user("staff", player=False, is_staff=True)
    event = guest.entry.event
    for user, role in ((helper, OrganiserRole.ORGANISER), (arbiter, OrganiserRole.ARBITER)):
        services.add_organiser(actor=owner, now=NOW, event_id=event.pk, user=user, role=role)
    for user, may in ((owner.user, True), (helper, True), (staff, True), (arbiter, False), (stranger, False)):
        assert (claim in claims_to_decide(user)) == may, user
    for user in (arbiter, stranger):
        with pytest.raises(NotPermitted):
            decide_claim(actor=account_actor(user), now=NOW, claim=claim, approve=False)
    decided = decide_claim(actor=account_actor(helper), now=NOW, claim=claim, approve=True)
    assert decided.state == ClaimState.APPROVED
    assert Player.objects.get().user == zoe.user


def test_refusing_with_a_reason(guest, owner, zoe) -> None:
    claim = request_claim(actor=zoe, player=guest.entry.player, now=NOW)
    decided = decide_claim(actor=owner, now=NOW, claim=claim, approve=False, reason="Another Zoë.")
    assert (decided.state, decided.reason) == (ClaimState.REFUSED, "Another Zoë.")
    with pytest.raises(Conflict) as refusal:
        decide_claim(actor=owner, now=NOW, claim=claim, approve=True)
    assert refusal.value.code == "claim_decided"


def test_ones_own_request_is_for_others(guest, owner) -> None:
    claim = request_claim(actor=owner, player=guest.entry.player, now=NOW)
    assert not claims_to_decide(owner.user).exists()
    with pytest.raises(NotPermitted) as refusal:
        decide_claim(actor=owner, now=NOW, claim=claim, approve=True)
    assert refusal.value.code == "own_claim"


def test_an_entered_profile_is_used_and_not_merged(guest, owner, zoe) -> None:
    assert not is_used(zoe.player)
    event = make_event(owner, name="Autumn Cup")
    services.add_entry(actor=owner, now=NOW, event_id=event.pk, player_id=zoe.player.pk)
    assert is_used(zoe.player)
    with pytest.raises(Conflict) as refusal:
        services.claim_profile(actor=zoe, now=NOW, token=guest.link)
    assert refusal.value.code == "profile_in_use"
    assert Player.objects.count() == 2
    assert not ProfileClaim.objects.exists()


def test_the_number_of_queries_does_not_grow(owner, guest, django_assert_num_queries) -> None:
    event = guest.entry.event
    players = [guest.entry.player]
    for count in (1, 3):
        while len(players) < count:
            person = NewPerson(f"Guest {chr(96 + len(players))}", "", True)
            players.append(services.add_entry(actor=owner, now=NOW, event_id=event.pk, person=person).entry.player)
        for player in players:
            if not player.claims.exists():
                request_claim(actor=account_actor(make_user(f"claimer-{player.pk}")), player=player, now=NOW)
        with django_assert_num_queries(1):
            assert len([claim.user.player.name for claim in claims_to_decide(owner.user)]) == count
