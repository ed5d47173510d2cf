"""Results that come, are corrected, move and go: the ledger is what the whole sequence says, to the last digit."""

import random
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from players.actors import SYSTEM, account_actor
from players.models import User
from ratings.maths import parameters
from ratings.models import (
    EventSubmission,
    RatedEvent,
    RatedPairing,
    RatedState,
    Rating,
    RatingBatch,
    RatingChange,
    RatingClock,
)
from ratings.selectors import first_list
from ratings.services import (
    EventResults,
    Pairing,
    apply_change,
    apply_waiting,
    check_ratings,
    plan_change,
    plan_relevelling,
    planning,
    recompute_ratings,
    relevel,
    submit_event,
)
from tantrix_site.errors import Conflict, InvalidInput, NotPermitted
from tests.effort import times
from tests.ratings.scene import (
    DAY,
    NOW,
    expected,
    make_players,
    random_pairings,
    results,
    send,
    standings,
    stored,
    withdrawn,
)

pytestmark = pytest.mark.django_db


def test_one_event_of_newcomers():
    a, b, c = make_players(3)
    sent = results(1, [Pairing(a, b, 2, (260, 140)), Pairing(c, a, 1, (90, 110))])
    send(sent)
    assert stored() == expected([sent])
    batch = RatingBatch.objects.get()
    assert (batch.number, batch.first_on, RatingClock.objects.get().version) == (1, DAY, 1)
    assert EventSubmission.objects.get().batch == batch
    assert RatedPairing.objects.filter(left=a, right=c, tp=110).exists()


def test_a_correction_ends_only_the_rows_that_differ():
    a, b, c, d = make_players(4)
    first = results(1, [Pairing(a, b, 2, (260, 140)), Pairing(c, d, 2, (200, 200))])
    alone = results(2, [Pairing(c, d, 2, (220, 180))], day=1)
    later = results(3, [Pairing(a, c, 2, (240, 160))], day=2)
    send(first, alone, later)
    corrected = replace(first, pairings=(Pairing(a, b, 2, (140, 260)), Pairing(c, d, 2, (200, 200))))
    send(corrected)
    assert stored() == expected([corrected, alone, later])
    # c and d came to their own event as before, so that it was not touched
    assert list(
        RatingChange.objects.filter(current=False).order_by("event__number", "player").values_list(
            "event__number", "player", "ended_by__number"
        )
    ) == [(1, a, 2), (1, b, 2), (3, a, 2), (3, c, 2)]  # fmt: skip


def test_sending_the_same_again_changes_nothing():
    a, b = make_players(2)
    sent = results(1, [Pairing(a, b, 2, (260, 140))])
    send(sent)
    # the other way round and in two halves
    send(results(1, [Pairing(b, a, 1, (0, 200)), Pairing(b, a, 1, (140, 60))]))
    assert EventSubmission.objects.count() == RatingBatch.objects.count() == 1
    assert apply_waiting(now=NOW) is None


def test_who_is_in_no_event_any_more_has_no_rating():
    a, b, c = make_players(3)
    one, two = results(1, [Pairing(a, b, 2, (260, 140))]), results(2, [Pairing(a, c, 2, (220, 180))], day=1)
    send(one, two)
    send(withdrawn(two))
    assert stored() == expected([one])
    assert c not in standings()
    send(two)
    assert stored() == expected([one, two])


def test_open_again_counts_as_before():
    a, b = make_players(2)
    sent = results(1, [Pairing(a, b, 2, (260, 140))])
    send(sent)
    before = standings()
    send(replace(sent, state=RatedState.PROVISIONAL))
    assert RatedEvent.objects.get().state == "provisional"
    assert standings() == before
    assert RatingChange.objects.count() == 2


def test_other_parameters_work_out_everything_again(monkeypatch):
    a, b = make_players(2)
    sent = [results(n, [Pairing(a, b, 2, (260, 140))], day=n) for n in range(2)]
    send(*sent)
    newer = replace(parameters.CURRENT, version="next")
    monkeypatch.setattr("ratings.services.planning.CURRENT", newer)
    monkeypatch.setattr("ratings.services.replay.CURRENT", newer)
    monkeypatch.setattr("ratings.services.writing.CURRENT", newer)
    apply_waiting(now=NOW)
    assert set(RatedEvent.objects.values_list("parameters", flat=True)) == {"next"}
    assert apply_waiting(now=NOW) is None


