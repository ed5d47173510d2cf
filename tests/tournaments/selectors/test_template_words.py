"""What a template sets is told from what it sets."""

from dataclasses import replace

import pytest

from tournaments.formats.eligibility import Conditions
from tournaments.formats.event_templates.known import TEMPLATES
from tournaments.formats.event_templates.values import ConductShape, EntryShape, EventTemplate, Fixed, PrizeShape
from tournaments.models import Asked, Event, Stage
from tournaments.selectors.pages.rules import event_rules
from tournaments.selectors.pages.template_words import (
    TITLES,
    choice_words,
    full_words,
    short_words,
    template_purpose,
    template_title,
)
from tournaments.selectors.pages.words import tp_text
from tournaments.services import NewEvent, planned
from tournaments.services.event_templates import template_defaults


def told(template: EventTemplate, entrants: int | None = None, **chosen: int) -> tuple[str, str]:
    """The words of a card, and all of them."""
    plan = planned(template, NewEvent("X", entrants, chosen))
    event, stages = plan.as_event()
    full = [sentence for rule in full_words(plan.prepared, event, stages) for sentence in rule.sentences]
    return " / ".join(short_words(plan.prepared, event, stages)), " ".join(full)


SIGNS = {
    "games_by_round": lambda v: f"{v[-1]} game",
    "lead_threshold": lambda v: f"A lead of {tp_text(v)} points is needed",
    "extra_games": lambda v: f"up to {v} extra games",
    "third_place": lambda v: "play for third place" if v else "share its best place",
    "confirm_hours": lambda v: f"counts after {v} hour",
    "time_limit": lambda v: f"{v} minutes a game",
    "team_size": lambda v: f"played on {v} boards",
    "team_substitutes": lambda v: f"up to {v} substitutes",
    "play": lambda v: {"doubles": "Fixed pairs enter"}[v],
    "self_entry": lambda v: "may enter themselves" if v else "Only organisers",
    "rated": lambda v: "Games are rated" if v else "Games are not rated",
}
"""How each setting that a template of the site names is recognised in the words."""


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.key)
def test_the_words_name_every_value_that_is_set(template):
    _short, full = told(template)
    for name, value in template.event.items():
        sign = SIGNS[name](value)
        if name == "games_by_round" and len(set(value)) > 1:
            assert all(f": {games}" in full for games in value)
        else:
            assert sign in full, name
    plan = planned(template, NewEvent("X"))
    for stage in plan.stages:
        for name in ("rounds", "groups", "games"):
            number = stage.settings.get(name)
            assert number is None or str(number) in full or (name == "groups" and "one group" in full)
    assert ("others wait on a list" in full) == template.entry.waiting_list
    for name in template.entry.asked:
        assert str(Asked(name).label) in full
    assert template_title(template)
    assert template_purpose(template)
    assert set(TITLES) == {known.key for known in TEMPLATES}


def test_what_is_set_otherwise_is_told_otherwise():
    wtc, wttc, wdtc, wjtc, euro, swiss = (
        t for t in TEMPLATES if t.key in ["wtc", "wttc", "wdtc", "wjtc", "euro", "open-swiss"]
    )
    assert (
        "single players / Groups → Knockout / Groups: 4 games a match / Knockout: 5 to 9 games a match" in told(wtc)[0]
    )
    assert "teams of 5 with up to 3 substitutes" in told(wttc)[0]
    assert "Groups: 2 games a board" in told(wttc)[0]
    assert "Every board has 2 games." in told(wttc)[1]
    assert not [text for text in told(wttc) if "games a match" in text or "match has" in text]
    assert "fixed pairs" in told(wdtc)[0]
    assert "24 minutes a side and game" in told(wdtc)[0]
    assert "single players / players under 16 on the first day" in told(wjtc)[0]
    assert "those who play for: Europe" in told(euro)[0]
    assert "a lead of 5.0 points wins, at most 3 extra games" in told(euro)[0]
    assert "16 rounds." in told(swiss, 34, rounds=16)[1]
    assert "8 rounds." in told(swiss, 34)[1]
    assert "plate" not in told(wtc, 100, plate=0)[1]
    assert "reminded 96 h and 24 h before its deadline and warned 24 h and 72 h after it" in told(wtc)[1]
    assert "by up to 7 days" in told(wtc)[1]
    assert "deleted 365 days after the end" in told(wtc)[1]
    assert "reminded" not in told(swiss)[1]


def test_who_is_told_and_who_checks_are_told():
    conduct = ConductShape(results_checked=True, listed=False, draw_released=False, results_released=False)
    full = told(EventTemplate("x", Fixed(), conduct=conduct))[1]
    for words in ("second person", "by its address alone", "draw is held back", "Results are held back"):
        assert words in full


@pytest.mark.parametrize("chosen", [{}, {"third_place": True}])
def test_the_rules_of_teams_say_once_how_many_games_a_board_has(chosen):
    event = Event(team_size=5, games_by_round=[2])
    rules = event_rules(event, [Stage(event=event, number=1, kind="knockout", settings=chosen)])
    told_of = [sentence for rule in rules for sentence in rule.sentences]
    assert told_of.count("Every board has 2 games.") == 1
    assert not [sentence for sentence in told_of if "match has" in sentence]


def test_a_setting_without_a_sentence_is_named_all_the_same():
    template = EventTemplate("x", Fixed(), {"description": "Bring a clock", "place": "Győr"})
    assert "Description: Bring a clock" in told(template)[1]


def test_prize_lists_are_told():
    lists = (PrizeShape("junior", "Cubs", 12), PrizeShape("newcomer", "New"), PrizeShape("other", "Club", for_all=True))
    full = told(EventTemplate("x", Fixed(), prizes=lists))[1]
    assert "prize list “Cubs” for those under 12" in full
    assert "prize list “New”" in full
    assert "only those in the prize list “Club”" in full


def test_every_condition_of_entry_is_told():
    conditions = Conditions(
        from_age=10, under_age=20, countries=("HU",), continents=("AF",), rating_from=1500, rating_to=1900,
        titles=("ITM",), invited_only=True,
    )  # fmt: skip
    full = told(EventTemplate("x", Fixed(), entry=EntryShape(conditions=conditions)))[1]
    for words in (
        "under 20",
        "at least 10 on",
        "Africa, Hungary",
        "at least 1500",
        "at most 1900",
        "holders of",
        "invites",
    ):
        assert words in full
    assert full.count("May enter: ") == len(conditions.as_json()) - 1


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.key)
def test_every_figure_has_its_reason_in_words(template):
    reasons = set()
    for entrants in {template.least, 5, 9, 34, 100, 130, 200, template.most}:
        if not template.least <= entrants <= template.most:
            continue
        plan = planned(template, NewEvent("X", entrants))
        for choice in plan.prepared.choices:
            shown = choice_words(choice)
            assert "{" not in shown.reason
            assert shown.label
            assert shown.value in [text for _option, text in shown.options]
            reasons.add(choice.reason)
            again = planned(template, NewEvent("X", entrants, {choice.name: choice.value})).prepared
            assert [other.chosen for other in again.choices if other.name == choice.name] == [True]
    assert reasons or template.key == "blank"


def test_a_template_may_name_every_setting_of_an_event_but_name_and_dates():
    assert "capacity" in template_defaults()
    assert not {"name", "starts_on", "ends_on"} & set(template_defaults())
    more = replace(TEMPLATES[-1], event={"capacity": 8})
    assert [planned(more, NewEvent("X", n)).details.capacity for n in (None, 4, 20, 1000)] == [8, 8, 25, 1024]
