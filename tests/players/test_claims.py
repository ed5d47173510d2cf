"""Claiming a profile that an organiser made."""

from datetime import date
from zoneinfo import ZoneInfo

import pytest

from players.actors import Actor, account_actor
from players.models import CLAIM_TRANSITIONS, ActionLog, ClaimState, Notice, Player, ProfileClaim
from players.notices import kind_of
from players.selectors import claims_of, find_claim, find_player, pending_claims
from players.services import (
    approve_claim,
    claim_player_by_link,
    refuse_claim,
    request_claim,
    update_profile,
    withdraw_claim,
)
from players.services import claims as claims_module
from tantrix_site.errors import Conflict, NotFound, NotPermitted

pytestmark = pytest.mark.django_db


def yes(actor: Actor, player: Player) -> bool:
    return True


def no(actor: Actor, player: Player) -> bool:
    return False


def test_by_link_the_fresh_profile_is_merged(anna, guest, now) -> None:
    actor = account_actor(anna)
    update_profile(
        actor=actor, player=anna.player, now=now,
        changes={"first_colour": "red", "second_colour": "green", "birth_date": date(2000, 1, 1)},
    )  # fmt: skip
    player = claim_player_by_link(actor=account_actor(anna), player=guest, now=now)
    assert player == guest
    player.refresh_from_db()
    assert player.user == anna
    # what the organiser published stays, what the person said of themself comes along
    assert (player.name, player.country, player.slug) == ("Guest Player", "NO", "guest-player")
    assert (player.time_zone, player.first_colour, player.second_colour) == ("Europe/Budapest", "red", "green")
    assert player.birth_date == date(2000, 1, 1)
    assert not Player.objects.filter(name="Anna Kovács").exists()
    assert find_player("anna-kovacs") == guest
    entry = ActionLog.objects.get(action="player.claimed")
    assert entry.data == {"account": "anna", "merged_profiles": ["anna-kovacs"]}
    # what the account did before is still told as its doing
    assert ActionLog.objects.filter(user=anna, player=guest, action="player.updated").exists()


def test_by_link_twice_changes_nothing(anna, guest, now) -> None:
    claim_player_by_link(actor=account_actor(anna), player=guest, now=now)
    logged = ActionLog.objects.count()
    assert claim_player_by_link(actor=account_actor(anna), player=guest, now=now) == guest
    assert ActionLog.objects.count() == logged


def test_an_account_without_profile_claims_as_well(django_user_model, guest, now) -> None:
    user = django_user_model.objects.create_user("fresh", "fresh@example.org", "x")
    claim_player_by_link(actor=account_actor(user), player=guest, now=now)
    assert Player.objects.get(user=user) == guest


def test_a_profile_with_an_account_is_taken(anna, boris, now) -> None:
    for attempt in (claim_player_by_link, request_claim):
        with pytest.raises(Conflict) as refusal:
            attempt(actor=account_actor(boris), player=anna.player, now=now)
        assert refusal.value.code == "profile_taken"


def test_a_used_profile_is_not_merged(anna, guest, now, monkeypatch) -> None:
    # what counts as used is tried with real entries in tests/tournaments
    monkeypatch.setattr(claims_module, "is_used", lambda player: player.user_id == anna.pk)
    for attempt in (claim_player_by_link, request_claim):
        with pytest.raises(Conflict) as refusal:
            attempt(actor=account_actor(anna), player=guest, now=now)
        assert refusal.value.code == "profile_in_use"
        assert refusal.value.extra == {"own_profile": "anna-kovacs"}
    guest.refresh_from_db()
    assert guest.user is None


@pytest.mark.parametrize("attempt", [claim_player_by_link, request_claim])
def test_nobody_claims_without_an_account(attempt, guest, now) -> None:
    with pytest.raises(NotPermitted) as refusal:
        attempt(actor=Actor(via="link", player=guest, entry_id=1), player=guest, now=now)
    assert refusal.value.code == "not_signed_in"


def test_request_and_approval(anna, organiser, guest, now) -> None:
    claim = request_claim(actor=account_actor(anna), player=guest, now=now, message="  Oslo 2025 ")
    assert (claim.state, claim.message) == (ClaimState.PENDING, "Oslo 2025")
    assert list(pending_claims(Player.objects.all())) == [claim]
    player = approve_claim(actor=account_actor(organiser), claim=claim, now=now, may_decide=yes)
    assert player.user == anna
    claim.refresh_from_db()
    assert (claim.state, claim.decided_by, claim.decided_at) == (ClaimState.APPROVED, organiser, now)
    assert list(pending_claims(Player.objects.all())) == []
    acts = list(ActionLog.objects.filter(target_id=guest.pk).order_by("pk").values_list("action", flat=True))
    assert acts == ["player.created", "claim.requested", "claim.approved", "player.claim_approved"]


def test_asking_twice_is_one_request(anna, guest, now) -> None:
    first = request_claim(actor=account_actor(anna), player=guest, now=now)
    assert request_claim(actor=account_actor(anna), player=guest, now=now) == first
    assert ProfileClaim.objects.count() == 1


