"""Ready-made formats and the forms of stages: what is sent becomes the plan that services store."""

import pytest

from tournaments.formats.progression import Progression, SeedOrder
from tournaments.forms.formats import FORMATS, format_of
from tournaments.forms.stages import plan_sentences, stage_parts
from tournaments.models import Event, Stage
from tournaments.services import StagePlan
from tournaments.services.stages import plan_of


def sent(parts) -> dict[str, str]:
    """What a browser sends for these forms as they are shown."""
    data: dict[str, str] = {}
    for part in parts:
        for form in filter(None, (part.form, part.feed)):
            for field in form:
                value = field.value()
                shown = field.field.prepare_value(value)
                if shown is True:
                    data[field.html_name] = "on"
                elif shown is not False and shown is not None:
                    data[field.html_name] = str(shown)
    return data


def planned(event: Event, plans, **changes: str) -> list[StagePlan]:
    data = {**sent(stage_parts(event, plans, {})), **{name.replace("__", "-"): v for name, v in changes.items()}}
    parts = stage_parts(event, plans, {}, data)
    assert [part.is_valid for part in parts] == [True] * len(parts), [p.form.errors for p in parts]
    return [part.planned() for part in parts]


@pytest.mark.parametrize("made", FORMATS, ids=lambda made: made.key)
@pytest.mark.parametrize("entries", [2, 30, 150])
def test_a_format_sent_as_it_is_shown_is_the_plan_it_was(made, entries: int) -> None:
    plans = made.plans(entries)
    assert format_of(plans) is made
    assert planned(Event(), plans) == list(plans)
    for number, plan in enumerate(plans, start=1):
        plan.check(number)
        assert plan_sentences(Event(), plan, plans[number - 2] if number > 1 else None)


def test_only_what_differs_from_the_event_is_stored() -> None:
    event = Event(games_by_round=[3], third_place=True, separation="none")
    (same,) = planned(event, [StagePlan()])
    assert same.settings == {}
    (other,) = planned(event, [StagePlan()], s1__games="5, 7", s1__seeds="4", s1__entry_rounds="4: 3, 8: 2")
    assert other.settings == {"games": [5, 7], "seeds": 4, "entry_rounds": [[4, 3], [8, 2]]}
    other.check(1)


def test_a_table_takes_its_order_and_its_points() -> None:
    (plan,) = planned(
        Event(), [StagePlan("swiss")], s1__rounds="9", s1__tie_2="wins", s1__tie_3="", s1__tie_4="opponents_tp",
        s1__tie_5="", s1__bye="15", s1__walkover_there="20,0", s1__walkover_away="0",
    )  # fmt: skip
    assert plan.settings["rounds"] == 9
    assert plan.settings["tie_breaks"] == ["tp", "wins", "opponents_tp", "seed"]
    assert plan.settings["points"]["bye"] == 150
    assert plan.settings["points"]["walkover"] == [200, 0]
    plan.check(1)


def test_crossing_groups_are_seeded_in_their_order() -> None:
    plans = [StagePlan("groups", settings={"groups": 4}), StagePlan(rule=Progression(first=2))]
    _groups, knockout = planned(Event(), plans, f2__crossing="on")
    assert knockout.crossing
    assert knockout.rule == Progression(first=2, order=SeedOrder.GROUP)


@pytest.mark.parametrize(
    ("kind", "changes", "field"),
    [
        ("swiss", {"s1-tie_2": "wins", "s1-tie_3": "wins"}, "tie_3"),
        ("swiss", {"s1-default_there": "15", "s1-default_away": "5.1"}, "default_away"),
        ("swiss", {"s1-rounds": "0"}, "rounds"),
        ("groups", {"s1-size": "4"}, "groups"),
        ("groups", {"s1-groups": ""}, "groups"),
        ("knockout", {"s1-entry_rounds": "4: 3", "s1-plate": "first_match"}, "entry_rounds"),
        ("knockout", {"s1-entry_rounds": "8: 2, 4: 3"}, "entry_rounds"),
        ("double_elimination", {"s1-losers_games": "many"}, "losers_games"),
    ],
)
def test_what_cannot_be_is_told_at_its_field(kind: str, changes: dict[str, str], field: str) -> None:
    plans = [StagePlan(kind)]
    data = {**sent(stage_parts(Event(), plans, {})), **changes}
    (part,) = stage_parts(Event(), plans, {}, data)
    assert not part.is_valid
    assert list(part.form.errors) == [field]


def test_a_locked_stage_stays_whatever_is_sent() -> None:
    plan = StagePlan("swiss", settings={"rounds": 5})
    (part,) = stage_parts(Event(), [plan], {1: "drawn"}, {"s1-rounds": "9"})
    assert part.is_valid
    assert part.planned() is plan


def test_a_stored_stage_is_the_plan_it_was_made_from() -> None:
    rule = Progression(first=2, order=SeedOrder.GROUP)
    plan = StagePlan("knockout", "Finals", {"games": [3]}, rule, crossing=True)
    assert plan_of(Stage(kind=plan.kind, name=plan.name, settings=plan.settings, feed=plan.feed)) == plan
