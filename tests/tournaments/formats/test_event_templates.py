"""Templates of events: what they come to for a number of entrants, and how an event is kept as one."""

import json

import pytest

from tournaments.formats.eligibility import Conditions
from tournaments.formats.event_templates.known import TEMPLATE_OF, TEMPLATES
from tournaments.formats.event_templates.layouts import lay_out, most_rounds, prepare
from tournaments.formats.event_templates.stored import as_stored, read_stored
from tournaments.formats.event_templates.values import (
    ConductShape,
    EntryShape,
    EventTemplate,
    Fixed,
    PrizeShape,
    StageShape,
    TemplateError,
)
from tournaments.formats.main_draw import main_draw
from tournaments.formats.progression import Progression, SeedOrder
from tournaments.formats.settings import GroupSettings, SwissSettings, settings_of
from tournaments.formats.warnings import Times

DEFAULTS = {"confirm_hours": 48, "games_by_round": (1,), "rated": True, "play": "singles"}


def at(key: str, entrants: int, **chosen: int):
    return prepare(TEMPLATE_OF[key], entrants, chosen)


def kinds(prepared) -> list[str]:
    return [stage.kind for stage in prepared.stages]


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.key)
def test_every_number_of_entrants_gives_stages_that_can_be_and_choices_among_their_options(template):
    for entrants in range(template.least, min(template.most, 200) + 1):
        prepared = prepare(template, entrants)
        playing = entrants
        for number, stage in enumerate(prepared.stages):
            settings = settings_of(stage.kind, stage.settings)
            assert (stage.rule is None) == (number == 0)
            if stage.rule is not None:
                groups = prepared.stages[0].settings["groups"]
                assert 2 <= max(stage.rule.first * groups, stage.rule.total) <= entrants
                playing = entrants - stage.rule.exempt
            if isinstance(settings, SwissSettings):
                assert settings.rounds <= most_rounds(entrants)
        first = settings_of(prepared.stages[0].kind, prepared.stages[0].settings)
        if isinstance(first, GroupSettings):
            assert 2 * first.groups <= playing
        for choice in prepared.choices:
            assert choice.value in choice.options
            assert not choice.chosen


def test_a_world_championship_qualifies_as_the_regulations_say():
    found = at("wtc", 200)
    assert kinds(found) == ["groups", "knockout"]
    assert found.stages[0].settings == {"groups": 42, "games": 4}
    assert found.stages[1].rule == Progression(first=2, total=128, exempt=32)
    assert (at("wtc", 130).choices[0].reason, main_draw(130).matches) == ("main_preliminary", 2)
    assert at("wtc", 100).stages == (StageShape(settings={"main_size": 128, "plate": "first_match"}),)
    assert at("wtc", 100, plate=0).stages[0].settings == {"main_size": 128}
    assert at("wtc", 100, places=64).stages[1].rule.total == 64


@pytest.mark.parametrize(
    ("key", "entrants", "groups", "first"),
    [("wttc", 9, 2, 2), ("wttc", 4, 1, 2), ("wdtc", 12, 2, 2), ("euro", 30, 4, 2), ("euro", 64, 8, 2),
     ("euro", 128, 16, 1), ("open-final", 10, 1, 4), ("open-final", 24, 2, 2), ("open-final", 40, 4, 1)],
)  # fmt: skip
def test_groups_grow_with_the_entrants(key, entrants, groups, first):
    found = at(key, entrants)
    assert (found.stages[0].settings["groups"], found.stages[1].rule.first) == (groups, first)
    # winners meet runners-up where there are any
    assert found.stages[1].crossing == (groups > 1 and first > 1)


def test_byes_of_a_knockout_are_due_to_the_best_winners_and_not_to_the_lot():
    assert not at("wttc", 9, groups=3).stages[1].crossing
    assert not at("wttc", 9, groups=3, first=2).stages[1].crossing
    assert at("wttc", 16, groups=4, first=2).stages[1].crossing


def test_a_swiss_has_as_many_rounds_as_find_one_winner_and_two_more_unless_all_have_met():
    assert [at("open-swiss", n).stages[0].settings["rounds"] for n in (2, 3, 6, 8, 34, 128)] == [1, 3, 5, 5, 8, 9]
    assert [at("open-swiss", n).choices[0].reason for n in (6, 34)] == ["everybody_meets", "separates"]
    assert at("club", 10).stages[0].settings["rounds"] == 4
    chosen = at("open-swiss", 34, rounds=16)
    assert (chosen.stages[0].settings["rounds"], chosen.choices[0].chosen) == (16, True)
    assert at("open-all", 11, cycles=2).choices[0].figures["games"] == 20


@pytest.mark.parametrize(
    ("key", "entrants", "chosen", "code", "field"),
    [
        ("open-swiss", 1, {}, "bad_entrants", "entrants"),
        ("open-all", 41, {}, "bad_entrants", "entrants"),
        ("open-swiss", 8, {"rounds": 8}, "bad_choice", "rounds"),
        ("open-swiss", 8, {"groups": 2}, "bad_choice", "groups"),
        ("euro", 8, {"groups": 5}, "bad_choice", "groups"),
        ("euro", 8, {"groups": 0}, "bad_choice", "groups"),
        ("euro", 8, {"groups": 4, "first": 3}, "bad_choice", "first"),
        ("wtc", 128, {"places": 100}, "bad_choice", "places"),
        ("wtc", 128, {"plate": 2}, "bad_choice", "plate"),
        ("open-all", 8, {"cycles": 3}, "bad_choice", "cycles"),
    ],
)
def test_what_cannot_be_is_named(key, entrants, chosen, code, field):
    with pytest.raises(TemplateError) as error:
        at(key, entrants, **chosen)
    assert (error.value.code, error.value.extra["field"]) == (code, field)