def test_one_request_at_a_time(anna, organiser, guest, now) -> None:
    from players.services import create_player

    other = create_player(actor=account_actor(organiser), now=now, details={"name": "Other Guest"})
    request_claim(actor=account_actor(anna), player=guest, now=now)
    with pytest.raises(Conflict) as refusal:
        request_claim(actor=account_actor(anna), player=other, now=now)
    assert refusal.value.code == "claim_pending"


def test_only_an_organiser_of_the_player_decides(anna, boris, guest, now) -> None:
    claim = request_claim(actor=account_actor(anna), player=guest, now=now)
    for decide in (approve_claim, refuse_claim):
        with pytest.raises(NotPermitted) as refusal:
            decide(actor=account_actor(boris), claim=claim, now=now, may_decide=no)
        assert refusal.value.code == "not_organiser"
        with pytest.raises(NotPermitted) as refusal:
            decide(actor=account_actor(anna), claim=claim, now=now, may_decide=yes)
        assert refusal.value.code == "own_claim"
    claim.refresh_from_db()
    assert claim.state == ClaimState.PENDING


def test_approval_refuses_the_other_requests(anna, boris, organiser, guest, now) -> None:
    won = request_claim(actor=account_actor(anna), player=guest, now=now)
    lost = request_claim(actor=account_actor(boris), player=guest, now=now)
    approve_claim(actor=account_actor(organiser), claim=won, now=now, may_decide=yes)
    lost.refresh_from_db()
    assert lost.state == ClaimState.REFUSED
    with pytest.raises(Conflict) as refusal:
        approve_claim(actor=account_actor(organiser), claim=lost, now=now, may_decide=yes)
    assert refusal.value.code == "claim_decided"


def test_the_link_settles_the_own_request_too(anna, guest, now) -> None:
    claim = request_claim(actor=account_actor(anna), player=guest, now=now)
    claim_player_by_link(actor=account_actor(anna), player=guest, now=now)
    claim.refresh_from_db()
    assert claim.state == ClaimState.APPROVED


def test_refusal_with_a_reason_and_asking_again(anna, organiser, guest, now) -> None:
    claim = request_claim(actor=account_actor(anna), player=guest, now=now)
    refuse_claim(actor=account_actor(organiser), claim=claim, now=now, may_decide=yes, reason="Another Guest.")
    claim.refresh_from_db()
    assert (claim.state, claim.reason) == (ClaimState.REFUSED, "Another Guest.")
    again = request_claim(actor=account_actor(anna), player=guest, now=now)
    assert again.pk != claim.pk
    assert list(claims_of(anna)) == [again, claim]


def test_withdrawing_is_the_claimants(anna, boris, guest, now) -> None:
    claim = request_claim(actor=account_actor(anna), player=guest, now=now)
    with pytest.raises(NotPermitted):
        withdraw_claim(actor=account_actor(boris), claim=claim, now=now)
    with pytest.raises(NotFound):
        find_claim(user=boris, claim_id=claim.pk)
    withdraw_claim(actor=account_actor(anna), claim=claim, now=now)
    with pytest.raises(Conflict):
        withdraw_claim(actor=account_actor(anna), claim=claim, now=now)


@pytest.mark.parametrize("before", ClaimState)
@pytest.mark.parametrize("after", [ClaimState.APPROVED, ClaimState.REFUSED, ClaimState.WITHDRAWN])
def test_every_transition(before, after, anna, organiser, guest, now) -> None:
    claim = ProfileClaim.objects.create(
        player=guest, user=anna, state=before, created_at=now, decided_at=None if before == "pending" else now
    )
    act = {
        ClaimState.APPROVED: lambda: approve_claim(
            actor=account_actor(organiser), claim=claim, now=now, may_decide=yes
        ),
        ClaimState.REFUSED: lambda: refuse_claim(actor=account_actor(organiser), claim=claim, now=now, may_decide=yes),
        ClaimState.WITHDRAWN: lambda: withdraw_claim(actor=account_actor(anna), claim=claim, now=now),
    }[after]
    if after in CLAIM_TRANSITIONS[before]:
        act()
        claim.refresh_from_db()
        assert claim.state == after
    else:
        with pytest.raises(Conflict):
            act()


def test_who_asked_is_told_what_became_of_it(anna, boris, organiser, guest, now) -> None:
    for user in (anna, boris):
        request_claim(actor=account_actor(user), player=guest, now=now)
    claims = {claim.user_id: claim for claim in ProfileClaim.objects.all()}
    approve_claim(actor=account_actor(organiser), claim=claims[anna.pk], now=now, may_decide=yes)
    told = {notice.user_id: notice for notice in Notice.objects.exclude(kind="claim.asked")}
    assert (told[anna.pk].kind, told[boris.pk].kind, len(told)) == ("claim.approved", "claim.refused", 2)
    words = kind_of("claim.approved").words(told[anna.pk].data, ZoneInfo("UTC"))
    assert words.subject == "The profile of Guest Player is yours"
    assert kind_of("claim.refused").words(told[boris.pk].data, ZoneInfo("UTC")).lines
