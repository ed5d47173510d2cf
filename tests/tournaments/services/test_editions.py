"""Series and their editions: starting one from the series or from an earlier event, joining, leaving."""

from dataclasses import replace

import pytest

from players.actors import SYSTEM
from tantrix_site.errors import Conflict, InvalidInput, NotFound, NotPermitted
from tests.tournaments.scene import NOW, make_event, make_owner, make_scene
from tournaments import services
from tournaments.formats.progression import Progression
from tournaments.models import Edition, Event, Series
from tournaments.services import EditionPlan, SeriesDetails, StagePlan
from tournaments.services.editions import next_number, series_template

pytestmark = pytest.mark.django_db
STAGES = (
    StagePlan("groups", "Qualifying", {"groups": 2}),
    StagePlan("knockout", rule=Progression(first=2), crossing=True),
)
STRICT = {"seeding_mode": "strict", "separation": "none"}


def make_series(keeper=None, code: str = "WTC", name: str = "World Championship") -> Series:
    series = services.create_series(actor=SYSTEM, now=NOW, code=code, details=SeriesDetails(name=name))
    if keeper is not None:
        services.set_keeper(actor=SYSTEM, now=NOW, series_id=series.pk, user=keeper.user, keeps=True)
    return series


def stages_of(event: Event) -> list[tuple[object, ...]]:
    return list(event.stages.order_by("number").values_list("kind", "name", "settings", "feed", "state"))


def test_last_years_event_gives_settings_and_stages_but_no_entries():
    scene = make_scene(8, stages=STAGES, name="World Championship 2025", confirm_hours=72, starts_on=NOW.date())
    series = make_series(scene.owner)
    services.add_edition(
        actor=scene.owner, now=NOW, series_id=series.pk, event_id=scene.event.pk, year=2025, number=28
    )  # fmt: skip
    assert next_number(series) == 29
    plan = EditionPlan(2026, number=29, copied=scene.reload())
    event = services.start_edition(actor=scene.owner, now=NOW, series_id=series.pk, plan=plan).event
    assert (event.name, event.state, event.confirm_hours) == ("World Championship 2026", "draft", 72)
    assert (event.starts_on, event.entries.count(), event.last_match_number) == (None, 0, 0)
    assert [row[:4] for row in stages_of(event)] == [row[:4] for row in stages_of(scene.event)]
    assert {row[4] for row in stages_of(event)} == {"planned"}
    assert event.organiser_rows.get().user == scene.owner.user


def test_the_series_gives_what_was_kept_as_its_defaults():
    owner = make_owner()
    series = make_series(owner)
    event = make_event(owner, confirm_hours=72, games_by_round=(5, 7), time_zone="Europe/Budapest")
    services.plan_stages(actor=owner, now=NOW, event_id=event.pk, plans=STAGES)
    with pytest.raises(Conflict, match="no edition"):
        services.keep_defaults(actor=owner, now=NOW, series_id=series.pk, event=event)
    services.add_edition(actor=owner, now=NOW, series_id=series.pk, event_id=event.pk, year=2025)
    event.refresh_from_db()
    series = services.keep_defaults(actor=owner, now=NOW, series_id=series.pk, event=event)
    series.refresh_from_db()
    template = series_template(series)
    assert template.event == {"confirm_hours": 72, "games_by_round": (5, 7), "time_zone": "Europe/Budapest", **STRICT}
    assert [stage.kind for stage in template.layout.stages] == ["groups", "knockout"]
    made = services.start_edition(actor=owner, now=NOW, series_id=series.pk, plan=EditionPlan(2026, name=" Cup ")).event
    assert (made.name, made.confirm_hours, made.games_by_round) == ("Cup", 72, [5, 7])
    assert [row[:4] for row in stages_of(made)] == [row[:4] for row in stages_of(event)]


def test_an_edition_starts_from_a_template_for_as_many_as_are_expected():
    owner = make_owner()
    series = make_series(owner)
    act = {"actor": owner, "now": NOW, "series_id": series.pk}
    made = services.start_edition(**act, plan=EditionPlan(2026, template="euro", entrants=40)).event
    assert (made.name, made.lead_threshold, made.extra_games) == ("World Championship 2026", 50, 3)
    assert made.stages.get(number=1).settings["groups"] == 8
    saved = services.save_template(actor=owner, now=NOW, event_id=made.pk, name="Ours", series_id=series.pk)
    again = services.start_edition(**act, plan=EditionPlan(2027, template=saved.key, entrants=20)).event
    assert again.lead_threshold == 50
    copied = services.start_edition(**act, plan=EditionPlan(2028, copied=made, entrants=20)).event
    assert [e.stages.get(number=1).settings["groups"] for e in (again, copied)] == [8, 8]
    for plan, error in (
        (EditionPlan(2029, template="moon"), NotFound),
        (EditionPlan(2029, template="euro", entrants=1), InvalidInput),
    ):
        with pytest.raises(error):
            services.start_edition(**act, plan=plan)
    Series.objects.update(defaults={"event": {"colour": "red"}})
    with pytest.raises(Conflict, match="cannot be used any more"):
        services.start_edition(**act, plan=EditionPlan(2029))
    assert series.editions.count() == 3


