"""On what terms one enters: the period, questions, conditions, and the organiser's way around them."""

from datetime import UTC, date, datetime, timedelta

import pytest

from players.actors import account_actor
from players.models import ActionLog, Player
from tantrix_site.errors import Conflict, InvalidInput, NotPermitted
from tests.tournaments.scene import NOW, make_event, make_owner, make_user
from tournaments import services
from tournaments.formats.eligibility import Conditions
from tournaments.models import EntryAnswers
from tournaments.services import Answers, EntryTerms, NewPerson

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


@pytest.fixture
def owner():
    return make_owner()


@pytest.fixture
def ana():
    return account_actor(make_user("ana"))


@pytest.fixture
def event(owner):
    event = make_event(owner, self_entry=True, starts_on=date(2026, 5, 1))
    services.publish_event(actor=owner, now=NOW, event_id=event.pk)
    return event


@pytest.fixture
def terms(owner, event):
    def terms(**values):
        services.set_entry_rules(actor=owner, now=NOW, event_id=event.pk, terms=EntryTerms(**values))

    return terms


@pytest.fixture
def enter(event, ana):
    def enter(now=NOW, **more):
        return services.enter_oneself(actor=ana, now=now, event_id=event.pk, **more).entry

    return enter


def refusal(act, *args, **kwargs):
    with pytest.raises((Conflict, InvalidInput, NotPermitted)) as error:
        act(*args, **kwargs)
    return error.value


@pytest.mark.parametrize(
    ("at", "code"),
    [(-SECOND, "entry_not_open"), (timedelta(), ""), (timedelta(hours=1) - SECOND, ""),
     (timedelta(hours=1), "entry_closed")],
)  # fmt: skip
def test_the_period_holds_to_the_instant(terms, enter, at, code):
    terms(opens_at=NOW, closes_at=NOW + timedelta(hours=1))
    if code:
        assert refusal(enter, NOW + at).code == code
    else:
        assert enter(NOW + at).state == "accepted"


def test_an_organiser_enters_before_the_opening_and_with_a_reason_after_the_closing(owner, event, terms):
    terms(opens_at=NOW + SECOND)
    add = {"actor": owner, "now": NOW, "event_id": event.pk}
    services.add_entry(**add, person=NewPerson("Early"))
    terms(closes_at=NOW)
    assert refusal(services.add_entry, **add, person=NewPerson("Late")).code == "entry_closed"
    late = services.add_entry(**add, person=NewPerson("Late"), despite="the train was late").entry
    line = ActionLog.objects.get(action="entry.added", target_id=late.pk)
    assert (line.reason, line.data["despite"]) == ("the train was late", ["entry_closed"])


def test_the_refused_are_told_every_condition(terms, enter, ana):
    terms(conditions=Conditions(under_age=16, continents=("EU",), invited_only=True))
    ana.player.country = "JP"
    ana.player.save()
    error = refusal(enter)
    assert error.code == "not_eligible"
    assert [(line["condition"], line["met"]) for line in error.extra["conditions"]] == [
        ("under_age", "unknown"), ("country", "no"), ("invited", "no"),
    ]  # fmt: skip


def test_evidence_and_an_invitation_open_the_door(owner, ana, event, terms, enter):
    terms(conditions=Conditions(under_age=16, invited_only=True))
    act = {"actor": owner, "now": NOW, "event_id": event.pk, "player_id": ana.player.pk}
    assert [services.tick_age(**act), services.tick_age(**act)] == [True, False]
    assert [services.set_invitation(**act), services.set_invitation(**act)] == [True, False]
    assert enter().state == "accepted"


def test_the_first_entry_of_a_year_fixes_the_country(owner, ana, event, enter):
    assert enter(country="HU").country.code == "HU"

    def another(year):
        other = make_event(owner, self_entry=True, starts_on=date(year, 6, 1))
        services.publish_event(actor=owner, now=NOW, event_id=other.pk)
        return {"actor": ana, "now": NOW, "event_id": other.pk}

    later, next_year = another(2026), another(2027)
    assert refusal(services.enter_oneself, **later, country="AT").code == "other_country"
    assert services.enter_oneself(**later).entry.country.code == "HU"
    assert services.enter_oneself(**next_year, country="AT").entry.country.code == "AT"


def test_only_what_is_asked_is_kept_and_a_date_of_birth_in_the_profile_alone(terms, enter, ana):
    terms(asked=("nickname", "birth_date", "colours"))
    assert refusal(enter).extra["field"] == "nickname"
    assert refusal(enter, answers=Answers(nickname="ana77")).extra["field"] == "birth_date"
    Player.objects.filter(pk=ana.player.pk).update(first_colour="red")
    ana.player.refresh_from_db()
    entry = enter(answers=Answers(nickname=" ana77 ", birth_date=date(2001, 2, 3), times="evenings"))
    answers = EntryAnswers.objects.get(entry=entry)
    assert (answers.nickname, answers.first_colour, answers.times) == ("ana77", "red", "")
    ana.player.refresh_from_db()
    assert ana.player.birth_date == date(2001, 2, 3)
    assert "2001" not in str(list(ActionLog.objects.values_list("data", "reason")))


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"opens_at": NOW, "closes_at": NOW}, "closes_at"),
        ({"check_in_opens_at": NOW}, "check_in_closes_at"),
        ({"check_in_opens_at": NOW, "check_in_closes_at": NOW}, "check_in_closes_at"),
        ({"asked": ("shoe_size",)}, "asked"),
        ({"conditions": Conditions(titles=("XX",))}, "titles"),
    ],
)
def test_terms_that_cannot_be(terms, values, field):
    assert refusal(terms, **values).field == field


def test_setting_the_same_terms_again_changes_nothing(event, terms):
    opens = datetime(2026, 4, 1, tzinfo=UTC)
    terms(opens_at=opens)
    event.refresh_from_db()
    before = event.version
    terms(opens_at=opens)
    event.refresh_from_db()
    assert event.version == before
