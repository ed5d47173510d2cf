"""Whom the names of a list may mean."""

import pytest
from django.db.models import Q

from players.actors import SYSTEM
from players.models import Player
from players.selectors.namesakes import namesakes
from players.services import create_player

pytestmark = pytest.mark.django_db


def make(name: str, now, country: str = "") -> Player:
    return create_player(actor=SYSTEM, now=now, details={"name": name, "country": country})


def test_only_one_with_such_a_name_and_no_other_country_is_sure(now, django_assert_num_queries) -> None:
    ann, zoe, accented, other = make("Ann Lee", now, "NZ"), make("Zoë Żak", now), make("Bo Bé", now), make("Cy", now)
    plain = make("Bo Be", now)
    with django_assert_num_queries(1):
        found = namesakes(["ann  LEE", "Zoe Zak", "Bo Be", "Nobody"], also=Q(pk=other.pk))
    assert found.players == {player.pk: player for player in (ann, zoe, accented, other, plain)}
    sure = {(name, country) for name in ("ann lee", "Zoe Zak", "Bo Be", "Nobody") for country in ("", "NZ", "FR")}
    assert {said for said in sure if found.is_sure(*said)} == {("ann lee", ""), ("ann lee", "NZ")}
    assert (found.same("Zoe Zak"), found.all("Zoe Zak")) == ((), (zoe,))
    assert found.all("Bo Be") == (plain, accented)