def test_one_event_belongs_to_several_series():
    owner = make_owner()
    both = make_series(owner), make_series(owner, "HTO", "Hungarian Table Open")
    event = make_event(owner)
    for series, number in zip(both, (2, 6), strict=True):
        act = {"actor": owner, "now": NOW, "series_id": series.pk, "event_id": event.pk, "year": 2010, "number": number}
        first = services.add_edition(**act)
        assert services.add_edition(**act) == first
    assert sorted(event.editions.values_list("series__slug", "number")) == [("hto", 6), ("wtc", 2)]
    event.refresh_from_db()
    assert event.version == 3


@pytest.mark.parametrize(
    ("plan", "field"), [(EditionPlan(2026, number=5), "year"), (EditionPlan(2027, number=4), "number")]
)
def test_year_and_number_are_taken_once(plan: EditionPlan, field: str):
    owner = make_owner()
    series = make_series(owner)
    services.start_edition(actor=owner, now=NOW, series_id=series.pk, plan=EditionPlan(2026, number=4))
    with pytest.raises(Conflict) as refused:
        services.start_edition(actor=owner, now=NOW, series_id=series.pk, plan=plan)
    assert (refused.value.code, refused.value.field) == ("edition_exists", field)
    assert Event.objects.count() == 1


@pytest.mark.parametrize("plan", [EditionPlan(1066), EditionPlan(2026, number=0)])
def test_years_and_numbers_have_bounds(plan: EditionPlan):
    owner = make_owner()
    with pytest.raises(InvalidInput, match="from"):
        services.start_edition(actor=owner, now=NOW, series_id=make_series(owner).pk, plan=plan)


def test_an_edition_is_the_business_of_keepers_who_may_see_what_they_copy():
    owner, other = make_owner(), make_owner("other")
    series, event = make_series(owner), make_event(other)
    act = {"now": NOW, "series_id": series.pk}
    with pytest.raises(NotPermitted):
        services.start_edition(actor=other, plan=EditionPlan(2026), **act)
    with pytest.raises(NotPermitted):
        services.start_edition(actor=owner, plan=EditionPlan(2026, copied=event), **act)
    with pytest.raises(NotPermitted):
        services.add_edition(actor=owner, event_id=event.pk, year=2026, **act)
    with pytest.raises(NotPermitted):
        services.add_edition(actor=other, event_id=event.pk, year=2026, **act)
    assert not Edition.objects.exists()


def test_an_event_leaves_the_series_and_stays_an_event():
    owner = make_owner()
    series = make_series(owner)
    edition = services.start_edition(actor=owner, now=NOW, series_id=series.pk, plan=EditionPlan(2026))
    with pytest.raises(NotPermitted):
        services.remove_edition(actor=make_owner("other"), now=NOW, edition_id=edition.pk)
    services.remove_edition(actor=owner, now=NOW, edition_id=edition.pk)
    assert not Edition.objects.exists()
    assert Event.objects.filter(pk=edition.event_id).exists()


def test_series_are_made_by_staff_and_changed_by_keepers():
    owner = make_owner()
    with pytest.raises(NotPermitted):
        services.create_series(actor=owner, now=NOW, code="CUP", details=SeriesDetails(name="Cup"))
    series = make_series(owner)
    changed = replace(SeriesDetails.of(series), trophy="The Cup", country="GER", continents=("EU",), under_age=16)
    series = services.update_series(actor=owner, now=NOW, series_id=series.pk, details=changed)
    series.refresh_from_db()
    assert (series.trophy, series.country.code, series.continents, series.under_age) == ("The Cup", "DE", ["EU"], 16)
    with pytest.raises(NotPermitted):
        services.update_series(actor=make_owner("other"), now=NOW, series_id=series.pk, details=changed)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", " "),
        ("kind", "duel"),
        ("continents", ("XX",)),
        ("country", "Utopia"),
        ("first_year", 1),
        ("team_size", 1),
    ],
)
def test_details_that_cannot_be_name_their_field(field: str, value: object):
    details = replace(SeriesDetails(name="Cup"), **{field: value})
    with pytest.raises(InvalidInput) as refused:
        services.create_series(actor=SYSTEM, now=NOW, code="CUP", details=details)
    assert refused.value.field == field


@pytest.mark.parametrize(("code", "kind"), [("W", InvalidInput), ("new", InvalidInput), ("wtc", Conflict)])
def test_a_code_is_an_address_of_its_own(code: str, kind: type[Exception]):
    make_series()
    with pytest.raises(kind):
        services.create_series(actor=SYSTEM, now=NOW, code=code, details=SeriesDetails(name="Cup"))
