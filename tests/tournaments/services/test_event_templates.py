"""Events from templates: everything or nothing, up to the first draw; and events kept as templates."""

import pytest

from players.actors import SYSTEM, Actor
from players.models import ActionLog, Player
from tantrix_site.errors import Conflict, InvalidInput, NotFound, NotPermitted
from tests.tournaments.scene import NOW, make_event, make_owner, quick_scene
from tests.tournaments.services.test_editions import make_series
from tournaments import services
from tournaments.formats.eligibility import Conditions
from tournaments.formats.event_templates.known import TEMPLATE_OF
from tournaments.formats.event_templates.values import EntryShape
from tournaments.formats.progression import Progression
from tournaments.formats.warnings import Times
from tournaments.models import Entry, Event, Match, SavedTemplate
from tournaments.selectors.arranging_rules import Arranging, arranging_of
from tournaments.services import EntryTerms, NewEvent, StagePlan

pytestmark = pytest.mark.django_db


def make(owner: Actor, key: str, entrants: int | None = None, **more) -> Event:
    new = NewEvent("Cup", entrants, **more)
    return services.create_from_template(actor=owner, now=NOW, template=TEMPLATE_OF[key], new=new)


def people(count: int) -> list[Player]:
    return Player.objects.bulk_create(
        Player(slug=f"t{n}", name=f"Player {n}", name_key=f"player {n}", created_at=NOW) for n in range(count)
    )


def enter(event: Event, count: int, owner: Actor) -> None:
    """Entries of the kind the event is for."""
    act = {"actor": owner, "now": NOW, "event_id": event.pk}
    if event.is_for_teams:
        for n in range(count):
            services.add_team(**act, country=("FR", "HU", "DE", "AU", "GB", "US")[n % 6])
    elif event.is_for_pairs:
        players = people(2 * count)
        for n in range(count):
            services.add_pair(**act, members=[player.pk for player in players[2 * n : 2 * n + 2]], seed=n + 1)
    else:
        Entry.objects.bulk_create(
            Entry(event=event, player=p, name=p.name, name_key=p.name_key, seed=n, created_at=NOW)
            for n, p in enumerate(people(count), start=1)
        )


@pytest.mark.parametrize(
    ("key", "entrants"),
    [("wtc", 2), ("wtc", 150), ("wttc", 9), ("wdtc", 4), ("wjtc", 7), ("euro", 30), ("open-swiss", 2),
     ("open-swiss", 34), ("open-final", 17), ("open-all", 5), ("club", 5), ("blank", 2)],
)  # fmt: skip
def test_a_template_gives_an_event_that_can_be_drawn(key, entrants):
    owner = make_owner()
    event = make(owner, key, entrants, time_zone="Europe/Budapest", place="Győr", starts_on=NOW.date())
    plan = services.planned(TEMPLATE_OF[key], NewEvent("Cup", entrants))
    assert (event.state, event.time_zone, event.place, event.starts_on) == (
        "draft", "Europe/Budapest", "Győr", NOW.date(),
    )  # fmt: skip
    assert [(s.kind, s.settings, s.feed) for s in event.stages.order_by("number")] == [
        (p.kind, p.settings, p.feed) for p in plan.stages
    ]
    for name, value in TEMPLATE_OF[key].event.items():
        assert getattr(event, name) == (list(value) if isinstance(value, tuple) else value)
    assert event.organiser_rows.get().user == owner.user
    entry = TEMPLATE_OF[key].entry
    if entry != EntryShape():
        assert event.entry_rules.asked == list(entry.asked)
        assert event.entry_rules.conditions == entry.conditions.as_json()
    enter(event, entrants, owner)
    services.make_draw(actor=owner, now=NOW, event_id=event.pk)
    if event.stages.get(number=1).kind == "swiss":
        services.publish_event(actor=owner, now=NOW, event_id=event.pk)
        services.start_event(actor=owner, now=NOW, event_id=event.pk)
        services.propose_pairing(actor=owner, now=NOW, event_id=event.pk, stage_number=1)
        services.publish_pairing(actor=owner, now=NOW, event_id=event.pk, stage_number=1)
    assert Match.objects.filter(event=event).exists()


def test_figures_may_be_chosen_otherwise():
    event = make(make_owner(), "open-swiss", 34, chosen={"rounds": 16})
    assert event.stages.get().settings["rounds"] == 16
    assert ActionLog.objects.get(action="event.from_template").data == {"template": "open-swiss", "entrants": 34}


@pytest.mark.parametrize(
    ("new", "field", "code"),
    [
        (NewEvent(" ", 34), "name", "name_empty"),
        (NewEvent("Cup", 1), "entrants", "bad_entrants"),
        (NewEvent("Cup", 34, {"rounds": 40}), "chosen.rounds", "bad_choice"),
        (NewEvent("Cup", 34, {"groups": 2}), "chosen.groups", "bad_choice"),
        (NewEvent("Cup", 34, time_zone="Moon/Base"), "time_zone", "unknown_time_zone"),
    ],
)
def test_nothing_is_made_of_what_cannot_be(new, field, code):
    with pytest.raises(InvalidInput) as error:
        services.create_from_template(actor=make_owner(), now=NOW, template=TEMPLATE_OF["open-swiss"], new=new)
    assert (error.value.field, error.value.code) == (field, code)
    assert not Event.objects.exists()


def kept(owner: Actor, event: Event, name: str = "Ours", **more) -> SavedTemplate:
    return services.save_template(actor=owner, now=NOW, event_id=event.pk, name=name, **more)


