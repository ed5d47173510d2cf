"""API tokens as services."""

from datetime import timedelta

import pytest

from players.actors import Actor, account_actor
from players.models import ActionLog, ApiToken
from players.selectors import tokens_of
from players.services import MOST_TOKENS, create_token, note_token_use, revoke_token
from tantrix_site.errors import Conflict, InvalidInput, NotFound, NotPermitted

pytestmark = pytest.mark.django_db


def test_the_secret_is_not_stored(anna, now) -> None:
    token, secret = create_token(actor=account_actor(anna), now=now, name="  club  laptop ")
    assert token.name == "club laptop"
    assert secret.startswith("ttx_")
    stored = "".join(str(value) for value in ApiToken.objects.values_list()[0])
    assert secret not in stored
    entry = ActionLog.objects.get(action="token.created")
    assert entry.data == {"token": token.public_id, "name": "club laptop"}
    assert secret not in str(entry.data)


@pytest.mark.parametrize("name", ["", "   ", "a\x00b", "a\u200bb"])
def test_a_token_needs_a_name(name, anna, now) -> None:
    with pytest.raises(InvalidInput) as refusal:
        create_token(actor=account_actor(anna), now=now, name=name)
    assert refusal.value.code == "token_name_empty"


def test_names_are_unique_within_the_account(anna, boris, now) -> None:
    create_token(actor=account_actor(anna), now=now, name="laptop")
    with pytest.raises(Conflict) as refusal:
        create_token(actor=account_actor(anna), now=now, name="laptop")
    assert refusal.value.code == "token_name_taken"
    create_token(actor=account_actor(boris), now=now, name="laptop")


def test_the_limit(anna, now) -> None:
    for number in range(MOST_TOKENS):
        create_token(actor=account_actor(anna), now=now, name=f"t{number}")
    with pytest.raises(Conflict) as refusal:
        create_token(actor=account_actor(anna), now=now, name="one more")
    assert (refusal.value.code, refusal.value.extra) == ("too_many_tokens", {"most": MOST_TOKENS})


def test_revoking_is_the_owners(anna, boris, now) -> None:
    token, _secret = create_token(actor=account_actor(anna), now=now, name="laptop")
    with pytest.raises(NotFound) as refusal:
        revoke_token(actor=account_actor(boris), now=now, public_id=token.public_id)
    assert refusal.value.code == "token_not_found"
    revoke_token(actor=account_actor(anna), now=now, public_id=token.public_id)
    assert list(tokens_of(anna)) == []
    with pytest.raises(NotFound):
        revoke_token(actor=account_actor(anna), now=now, public_id=token.public_id)


def test_a_link_has_no_tokens(guest, now) -> None:
    with pytest.raises(NotPermitted):
        create_token(actor=Actor(via="link", player=guest, entry_id=1), now=now, name="x")


def test_use_is_noted_once_an_hour(anna, now, django_assert_num_queries) -> None:
    token, _secret = create_token(actor=account_actor(anna), now=now, name="laptop")
    note_token_use(token=token, now=now)
    token.refresh_from_db()
    assert token.last_used_at == now
    with django_assert_num_queries(0):
        note_token_use(token=token, now=now + timedelta(minutes=59))
    note_token_use(token=token, now=now + timedelta(minutes=60))
    token.refresh_from_db()
    assert token.last_used_at == now + timedelta(minutes=60)
