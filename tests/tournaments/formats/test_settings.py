"""Settings of stages: what is stored, what the event sets, what the regulations say."""

import json

import pytest

from tournaments.formats.errors import SettingsError
from tournaments.formats.graph import TIE_BREAKS, TablePoints
from tournaments.formats.settings import (
    SETTINGS,
    DoubleEliminationSettings,
    GroupSettings,
    KnockoutSettings,
    SwissSettings,
    as_json,
    settings_of,
)


def test_what_a_stage_leaves_out_is_the_events_and_then_the_regulations():
    found = settings_of("knockout", {"third_place": True}, {"games": (3, 5), "seeds": 8, "rounds": 9})
    assert found == KnockoutSettings(games=(3, 5), seeds=8, third_place=True)
    assert settings_of("groups", {}) == GroupSettings(tie_breaks=TIE_BREAKS, points=TablePoints())


@pytest.mark.parametrize("kind", SETTINGS)
def test_all_settings_go_through_json_and_back(kind):
    settings = settings_of(kind, {})
    assert settings_of(kind, json.loads(json.dumps(as_json(settings)))) == settings


def test_values_take_the_type_of_the_setting():
    assert settings_of("knockout", {"entry_rounds": [[16, 4], [32, 3]]}) == KnockoutSettings(
        entry_rounds=((16, 4), (32, 3))
    )
    points = {"walkover": [160, 40], "bye": 100}
    assert settings_of("swiss", {"points": points}) == SwissSettings(points=TablePoints(walkover=(160, 40), bye=100))
    assert settings_of("double_elimination", {"losers_games": [2]}) == DoubleEliminationSettings(losers_games=(2,))


@pytest.mark.parametrize(
    ("kind", "stored", "code", "field"),
    [
        ("ladder", {}, "unknown_kind", "kind"),
        ("swiss", {"turns": 3}, "unknown_setting", "turns"),
        ("swiss", {"rounds": "3"}, "bad_type", "rounds"),
        ("swiss", {"rounds": True}, "bad_type", "rounds"),
        ("swiss", {"rounds": 51}, "out_of_range", "rounds"),
        ("swiss", {"first_round": "chess"}, "unknown_choice", "first_round"),
        ("swiss", {"tie_breaks": ["wins", "tp"]}, "bad_tie_breaks", "tie_breaks"),
        ("swiss", {"tie_breaks": ["tp", "tp"]}, "bad_tie_breaks", "tie_breaks"),
        ("swiss", {"tie_breaks": ["tp", "luck"]}, "bad_tie_breaks", "tie_breaks"),
        ("swiss", {"tie_breaks": [1]}, "bad_type", "tie_breaks"),
        ("swiss", {"points": [150, 50]}, "bad_type", "points"),
        ("swiss", {"points": {"bye": "12"}}, "bad_type", "points"),
        ("swiss", {"points": {"draw": 100}}, "unknown_setting", "points"),
        ("swiss", {"points": {"walkover": [150, 60]}}, "out_of_range", "points"),
        ("groups", {"games": 5}, "out_of_range", "games"),
        ("groups", {"groups": 0}, "out_of_range", "groups"),
        ("groups", {"formation": "dice"}, "unknown_choice", "formation"),
        ("knockout", {"games": []}, "out_of_range", "games"),
        ("knockout", {"games": 3}, "bad_type", "games"),
        ("knockout", {"games": [True]}, "bad_type", "games"),
        ("knockout", {"main_size": 100}, "not_power_of_two", "main_size"),
        ("knockout", {"entry_rounds": [[32, 4], [16, 3]]}, "bad_entry_rounds", "entry_rounds"),
        ("knockout", {"entry_rounds": [[16, 1]]}, "bad_entry_rounds", "entry_rounds"),
        ("knockout", {"entry_rounds": [16]}, "bad_type", "entry_rounds"),
        ("knockout", {"entry_rounds": [[16, 2]], "plate": "first_match"}, "entry_rounds_alone", "entry_rounds"),
        ("knockout", {"plate": "silver"}, "unknown_choice", "plate"),
        ("double_elimination", {"reset": 1}, "bad_type", "reset"),
    ],
)
def test_what_cannot_be_is_refused_and_the_field_named(kind, stored, code, field):
    with pytest.raises(SettingsError) as error:
        settings_of(kind, stored)
    assert (error.value.code, error.value.extra["field"]) == (code, field)
