"""Applications, demotion and the cap (`docs/regulations.md` 9.3)."""

from datetime import date, timedelta

import pytest

from players.actors import SYSTEM, Actor
from players.models import ActionLog, Player
from ratings.models import ApplicationState, MasterApplication, RatingChange, TitleEnd, TitleTerm
from ratings.selectors import is_master_on
from ratings.selectors.masters import conditions_of
from ratings.services import (
    apply_for_master,
    approve_application,
    demote_masters,
    plan_demotion,
    refuse_application,
    withdraw_application,
)
from tantrix_site.errors import Conflict, DomainError, InvalidInput, NotPermitted
from tests.ratings.masters_scene import (
    make_applicant,
    make_boss,
    make_masters,
    make_user,
    masters_on,
    play_master_games,
)
from tests.ratings.scene import NOW, make_players

pytestmark = pytest.mark.django_db


def refused(kind: type[DomainError], code: str, act, **values) -> DomainError:
    with pytest.raises(kind) as caught:
        act(now=NOW, **values)
    assert caught.value.code == code
    return caught.value


def test_who_meets_all_conditions_applies_and_becomes_a_master():
    anna, boss = make_applicant(), make_boss()
    assert anna.player is not None
    application = apply_for_master(actor=anna, now=NOW, statement=" I play as Anna. ")
    assert apply_for_master(actor=anna, now=NOW, statement="again") == application
    assert [row["found"] for row in application.conditions] == [955.0, 20, 1]
    for _twice in range(2):
        approve_application(actor=boss, now=NOW, application=application)
    application.refresh_from_db()
    assert application.state == ApplicationState.APPROVED
    assert application.statement == "I play as Anna."
    assert masters_on(NOW) == {anna.player.pk}
    assert not is_master_on(anna.player.pk, NOW - timedelta(seconds=1))
    assert Player.objects.get(pk=anna.player.pk).titles == "LM"
    acts = ActionLog.objects.filter(target_id=anna.player.pk).order_by("pk")
    assert list(acts.values_list("action", flat=True)) == ["master.applied", "title.awarded", "master.approved"]
    refused(Conflict, "already_master", apply_for_master, actor=anna, statement="")
    refused(Conflict, "application_decided", withdraw_application, actor=anna, application=application)
    refused(Conflict, "application_decided", refuse_application, actor=boss, application=application, reason="late")


@pytest.mark.parametrize(
    ("short", "unmet"),
    [({"lobby": 949.9}, ["lobby"]), ({"opponents": 19, "events": 0}, ["opponents", "rated_events"])],
)
def test_conditions_that_are_not_met_are_named(short, unmet):
    error = refused(Conflict, "conditions_unmet", apply_for_master, actor=make_applicant(**short), statement="")
    assert [row["kind"] for row in error.extra["conditions"] if not row["is_met"]] == unmet
    assert not MasterApplication.objects.exists()


def test_a_correction_may_take_a_condition_away_before_the_decision():
    anna, boss = make_applicant(), make_boss()
    application = apply_for_master(actor=anna, now=NOW, statement="")
    RatingChange.objects.all().delete()
    refused(Conflict, "conditions_unmet", approve_application, actor=boss, application=application)
    assert not masters_on(NOW)


def test_refused_with_a_reason_or_withdrawn_one_may_apply_again():
    anna, boss = make_applicant(), make_boss()
    application = apply_for_master(actor=anna, now=NOW, statement="")
    refused(InvalidInput, "reason_needed", refuse_application, actor=boss, application=application, reason=" ")
    for _twice in range(2):
        refuse_application(actor=boss, now=NOW, application=application, reason="unclear record")
    refused(Conflict, "application_decided", approve_application, actor=boss, application=application)
    second = apply_for_master(actor=anna, now=NOW, statement="")
    for _twice in range(2):
        withdraw_application(actor=anna, now=NOW, application=second)
    third = apply_for_master(actor=anna, now=NOW, statement="")
    states = MasterApplication.objects.order_by("pk").values_list("state", "reason")
    assert list(states) == [("refused", "unclear record"), ("withdrawn", ""), ("pending", "")]
    assert third.pk not in (application.pk, second.pk)