@pytest.mark.parametrize(
    ("code", "more"),
    [
        ("bad_weight", {"weight": 0.0}),
        ("unknown_player", {"pairings": (Pairing(1_000_001, 1_000_002, 1, (100, 100)),)}),
        ("bad_results", {"pairings": (Pairing(1, 2, 1, (100, 110)),)}),
        ("number_taken", {"source": "event:2"}),
    ],
)
def test_results_that_cannot_be(code, more):
    a, b = make_players(2)
    sent = results(1, [Pairing(a, b, 1, (120, 80))])
    send(sent)
    with pytest.raises(InvalidInput) as refused:
        submit_event(actor=SYSTEM, now=NOW, results=replace(sent, **more))
    assert refused.value.code == code
    assert EventSubmission.objects.count() == 1


def test_a_plan_is_applied_with_its_digest_only():
    a, b, c = make_players(3)
    old = results(1, [Pairing(a, b, 2, (260, 140))])
    send(old, results(2, [Pairing(a, c, 2, (220, 180))], day=1))
    corrected = replace(old, pairings=(Pairing(a, b, 2, (140, 260)),))
    plan = plan_change(corrected)
    assert [event.name for event in plan.events] == ["Cup 1", "Cup 2"]
    assert {move.player for move in plan.moves} == {a, b, c}
    assert Rating.objects.get(player=a).rating == next(m.before.rating for m in plan.moves if m.player == a)
    with pytest.raises(Conflict, match="Meanwhile"):
        apply_change(actor=SYSTEM, now=NOW, results=corrected, reason="wrong sheet", digest="x")
    assert EventSubmission.objects.count() == 2
    batch = apply_change(actor=SYSTEM, now=NOW, results=corrected, reason="wrong sheet", digest=plan.digest)
    assert batch is not None
    assert (batch.reason, batch.submissions.get().reason) == ("wrong sheet", "wrong sheet")
    assert standings() == {move.player: move.after for move in plan.moves}
    assert plan_change(corrected).moves == ()


def test_a_plan_is_made_without_the_lock_and_again_where_the_ledger_moved(monkeypatch):
    a, b, c = make_players(3)
    send(results(1, [Pairing(a, b, 2, (260, 140))]))
    mine, other = results(2, [Pairing(a, c, 2, (220, 180))], day=1), results(3, [Pairing(b, c, 2, (220, 180))], day=2)
    replayed, locked = [], []
    monkeypatch.setattr(planning, "lock_clock", lambda: locked.append(True))

    def replay(*arguments, **more):
        replayed.append(True)
        if len(replayed) == 1:
            send(other)
        return once(*arguments, **more)

    once = planning.replay
    monkeypatch.setattr(planning, "replay", replay)
    plan = plan_change(mine)
    assert (len(replayed), locked) == (2, [])
    monkeypatch.undo()
    assert plan == plan_change(mine)
    apply_change(actor=SYSTEM, now=NOW, results=mine, reason="", digest=plan.digest)


def test_moving_to_the_level():
    a, b, c = make_players(3)
    sent = [results(1, [Pairing(a, b, 2, (260, 140))]), results(2, [Pairing(a, c, 5, (620, 380))], day=1)]
    send(*sent)
    root = account_actor(User.objects.create(username="root", is_superuser=True))
    on = DAY + timedelta(1)
    plan = plan_relevelling(on)
    assert plan.level is not None
    assert plan.level.constant != 0.0
    with pytest.raises(NotPermitted):
        relevel(actor=account_actor(User.objects.create(username="x")), now=NOW, on=on, reason="custom", digest="")
    relevel(actor=root, now=NOW, on=on, reason="custom", digest=plan.digest)
    assert stored() == expected(sent, [on])
    assert sum(s.rating * s.games for s in standings().values()) / sum(s.games for s in standings().values()) == (
        pytest.approx(1850.0)
    )
    with pytest.raises(Conflict):
        relevel(actor=root, now=NOW, on=on, reason="custom", digest=plan.digest)
    # what was added follows from the results as they are corrected
    corrected = replace(sent[0], pairings=(Pairing(a, b, 2, (300, 100)),))
    send(corrected)
    assert stored() == expected([corrected, sent[1]], [on])


