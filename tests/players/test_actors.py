"""Who acts in a request."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory
from rest_framework.request import Request

from players.actors import account_actor, request_actor
from players.api.authentication import ApiTokenAuthentication
from players.services import create_token
from tantrix_site.errors import NotPermitted

pytestmark = pytest.mark.django_db


def test_a_page_acts_for_the_account(anna, rf: RequestFactory, django_assert_num_queries) -> None:
    request = rf.get("/")
    request.user = anna
    with django_assert_num_queries(1):
        actor = request_actor(request)
        assert request_actor(request) is actor
    assert (actor.via, actor.user, actor.player) == ("account", anna, anna.player)


def test_a_token_says_so(anna, rf: RequestFactory, now) -> None:
    _token, secret = create_token(actor=account_actor(anna), now=now, name="t")
    plain = rf.get("/", headers={"authorization": f"Token {secret}"})
    request = Request(plain, authenticators=[ApiTokenAuthentication()])
    actor = request_actor(request)
    assert (actor.via, actor.user) == ("token", anna)


def test_nobody(rf: RequestFactory) -> None:
    request = rf.get("/")
    request.user = AnonymousUser()
    with pytest.raises(NotPermitted) as refusal:
        request_actor(request)
    assert refusal.value.code == "not_signed_in"
