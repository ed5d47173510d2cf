"""Who was a Lobby Master when."""

from datetime import timedelta

import pytest

from ratings.models import EndKind, Title, TitleEnd, TitleTerm
from ratings.selectors import is_master_on, master_terms
from tests.ratings.masters_scene import masters_on
from tests.ratings.scene import NOW, make_players

pytestmark = pytest.mark.django_db
DAY = timedelta(1)


def test_a_term_begins_with_its_first_instant_and_lasts_up_to_its_end(django_assert_num_queries):
    one, two, itm = make_players(3)
    end = TitleEnd.objects.create(at=NOW + DAY, via="system", kind=EndKind.LOWEST)
    for holder, title, since, ended in (
        (one, Title.LOBBY_MASTER, NOW, end),
        (one, Title.LOBBY_MASTER, NOW + 5 * DAY, None),
        (two, Title.LOBBY_MASTER, NOW + DAY, None),
        (itm, Title.INTERNATIONAL_MASTER, NOW, None),
    ):
        TitleTerm.objects.create(at=NOW, via="system", holder_id=holder, title=title, since=since, end=ended)
    tick = timedelta(microseconds=1)
    held = {
        NOW - tick: set(), NOW: {one}, NOW + DAY - tick: {one}, NOW + DAY: {two}, NOW + 4 * DAY: {two},
        NOW + 5 * DAY: {one, two},
    }  # fmt: skip
    with django_assert_num_queries(1):
        terms = master_terms()
    for instant, masters in held.items():
        assert masters_on(instant) == masters
        assert {player for player in (one, two, itm) if is_master_on(player, instant)} == masters
        assert {player for player, known in terms.items() if any(term.covers(instant) for term in known)} == masters
    assert set(master_terms([two, itm])) == {two}
