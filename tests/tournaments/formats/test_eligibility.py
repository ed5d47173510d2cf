"""Who may enter (`docs/regulations.md` 7)."""

from datetime import date, timedelta

import pytest
from django_countries import countries
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.continents import CONTINENT_OF, CONTINENTS
from tournaments.formats.eligibility import Condition, Conditions, Met, Person, age_at, check
from tournaments.formats.errors import SettingsError

FIRST_DAY, TODAY = date(2026, 5, 1), date(2026, 4, 1)


def met(conditions, person):
    return {a.condition: a.met for a in check(conditions, person, first_day=FIRST_DAY, today=TODAY)}


def test_every_country_has_a_continent_but_for_the_uninhabited_south():
    assert set(dict(countries)) - set(CONTINENT_OF) == {"AQ", "BV", "HM", "TF"}
    assert set(CONTINENT_OF) - set(dict(countries)) <= {"XK"}
    assert set(CONTINENT_OF.values()) == set(CONTINENTS)


@pytest.mark.parametrize(
    ("born", "young"),
    [(date(2010, 5, 2), Met.YES), (date(2010, 5, 1), Met.NO), (date(2010, 4, 30), Met.NO), (None, Met.UNKNOWN)],
)
def test_a_junior_is_not_yet_sixteen_on_the_first_day(born, young):
    assert met(Conditions(under_age=16), Person(born=born)) == {Condition.UNDER_AGE: young}


def test_evidence_stands_for_a_date_of_birth_but_not_against_one():
    junior = Conditions(under_age=16)
    assert met(junior, Person(age_seen=True)) == {Condition.UNDER_AGE: Met.YES}
    assert met(junior, Person(born=date(2000, 1, 1), age_seen=True)) == {Condition.UNDER_AGE: Met.NO}


def test_a_day_may_be_named_on_which_the_age_counts():
    by_year = Conditions(from_age=60, age_on=date(2026, 12, 31))
    assert met(by_year, Person(born=date(1966, 12, 31))) == {Condition.FROM_AGE: Met.YES}
    assert met(by_year, Person(born=date(1967, 1, 1))) == {Condition.FROM_AGE: Met.NO}


@given(st.dates(date(1900, 1, 1), date(2025, 1, 1)), st.integers(2025, 2100))
def test_an_age_grows_by_one_a_year_on_the_birthday(born, year):
    birthday = date(year, 3, 1) if (born.month, born.day) == (2, 29) else born.replace(year=year)
    on_leap_day = (born.month, born.day) == (2, 29) and year % 4 == 0 and year != 2100
    birthday = date(year, 2, 29) if on_leap_day else birthday
    assert age_at(born, birthday) == year - born.year == age_at(born, birthday - timedelta(days=1)) + 1


@pytest.mark.parametrize(
    ("country", "fits"), [("HU", Met.YES), ("TR", Met.YES), ("JP", Met.NO), ("AM", Met.NO), ("", Met.UNKNOWN)]
)
def test_a_continent_and_the_countries_an_event_adds(country, fits):
    assert met(Conditions(continents=("EU",), countries=("TR",)), Person(country=country)) == {Condition.COUNTRY: fits}


def test_ratings_titles_and_invitations():
    asked = Conditions(rating_from=500, rating_to=900, titles=("TGM",), invited_only=True)
    assert set(met(asked, Person(rating=900.0, titles=("TGM", "LM"), invited=True)).values()) == {Met.YES}
    assert met(asked, Person(rating=901.0, titles=("LM",))) == {
        Condition.RATING_FROM: Met.YES, Condition.RATING_TO: Met.NO, Condition.TITLE: Met.NO, Condition.INVITED: Met.NO,
    }  # fmt: skip
    # who has no rating is below every limit
    assert met(Conditions(rating_from=1, rating_to=1), Person()) == {
        Condition.RATING_FROM: Met.NO, Condition.RATING_TO: Met.YES,
    }  # fmt: skip


def test_conditions_are_data():
    whole = Conditions(16, None, date(2026, 1, 1), ("TR",), ("EU", "AS"), 100, 900, date(2026, 2, 1), ("LM",), True)
    assert Conditions.from_json(whole.as_json()) == whole
    assert Conditions().as_json() == {}


@pytest.mark.parametrize(
    ("values", "code", "field"),
    [
        ({"under_age": 0}, "out_of_range", "under_age"),
        ({"under_age": True}, "out_of_range", "under_age"),
        ({"under_age": 16, "from_age": 16}, "nobody_fits", "from_age"),
        ({"rating_from": 2, "rating_to": 1}, "nobody_fits", "rating_to"),
        ({"continents": ["XX"]}, "unknown_choice", "continents"),
        ({"countries": ["hungary"]}, "unknown_choice", "countries"),
        ({"countries": "HU"}, "bad_type", "countries"),
        ({"age_on": "soon"}, "bad_type", "conditions"),
        ({"invited_only": 1}, "bad_type", "invited_only"),
        ({"shoe_size": 44}, "unknown_setting", "shoe_size"),
    ],
)
def test_what_cannot_be_is_refused(values, code, field):
    with pytest.raises(SettingsError) as error:
        Conditions.from_json(values)
    assert (error.value.code, error.value.extra["field"]) == (code, field)
