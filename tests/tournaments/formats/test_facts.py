import pytest

from tests.tournaments.formats.playing import NOON, seeded
from tournaments.formats.errors import FactError
from tournaments.formats.facts import Cause, CauseKind, Decision, DecisionKind, Exit, Facts

PLAYED, VOID = DecisionKind.PLAYED, DecisionKind.VOID
CLEARED = Cause(CauseKind.CLEARED, match=1)


def first(**more):
    return Decision(1, PLAYED, (101, 102), 0, **more)


def second(**more):
    return Decision(1, PLAYED, (101, 102), 1, 2, 1, **more)


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda: Decision(1, PLAYED, (101, 101), 0), "same_side"),
        (lambda: Decision(1, PLAYED, (101, 102)), "bad_winner"),
        (lambda: Decision(1, PLAYED, (101, 102), 2), "bad_winner"),
        (lambda: Decision(1, DecisionKind.DOUBLE_DEFAULT, (101, 102), 0), "bad_winner"),
        (lambda: Decision(1, VOID, (101, 102), 0, voided_by=CLEARED), "bad_winner"),
        (lambda: Decision(1, VOID, (101, 102)), "bad_void"),
        (lambda: first(voided_by=CLEARED), "bad_void"),
        (lambda: first(version=0), "bad_version"),
        (lambda: first(version=2), "bad_version"),
        (lambda: first(supersedes=1), "bad_version"),
    ],
)
def test_decisions_that_contradict_themselves(make, code):
    with pytest.raises(FactError) as caught:
        make()
    assert caught.value.code == code


def test_winner_and_loser():
    assert (second().winner_entry, second().loser_entry) == (102, 101)
    void = Decision(1, VOID, (101, 102), None, 2, 1, voided_by=CLEARED)
    assert (void.winner_entry, void.loser_entry) == (None, None)


def test_the_current_version_is_the_last():
    third = Decision(1, VOID, (101, 102), None, 3, 2, voided_by=CLEARED)
    facts = Facts.from_history(seeded(2).seeds, [third, first(), second()])
    assert facts.decisions == {1: third}
    assert facts.earlier == {(1, 1): first(), (1, 2): second()}
    assert facts.next_version(1) == 4
    assert facts.next_version(2) == 1
    step_by_step = seeded(2).with_decision(first()).with_decision(second()).with_decision(third)
    assert step_by_step == facts


@pytest.mark.parametrize("versions", [[second()], [first(), first()], [first(), second(), second()]])
def test_versions_have_no_holes_and_no_doubles(versions):
    with pytest.raises(FactError) as caught:
        Facts.from_history(seeded(2).seeds, versions)
    assert caught.value.code == "version_gap"


def test_a_decision_must_be_the_next_version():
    with pytest.raises(FactError) as caught:
        seeded(2).with_decision(second())
    assert caught.value.code == "version_gap"


def test_exits():
    gone = Exit(101, NOON)
    facts = seeded(2).with_exit(gone)
    assert facts.exits == {101: gone}
    assert facts.without_exit(101) == seeded(2)
    for fault, code in (
        (lambda: facts.with_exit(gone), "double_exit"),
        (lambda: facts.without_exit(102), "no_exit"),
        (lambda: Facts.from_history({}, [], [gone, gone]), "double_exit"),
    ):
        with pytest.raises(FactError) as caught:
            fault()
        assert caught.value.code == code


def test_facts_are_never_changed_in_place():
    before = seeded(2)
    before.with_decision(first())
    before.with_exit(Exit(101, NOON))
    assert before == seeded(2)
