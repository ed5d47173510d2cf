"""Lists of any day, histories, and what an event was worked out from."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from players.actors import SYSTEM
from ratings.models import RatedEvent
from ratings.selectors import (
    EventLine,
    LevelLine,
    ListOrder,
    event_rows,
    player_history,
    rating_list,
    revisions,
    seeding_points_on,
    standings_on,
)
from ratings.selectors.lists import day_of_list_before
from ratings.services import Pairing, apply_waiting, plan_relevelling, relevel, submit_event
from tests.ratings.scene import DAY, NOW, expected, make_players, results, send, standings

pytestmark = pytest.mark.django_db


def several(left: int, right: int, games: int, share: float = 0.6) -> Pairing:
    tp = round(200 * games * share)
    return Pairing(left, right, games, (tp, 200 * games - tp))


def queries(act) -> int:
    with CaptureQueriesContext(connection) as seen:
        act()
    return len(seen)


def test_listed_from_12_games_established_from_36_hidden_after_two_years():
    a, b = make_players(2)
    send(results(1, [several(a, b, 11)]))
    assert rating_list(DAY).rows == ()
    send(results(2, [several(a, b, 1)], day=31))
    assert [row.player.pk for row in rating_list(date(2026, 2, 1)).rows] == [a, b]
    assert not rating_list(date(2026, 2, 1)).rows[0].is_established
    send(results(3, [several(a, b, 24)], day=59))
    assert rating_list(date(2026, 3, 1)).rows[0].is_established
    assert len(rating_list(date(2028, 3, 1)).rows) == 2
    assert rating_list(date(2028, 3, 2)).rows == ()
    # a list of an earlier day is as it was
    assert rating_list(date(2026, 2, 1)).rows[0].games == 12


def test_moves_since_the_list_of_the_month_before():
    a, b, c = make_players(3)
    send(results(1, [several(a, b, 12), several(b, c, 12)], day=10), results(2, [several(c, a, 12, 0.95)], day=40))
    was, now = rating_list(date(2026, 1, 31)), rating_list(date(2026, 2, 28))
    assert (now.before, day_of_list_before(date(2026, 3, 1))) == (was.on, date(2026, 2, 28))
    ranks, ratings = {r.player.pk: r.rank for r in was.rows}, {r.player.pk: r.rating for r in was.rows}
    assert {r.player.pk: r.rank_before for r in now.rows} == ranks
    assert all(r.moved == r.rating - ratings[r.player.pk] for r in now.rows)
    assert {r.rank_before for r in was.rows} == {None}


def test_a_country_keeps_the_ranks_and_orders_sort():
    hun, nzl = make_players(2, country="HU"), make_players(2, country="NZ")
    send(
        results(1, [several(nzl[0], hun[0], 20), several(nzl[1], hun[1], 13), several(hun[0], hun[1], 13, 0.8)]),
        results(2, [several(hun[1], nzl[1], 1)], day=3),
    )
    on = DAY + timedelta(5)
    everybody = rating_list(on).rows
    assert [row.rank for row in everybody] == [1, 2, 3, 4]
    of_hungary = rating_list(on, country="HU").rows
    assert {(r.rank, r.player.pk) for r in of_hungary} == {
        (r.rank, r.player.pk) for r in everybody if r.player.pk in hun
    }
    assert [r.games for r in rating_list(on, order=ListOrder.GAMES).rows] == [33, 27, 20, 14]
    assert rating_list(on, order=ListOrder.LAST_PLAYED).rows[0].last_played == on - timedelta(2)
    assert [r.player.pk for r in rating_list(on, order=ListOrder.NAME).rows] == [*hun, *nzl]


def test_a_list_takes_as_many_queries_for_any_number():
    a, b, c, d, e = make_players(5)
    send(results(1, [several(a, b, 12)]))
    few = queries(lambda: rating_list(DAY))
    send(results(2, [several(c, d, 12), several(e, d, 12)]))
    assert queries(lambda: rating_list(DAY)) == few
    # kept until the ledger changes
    assert queries(lambda: rating_list(DAY)) == 2


def test_a_history_with_a_correction_and_a_level():
    a, b = make_players(2)
    c = make_players(1)[0]
    first, second = results(1, [several(a, b, 12)]), results(2, [several(a, c, 4, 0.8)], day=2)
    third = results(3, [several(a, b, 4)], day=9)
    send(first, second, third)
    level = DAY + timedelta(5)
    relevel(actor=SYSTEM, now=NOW, on=level, reason="custom", digest=plan_relevelling(level).digest)
    corrected = replace(first, pairings=(several(a, b, 12, 0.4),))
    submit_event(actor=SYSTEM, now=NOW, results=corrected, reason="the sheet was misread")
    apply_waiting(now=NOW)
    lines = player_history(a)
    changes, constants, _standings = expected([corrected, second, third], [level])
    assert [type(line) for line in lines] == [EventLine, EventLine, LevelLine, EventLine]
    assert constants[level] != 0.0
    assert [line.rating for line in lines] == [
        changes["event:1", a].after.rating,
        changes["event:2", a].after.rating,
        changes["event:2", a].after.rating + constants[level],
        standings()[a].rating,
    ]
    # the third was worked out anew for the level and for the correction
    assert [line.versions for line in lines if isinstance(line, EventLine)] == [2, 2, 3]
    found = revisions(RatedEvent.objects.get(number=1), a)
    assert [(revision.reason, revision.current) for revision in found] == [("the sheet was misread", True), ("", False)]
    assert player_history(make_players(1)[0]) == ()


def test_the_numbers_of_an_event_followed_by_hand():
    """Everything but z comes from what the page of an event shows (8.2 to 8.5)."""
    a, b, c, new = make_players(4)
    send(results(1, [several(a, b, 14), several(b, c, 13), several(c, a, 2)]))
    before = standings()
    send(results(2, [several(a, b, 3), several(a, new, 2, 0.75), several(c, new, 1, 0.3)], day=1, weight=0.5))
    event = RatedEvent.objects.get(number=2)
    rows = {row.player.pk: row for row in event_rows(event)}
    lost = weighed = 0.0
    for row in rows.values():
        change = row.change
        assert sum(o.games for o in row.opponents) == change.games
        assert sum(o.tp for o in row.opponents) == change.tp
        assert sum(o.games * o.rating for o in row.opponents) / change.games == pytest.approx(change.opponents)
        if change.before is None:
            assert change.after.rating == pytest.approx(change.performance, abs=0.001)
            continue
        assert change.before == before[row.player.pk]
        kept, counted = min(change.before.games, 72), event.weight * change.games
        by_hand = (kept * change.before.rating + counted * change.performance) / (kept + counted)
        assert change.unbalanced == pytest.approx(by_hand)
        lost += change.games * (change.before.rating - by_hand)
        weighed += change.games
    assert rows[a].change.balance == pytest.approx(lost / weighed)
    assert {o.player.pk: o.is_newcomer for o in rows[a].opponents} == {b: False, new: True}
    assert queries(lambda: event_rows(event)) == 3


def test_standings_and_seeding_points_on_a_reference_date():
    a, b, nobody = make_players(3)
    send(results(1, [several(a, b, 18)]), results(2, [several(a, b, 18)], day=10))
    early = standings_on(DAY + timedelta(9), [a])
    assert early[a].standing.games == 18
    points = seeding_points_on(DAY + timedelta(9), [a, nobody])
    assert points == {a: (18 * early[a].standing.rating + 18 * 1400.0) / 36, nobody: 1400.0}
    assert seeding_points_on(DAY + timedelta(10), [a])[a] == standings()[a].rating