def test_an_event_is_kept_as_a_template_and_made_again():
    stages = [
        StagePlan("groups", "Pools", {"groups": 2, "games": 2}),
        StagePlan("knockout", settings={"plate": "first_match"}, rule=Progression(first=2), crossing=True),
    ]
    scene = quick_scene(8, stages=stages, confirm_hours=5, games_by_round=(3, 5), place="Pécs", starts_on=NOW.date())
    act = {"actor": scene.owner, "now": NOW, "event_id": scene.event.pk}
    services.create_prize_list(**act, kind="junior", name="Cubs", under_age=12)
    conditions = Conditions(under_age=90, age_on=NOW.date(), rating_to=1900, rated_on=NOW.date())
    terms = EntryTerms(opens_at=NOW, waiting_list=True, asked=("country",), conditions=conditions)
    services.set_entry_rules(**act, terms=terms)
    arranging = Arranging(3, Times(96, 24, 12, 36))
    services.set_arranging(**act, rules=arranging)
    services.set_checking(**act, on=True)
    services.set_keep_days(**act, days=30)
    services.set_audience(**act, listed=False, draw_released=False)
    saved = kept(scene.owner, scene.event, " Our  cup ")
    assert (saved.name, saved.owner, saved.series) == ("Our cup", scene.owner.user, None)
    assert kept(scene.owner, scene.event, "Our cup") == saved
    template = services.find_template(scene.owner, saved.key)
    again = services.create_from_template(actor=scene.owner, now=NOW, template=template, new=NewEvent("Next"))
    assert (again.name, again.confirm_hours, again.games_by_round, again.place) == ("Next", 5, [3, 5], "Pécs")
    assert (again.starts_on, again.entries.count()) == (None, 0)
    plans = [(s.kind, s.name, s.settings, s.feed) for s in again.stages.order_by("number")]
    assert plans == [(s.kind, s.name, s.settings, s.feed) for s in scene.event.stages.order_by("number")]
    prize = again.prize_lists.get()
    assert (prize.kind, prize.name, prize.under_age, prize.for_all) == ("junior", "Cubs", 12, False)
    rules = again.entry_rules
    assert (rules.waiting_list, rules.asked, rules.opens_at) == (True, ["country"], None)
    assert rules.conditions == {"under_age": 90, "rating_to": 1900}
    assert arranging_of(again) == arranging
    assert (again.results_checked, again.keep_days) == (True, 30)
    assert (again.listed, again.draw_released, again.results_released) == (False, False, True)
    larger = services.planned(template, NewEvent("Larger", 16))
    assert (larger.stages[0].settings, larger.details.capacity) == ({"groups": 4, "games": 2}, 128)
    saved.refresh_from_db()
    with pytest.raises(Conflict, match="of this name"):
        kept(scene.owner, make_event(scene.owner), "Our cup")
    for name in ("", "x" * 81, "a\u202eb"):
        with pytest.raises(InvalidInput):
            kept(scene.owner, scene.event, name)


def test_a_template_is_for_who_keeps_it_and_one_of_a_series_for_everybody():
    owner, other = make_owner(), make_owner("other")
    event, series = make_event(owner), make_series(owner)
    own, shared = kept(owner, event), kept(owner, event, series_id=series.pk)
    for key in (own.key, "saved-0", "saved-x", "saved-9999999999", "moon"):
        with pytest.raises(NotFound):
            services.find_template(other, key)
    with pytest.raises(NotFound):
        services.find_template(Actor(via="link", user=owner.user), own.key)
    assert services.find_template(other, shared.key).event["confirm_hours"] == 48
    foreign = make_event(other)
    with pytest.raises(NotPermitted, match="keep the series"):
        kept(other, foreign, series_id=series.pk)
    with pytest.raises(NotPermitted, match="organiser"):
        kept(other, event)
    with pytest.raises(NotPermitted, match="Sign in"):
        kept(SYSTEM, event)
    with pytest.raises(NotFound):
        services.delete_template(actor=other, now=NOW, key=own.key)
    with pytest.raises(NotPermitted, match="keep the series"):
        services.delete_template(actor=other, now=NOW, key=shared.key)
    for key in (own.key, shared.key):
        services.delete_template(actor=owner, now=NOW, key=key)
    assert not SavedTemplate.objects.exists()
    assert [row.data["name"] for row in ActionLog.objects.filter(action="template.deleted")] == ["Ours", "Ours"]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"version": 99}, "version"),
        ({"event": {"colour": "red"}}, "colour"),
        ({"event": {"time_limit": 0}}, "time_limit"),
        ({"entry": {"asked": ["shoe_size"]}}, "asked"),
    ],
)
def test_a_template_that_cannot_be_read_is_refused_and_can_be_deleted(change, field):
    owner = make_owner()
    saved = kept(owner, make_event(owner))
    SavedTemplate.objects.update(content={**saved.content, **change})
    with pytest.raises(Conflict) as error:
        services.find_template(owner, saved.key)
    assert (error.value.code, error.value.extra) == ("template_unreadable", {"field": field})
    services.delete_template(actor=owner, now=NOW, key=saved.key)


def test_a_setting_that_came_later_has_its_default():
    owner = make_owner()
    saved = kept(owner, make_event(owner, confirm_hours=5))
    del saved.content["event"]["team_size"], saved.content["prizes"]
    saved.save()
    template = services.find_template(owner, saved.key)
    details = services.planned(template, NewEvent("Cup")).details
    assert (details.confirm_hours, details.team_size) == (5, 0)


def test_nobody_keeps_templates_without_end(monkeypatch):
    monkeypatch.setattr("tournaments.services.saved_templates.MOST_SAVED", 1)
    owner = make_owner()
    event = make_event(owner)
    kept(owner, event)
    with pytest.raises(Conflict, match="delete one first"):
        kept(owner, event, "More")
