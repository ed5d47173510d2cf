"""Two people, or one person twice, at the same moment: with real transactions."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from players.actors import SYSTEM, account_actor
from players.models import ApiToken, Player, ProfileClaim, User
from players.services import (
    approve_claim,
    claim_player_by_link,
    create_player,
    create_token,
    request_claim,
    update_profile,
)
from tantrix_site.errors import DomainError
from tests.players.conftest import NOW, PASSWORD

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """Start all at the same moment, each with a connection of its own; answers or expected failures, in order."""
    barrier = Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        try:
            barrier.wait(10)
            return act()
        except DomainError as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return [future.result(30) for future in [pool.submit(run, act) for act in acts]]


def test_four_sign_ups_with_one_name() -> None:
    def sign_up(number: int) -> Callable[[], Any]:
        body = {
            "name": "Zoë Żak", "country": "", "username": "ZOE" if number % 2 else "zoe",
            "email": f"zoe{number}@example.org", "password1": PASSWORD,
        }  # fmt: skip
        return lambda: Client().post("/accounts/signup/", body)

    answers = at_once(*(sign_up(number) for number in range(4)))
    assert sorted(answer.status_code for answer in answers) == [200, 200, 200, 302]
    for answer in answers:
        if answer.status_code == 200:
            assert list(answer.context["form"].errors) == ["username"]
    assert User.objects.count() == Player.objects.count() == 1


def test_four_sign_ups_with_one_address() -> None:
    def sign_up(number: int) -> Callable[[], Any]:
        body = {
            "name": "Zoë Żak", "country": "", "username": f"zoe{number}", "email": "zoe@example.org",
            "password1": PASSWORD,
        }  # fmt: skip
        return lambda: Client().post("/accounts/signup/", body)

    answers = at_once(*(sign_up(number) for number in range(4)))
    assert sorted(answer.status_code for answer in answers) == [200, 200, 200, 302]
    assert User.objects.count() == Player.objects.count() == 1


def test_profiles_of_one_name_get_different_addresses() -> None:
    made = at_once(*(lambda: create_player(actor=SYSTEM, now=NOW, details={"name": "Ann Lee"}),) * 4)
    assert sorted(player.slug for player in made) == ["ann-lee", "ann-lee-2", "ann-lee-3", "ann-lee-4"]


def test_one_account_never_gets_two_profiles() -> None:
    user = User.objects.create_user("fresh", "fresh@example.org", "x")
    actor = account_actor(user)
    answers = at_once(*(lambda: create_player(actor=actor, user=user, now=NOW, details={"name": "Fresh"}),) * 4)
    assert sum(isinstance(answer, Player) for answer in answers) == 1
    assert {answer.code for answer in answers if isinstance(answer, DomainError)} == {"profile_exists"}


def test_one_profile_is_claimed_by_one_account(make_person, organiser) -> None:
    people = [make_person(name) for name in ("ada", "bea", "cyd")]
    guest = create_player(actor=account_actor(organiser), now=NOW, details={"name": "Guest"})
    actors = [account_actor(person) for person in people]
    answers = at_once(*(lambda a=actor: claim_player_by_link(actor=a, player=guest, now=NOW) for actor in actors))
    winners = [answer for answer in answers if isinstance(answer, Player)]
    assert len(winners) == 1
    assert {answer.code for answer in answers if isinstance(answer, DomainError)} == {"profile_taken"}
    guest.refresh_from_db()
    assert guest.user == winners[0].user
    # the losers keep their own profiles
    assert Player.objects.filter(user__in=people).count() == 3


def test_two_requests_for_one_profile_are_approved_at_once(make_person, organiser) -> None:
    guest = create_player(actor=account_actor(organiser), now=NOW, details={"name": "Guest"})
    people = [make_person(name) for name in ("ada", "bea", "cyd")]
    claims = [request_claim(actor=account_actor(person), player=guest, now=NOW) for person in people]
    decider = account_actor(organiser)
    answers = at_once(
        *(
            lambda c=claim: approve_claim(actor=decider, claim=c, now=NOW, may_decide=lambda _actor, _player: True)
            for claim in claims
        )
    )
    assert sum(isinstance(answer, Player) for answer in answers) == 1
    assert {answer.code for answer in answers if isinstance(answer, DomainError)} == {"claim_decided"}
    assert sorted(ProfileClaim.objects.values_list("state", flat=True)) == ["approved", "refused", "refused"]


def test_one_token_name_once(anna) -> None:
    actor = account_actor(anna)
    answers = at_once(*(lambda: create_token(actor=actor, now=NOW, name="laptop"),) * 4)
    assert sum(isinstance(answer, tuple) for answer in answers) == 1
    assert ApiToken.objects.count() == 1


def test_renaming_into_one_name(make_person) -> None:
    people = [make_person(name) for name in ("ada", "bea", "cyd")]
    acts = [
        lambda p=person: update_profile(actor=account_actor(p), player=p.player, now=NOW, changes={"name": "Eve Lind"})
        for person in people
    ]
    renamed = at_once(*acts)
    assert sorted(player.slug for player in renamed) == ["eve-lind", "eve-lind-2", "eve-lind-3"]
