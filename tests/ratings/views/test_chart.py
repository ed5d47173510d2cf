"""The chart of a rating: a step line within its frame."""

import re
from datetime import date

import pytest

from ratings.maths.elo import Change, Standing
from ratings.models import RatedEvent
from ratings.selectors import EventLine, LevelLine
from ratings.templatetags.rating_words import grouped, signed
from ratings.views.chart import HEIGHT, WIDTH, chart


def at(day: date, rating: float) -> EventLine:
    change = Change(1, Standing(1800.0, 40), 6, 720, 0.6, 1800.0, 1943.0, rating, 0.0)
    return EventLine(RatedEvent(name="Cup", number=1, closes_on=day), change, 1)


LINES = [at(date(2020, 5, 1), 1812.0), LevelLine(date(2021, 1, 1), 5.0, 1817.0), at(date(2022, 5, 1), 1905.0)]


def test_a_step_for_all_that_moved_it_a_mark_for_each_event():
    found = chart(LINES, since=None, until=date(2024, 1, 1))
    assert found is not None
    assert len(found.marks) == 2
    assert found.path.count("V") == 3
    assert [tick.label for tick in found.levels] == ["1800", "1900", "2000"]
    assert [tick.label for tick in found.years] == ["2020", "2021", "2022", "2023", "2024"]
    places = [float(text) for text in re.findall(r"[\d.]+", found.path)]
    assert all(0 <= place <= max(WIDTH, HEIGHT) for place in places)
    assert found.marks[0].y > found.marks[1].y  # higher is nearer the top


def test_years_do_not_stand_on_one_another():
    found = chart([at(date(2020, 11, 1), 1812.0), *LINES[1:]], since=None, until=date(2024, 1, 1))
    assert found is not None
    assert [tick.label for tick in found.years] == ["2021", "2022", "2023", "2024"]


def test_a_later_beginning_starts_from_the_rating_it_found():
    found = chart(LINES, since=date(2022, 1, 1), until=date(2024, 1, 1))
    assert found is not None
    assert len(found.marks) == 1
    assert chart(LINES, since=date(2023, 1, 1), until=date(2024, 1, 1)) is None
    assert chart(LINES[:1], since=None, until=date(2024, 1, 1)) is None


@pytest.mark.parametrize(
    ("value", "decimals", "shown"),
    [(1912.4, 0, "1\u202f912"), (-3.2, 0, "−3"), (-0.2, 0, "0"), (1234567.891, 2, "1\u202f234\u202f567.89")],
)
def test_numbers_for_people(value, decimals, shown):
    assert grouped(value, decimals) == shown


def test_differences_have_a_sign():
    assert [signed(value) for value in (4.6, -4.6, 0.2)] == ["+5", "−5", "0"]