def test_recomputing_mends_what_was_tampered_with_and_is_silent_otherwise():
    a, b = make_players(2)
    send(results(1, [Pairing(a, b, 2, (260, 140))]), results(2, [Pairing(a, b, 2, (260, 140))], day=1))
    assert check_ratings().is_right
    assert recompute_ratings(actor=SYSTEM, now=NOW, reason="to be sure") is None
    assert RatingClock.objects.get().version == RatingBatch.objects.count() == 1
    RatingChange.objects.filter(event__number=1, player=a).update(performance=2000.0)
    Rating.objects.filter(player=b).update(rating=1.0)
    found = check_ratings()
    assert [step.name for step in found.differing] == ["Cup 1"]
    assert found.players == (b,)
    assert recompute_ratings(actor=SYSTEM, now=NOW, reason="to be sure") is not None
    assert check_ratings().is_right


def test_appending_an_event_costs_the_same_in_a_long_history():
    players = make_players(6)
    lot = random.Random(1)
    costs = []
    for number in range(1, 13):
        sent = results(number, random_pairings(lot, players, 5), day=number)
        submit_event(actor=SYSTEM, now=NOW, results=sent)
        with CaptureQueriesContext(connection) as queries:
            apply_waiting(now=NOW)
        costs.append(len(queries))
    assert costs[2] == costs[-1] <= 36


CHANGES = st.lists(st.tuples(st.sampled_from("nnncmwopl"), st.integers(0, 2**32)), min_size=1, max_size=12)


@settings(max_examples=times(10), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(changes=CHANGES)
def test_random_changes_end_as_if_all_had_been_known_at_once(changes):
    """n a new event, c corrected, m moved, w withdrawn, o open again, p planned before it is sent, l levelled."""
    # each example on an empty database
    with transaction.atomic():
        _random_changes(changes)
        transaction.set_rollback(True)


def _random_changes(changes: list[tuple[str, int]]) -> None:
    players = make_players(7)
    sent: dict[str, EventResults] = {}
    levels: list = []
    for act, seed in changes:
        lot = random.Random(seed)
        pairings = random_pairings(lot, lot.sample(players, lot.randint(2, 7)), lot.randint(1, 6))
        chosen = sent[lot.choice(sorted(sent))] if sent else None
        if act == "l":
            on = DAY + timedelta(lot.randint(0, 5))
            first = first_list()
            if on not in levels and first is not None and on >= first:
                relevel(actor=SYSTEM, now=NOW, on=on, reason="level", digest=plan_relevelling(on).digest)
                levels.append(on)
        else:
            if chosen is None or act == "n":
                new = results(len(sent) + 1, pairings, day=lot.randint(0, 5), weight=lot.choice([1.0, 0.5]))
            elif act == "m":
                new = replace(chosen, closes_on=DAY + timedelta(lot.randint(0, 5)))
            elif act == "w":
                new = withdrawn(chosen)
            elif act == "o":
                new = replace(chosen, state=RatedState.PROVISIONAL)
            else:
                new = replace(chosen, pairings=tuple(pairings), state=RatedState.FINAL)
            sent[new.source] = new
            if act == "p":
                plan, before = plan_change(new), standings()
                apply_change(actor=SYSTEM, now=NOW, results=new, reason="", digest=plan.digest)
                after = standings()
                moved = {p: (before.get(p), after.get(p)) for p in before.keys() | after.keys()}
                assert {m.player: (m.before, m.after) for m in plan.moves} == {
                    p: pair for p, pair in moved.items() if pair[0] != pair[1]
                }
            else:
                # now and then several are applied together
                send(new, apply=lot.random() < 0.7)
    apply_waiting(now=NOW)
    assert stored() == expected(sent.values(), levels)
    assert check_ratings().is_right