def saved(*stages: StageShape, entrants: int = 24):
    return Fixed(stages, entrants)


def test_a_saved_event_keeps_its_figures_as_long_as_they_can_be():
    swiss = saved(StageShape("swiss", settings={"rounds": 9, "games": 2}))
    assert lay_out(swiss, 24, {}).stages[0].settings == {"rounds": 9, "games": 2}
    assert lay_out(swiss, 6, {}).stages[0].settings == {"rounds": 5, "games": 2}
    groups = saved(
        StageShape("groups", "Qualifying", {"groups": 4}),
        StageShape(rule=Progression(first=2, order=SeedOrder.GROUP), crossing=True),
    )
    assert [lay_out(groups, n, {}).stages[0].settings["groups"] for n in (24, 48, 12, 3)] == [4, 8, 2, 1]
    assert lay_out(groups, 24, {}).stages[1] == groups.stages[1]
    assert lay_out(saved(StageShape()), 5, {}) == lay_out(saved(StageShape()), 500, {})


def test_what_is_stored_is_read_again_and_what_came_later_has_its_default():
    stages = (
        StageShape("groups", "Pool", {"groups": 4}),
        StageShape("knockout", settings={"plate": "first_match"}, rule=Progression(first=2), crossing=True),
    )
    event, juniors = {"games_by_round": (5, 7), "rated": False}, (PrizeShape("junior", "U16", 16, for_all=True),)
    entry = EntryShape(waiting_list=True, asked=("country",), conditions=Conditions(under_age=16, continents=("EU",)))
    conduct = ConductShape(5, Times(48, 12, 12, 24), keep_days=90, listed=False)
    stored = as_stored(event, stages, entry, juniors, conduct, entrants=30)
    assert json.loads(json.dumps(stored)) == stored
    expected = EventTemplate("k", Fixed(stages, 30), event, entry, juniors, conduct, entrants=30)
    assert read_stored(stored, DEFAULTS, key="k") == expected
    assert read_stored({}, DEFAULTS) == EventTemplate("", Fixed())


@pytest.mark.parametrize(
    ("stored", "field"),
    [
        ([], "content"),
        ({"version": 2}, "version"),
        ({"version": "1"}, "version"),
        ({"event": []}, "content"),
        ({"conduct": {"colour": "red"}}, "conduct"),
        ({"conduct": {"listed": 1}}, "conduct"),
        ({"conduct": {"keep_days": "30"}}, "conduct.keep_days"),
        ({"conduct": {"times": {"reminder": 4}}}, "conduct.times"),
        ({"event": {"colour": "red"}}, "colour"),
        ({"event": {"rated": 1}}, "rated"),
        ({"event": {"confirm_hours": True}}, "confirm_hours"),
        ({"event": {"games_by_round": ["5"]}}, "games_by_round"),
        ({"stages": ["knockout"]}, "stages.0"),
        ({"stages": {}}, "content"),
        ({"prizes": {}}, "content"),
        ({"entry": []}, "entry"),
        ({"entry": {"fee": 3}}, "entry"),
        ({"entry": {"asked": "country"}}, "entry"),
        ({"entry": {"conditions": {"under_age": 200}}}, "entry.conditions"),
        ({"entry": {"conditions": {"height": 200}}}, "entry.conditions"),
        ({"entry": {"conditions": []}}, "entry.conditions"),
        ({"prizes": ["U16"]}, "prizes.0"),
        ({"prizes": [{"kind": "junior", "name": "U16", "height": 2}]}, "prizes.0"),
        ({"prizes": [{"kind": "junior", "name": "U16", "under_age": "16"}]}, "prizes.0"),
        ({"stages": [{"kind": "ladder"}]}, "stages.0"),
        ({"stages": [{"kind": "swiss", "settings": {"rounds": 0}}]}, "stages.0"),
        ({"stages": [{"kind": "swiss", "settings": {"speed": 1}}]}, "stages.0"),
        ({"stages": [{"kind": "knockout", "feed": {}}]}, "stages.0.feed"),
        ({"stages": [{"kind": "groups"}, {"kind": "knockout"}]}, "stages.1.feed"),
        ({"stages": [{"kind": "groups"}, {"kind": "knockout", "feed": {"rule": {"last": 1}}}]}, "stages.1"),
        ({"stages": [{"kind": "groups"}, {"kind": "knockout", "feed": {"rule": None}}]}, "stages.1"),
    ],
)
def test_what_cannot_be_read_is_refused_naming_the_place(stored, field):
    with pytest.raises(TemplateError) as error:
        read_stored(stored, DEFAULTS)
    assert (error.value.code, error.value.extra["field"]) == ("template_unreadable", field)