def test_who_may_do_what():
    anna, boss = make_applicant(), make_boss()
    boris, staff = make_applicant("boris"), make_user("staff", is_staff=True)
    application = apply_for_master(actor=anna, now=NOW, statement="")
    staff_actor = Actor(via="account", user=staff)
    for actor in (anna, boris, staff_actor):
        values = {"actor": actor, "application": application}
        refused(NotPermitted, "not_administrator", approve_application, **values)
        refused(NotPermitted, "not_administrator", refuse_application, **values, reason="no")
        refused(NotPermitted, "not_administrator", demote_masters, actor=actor, reason="no", digest="")
    for actor in (boris, boss, Actor(via="link", player=anna.player)):
        refused(NotPermitted, "not_your_application", withdraw_application, actor=actor, application=application)
    for actor in (boss, SYSTEM, Actor(via="link", player=anna.player)):
        refused(NotPermitted, "not_signed_in", apply_for_master, actor=actor, statement="")
    refused(InvalidInput, "statement_long", apply_for_master, actor=boris, statement="x" * 4001)
    assert anna.user is not None
    anna.user.is_superuser = True
    refused(NotPermitted, "own_application", approve_application, actor=anna, application=application)


def test_the_plan_that_was_seen_is_applied(settings):
    settings.MASTER_CAPS = ((date.min, 3),)
    best, lazy, low, fourth = make_masters(1900, 1800, 1200, 1500)
    TitleTerm.objects.filter(holder=lazy).update(since=NOW - timedelta(500))
    boss = make_boss()
    plan = plan_demotion(NOW)
    assert [found.player for found in plan.order] == [low, fourth, lazy, best]
    refused(Conflict, "plan_changed", demote_masters, actor=boss, reason="cap", digest="")
    refused(InvalidInput, "reason_needed", demote_masters, actor=boss, reason="", digest=plan.digest)
    # all games of one fall out of the three months: he goes instead
    later = NOW + timedelta(61)
    play_master_games({player: 1600.0 + player for player in (best, low, fourth)}, 5, at=later)
    with pytest.raises(Conflict):
        demote_masters(actor=boss, now=later, reason="cap", digest=plan.digest)
    plan = plan_demotion(later)
    demote_masters(actor=boss, now=later, reason="cap", digest=plan.digest)
    assert masters_on(later) == {best, low, fourth}
    assert masters_on(later - timedelta(1)) == {best, low, fourth, lazy}
    end = TitleEnd.objects.get()
    assert (end.kind, end.reason, end.user) == ("inactive", "cap", boss.user)
    assert Player.objects.get(pk=lazy).titles == ""
    assert not plan_demotion(later).demoted
    nobody = demote_masters(actor=boss, now=later, reason="cap", digest=plan_demotion(later).digest)
    assert nobody.remaining == 3


def test_all_inactive_ones_may_go_below_the_cap():
    make_masters(1900, 1800)
    idle = make_masters(1950, games=4)
    plan = plan_demotion(NOW, all_inactive=True)
    assert [found.player for found in plan.demoted] == idle
    assert not plan_demotion(NOW).demoted
    demote_masters(actor=make_boss(), now=NOW, reason="quiet", digest=plan.digest, all_inactive=True)
    assert not masters_on(NOW) & set(idle)


def test_an_approval_above_the_cap_makes_room_as_it_was_seen(settings):
    settings.MASTER_CAPS = ((date.min, 2),)
    high, low = make_masters(1700, 1600)
    anna, boss = make_applicant(), make_boss()
    assert anna.player is not None
    application = apply_for_master(actor=anna, now=NOW, statement="")
    error = refused(Conflict, "plan_changed", approve_application, actor=boss, application=application)
    assert masters_on(NOW) == {high, low}
    plan = plan_demotion(NOW, room=1)
    assert error.extra["digest"] == plan.digest
    approve_application(actor=boss, now=NOW, application=application, digest=plan.digest)
    assert masters_on(NOW) == {high, anna.player.pk}
    assert TitleEnd.objects.get().kind == "lowest"
    assert "Made room for" in TitleEnd.objects.get().reason


def test_the_cap_falls_on_its_day(settings):
    settings.MASTER_CAPS = ((date.min, 3), ((NOW + timedelta(1)).date(), 2))
    *_stay, low = make_masters(1700, 1600, 1500)
    assert not plan_demotion(NOW).demoted
    assert [found.player for found in plan_demotion(NOW + timedelta(1)).demoted] == [low]


def test_conditions_count_each_opponent_once_and_no_withdrawn_event():
    anna = make_applicant(opponents=3)
    assert anna.player is not None
    pk = anna.player.pk
    assert [found.found for found in conditions_of(pk)] == [955.0, 3, 1]
    RatingChange.objects.update(current=False, ended_by=RatingChange.objects.get().batch)
    assert [found.found for found in conditions_of(pk)] == [955.0, 3, 0]
    (nobody,) = make_players(1)
    assert [found.found for found in conditions_of(nobody)] == [0.0, 0, 0]
