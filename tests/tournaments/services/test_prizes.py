"""Juniors and newcomers: a prize list in an event for all, and an event of juniors (`docs/regulations.md` 7)."""

from datetime import date

import pytest

from players.models import ActionLog, Player
from ratings.models import RatedEvent, Rating
from tantrix_site.errors import Conflict, InvalidInput, NotFound, NotPermitted
from tests.tournaments.scene import NOW, make_scene, quick_scene
from tests.tournaments.services.test_pairs import pair_scene
from tests.tournaments.sitting_scene import sitting_scene
from tournaments import services
from tournaments.formats.eligibility import Conditions
from tournaments.models import AgeEvidence, Entry
from tournaments.selectors.ages import evidence_for_terms
from tournaments.selectors.prizes import prize_standings
from tournaments.services import EntryTerms, StagePlan

pytestmark = pytest.mark.django_db
FIRST_DAY = date(2026, 7, 1)


def code_of(act) -> str:
    with pytest.raises((Conflict, InvalidInput, NotFound, NotPermitted)) as refused:
        act()
    return refused.value.code


def act_of(scene, **more):
    return {"actor": scene.owner, "now": NOW, **more}


def make_list(scene, kind="junior", **more):
    return services.create_prize_list(**act_of(scene, event_id=scene.event.pk, kind=kind, name=kind.title(), **more))


def put(scene, found, *entries):
    for entry in entries:
        services.put_in_prize_list(**act_of(scene, list_id=found.pk, entry_id=entry.pk))


def test_a_junior_championship_from_entries_to_medallists():
    scene = make_scene(4, start=False, starts_on=FIRST_DAY, third_place=True)
    juniors = make_list(scene, for_all=True)
    assert juniors.under_age == 16
    services.make_draw(**act_of(scene, event_id=scene.event.pk))
    start = lambda: services.start_event(**act_of(scene, event_id=scene.event.pk))  # noqa: E731
    put(scene, juniors, *scene.entries[:3])
    with pytest.raises(Conflict) as refused:
        start()
    assert (refused.value.code, refused.value.extra["entries"]) == ("not_eligible", [scene.entries[3].pk])
    last = Player.objects.filter(pk=scene.entries[3].player_id)
    last.update(birth_date=date(2010, 7, 1))
    assert code_of(lambda: put(scene, juniors, scene.entries[3])) == "too_old"
    last.update(birth_date=date(2010, 7, 2))
    put(scene, juniors, scene.entries[3])
    put(scene, juniors, scene.entries[3])  # a second click
    tick = AgeEvidence.objects.get(holder=scene.entries[3].player_id)
    assert (tick.at, tick.user) == (NOW, scene.owner.user)
    assert "2010" not in str(list(ActionLog.objects.values_list("data", flat=True)))
    start()
    scene.play_all()
    services.finish_event(**act_of(scene, event_id=scene.event.pk))
    scene.check_cache()
    (found,) = prize_standings(scene.reload())
    assert [(row.place, row.overall) for row in found.rows] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert code_of(lambda: make_list(scene, "newcomer")) == "event_finished"


def test_newcomers_and_juniors_have_their_own_places_in_a_swiss():
    scene = quick_scene(8, stages=[StagePlan("swiss", settings={"rounds": 3, "games": 1})], starts_on=FIRST_DAY)
    juniors, newcomers = make_list(scene, under_age=18), make_list(scene, "newcomer")
    earlier = RatedEvent.objects.create(source="event:earlier", number=1, name="Earlier", closes_on=date(2026, 1, 1))
    Rating.objects.create(
        player=scene.entries[0].person, rating=1900.0, games=40, event=earlier, closed_on=earlier.closes_on
    )
    assert code_of(lambda: put(scene, newcomers, scene.entries[0])) == "not_newcomer"
    put(scene, newcomers, scene.entries[5], scene.entries[6])
    put(scene, juniors, scene.entries[6], scene.entries[7])
    for _round in range(3):
        scene.pair()
        scene.play_all()
    live = prize_standings(scene.reload())
    services.finish_event(**act_of(scene, event_id=scene.event.pk))
    first, second = prize_standings(scene.reload())
    assert (first.prize_list, second.prize_list) == (juniors, newcomers)
    overall = dict(Entry.objects.filter(event=scene.event).values_list("pk", "place"))
    for found in (first, second):
        assert [row.place for row in found.rows] == [1, 2]
        assert [row.overall for row in found.rows] == sorted(overall[pk] for pk in found.members)
    assert [found.rows for found in live] == [first.rows, second.rows]


def test_tables_drawn_each_round_have_prize_lists_too():
    scene = sitting_scene(4)
    others = make_list(scene.scene, "other")
    put(scene.scene, others, scene.scene.entries[0], scene.scene.entries[1])
    assert prize_standings(scene.event)[0].rows == ()
    assert len(prize_standings(scene.event)[0].without_place) == 2
    scene.play(scene.draw())
    assert [row.place for row in prize_standings(scene.event)[0].rows] == [1, 2]


def test_both_of_a_pair_are_juniors():
    scene = pair_scene(2, start=False, starts_on=FIRST_DAY)
    juniors = make_list(scene)
    Player.objects.filter(slug="d2").update(birth_date=date(1990, 1, 1))
    assert code_of(lambda: put(scene, juniors, scene.entries[0])) == "too_old"
    put(scene, juniors, scene.entries[1])


@pytest.mark.parametrize(
    ("terms", "here", "there"),
    [
        (Conditions(under_age=16), True, True),
        (Conditions(under_age=15), True, False),  # who is under 16 may be 15
        (Conditions(under_age=17), False, True),  # who is under 17 may be 16
        (Conditions(from_age=14), False, False),
        (Conditions(under_age=16, age_on=date(2026, 1, 1)), False, True),
        (Conditions(under_age=16, age_on=date(2026, 12, 31)), True, False),
    ],
)
def test_an_age_is_ticked_once_and_counts_where_no_less_is_asked(terms, here, there):
    scene = make_scene(2, start=False, starts_on=FIRST_DAY)
    event, (one, two) = scene.event, scene.entries
    juniors = make_list(scene)
    act = act_of(scene, event_id=event.pk)
    services.set_entry_rules(**act, terms=EntryTerms(conditions=terms))
    services.tick_age(**act, player_id=one.player_id)
    put(scene, juniors, two)
    members = lambda: set(prize_standings(scene.reload())[0].members)  # noqa: E731
    seen = lambda: {row.holder_id for row in evidence_for_terms(event, terms)}  # noqa: E731
    assert members() == ({one.pk, two.pk} if here else {two.pk})
    assert seen() == ({one.player_id, two.player_id} if there else {one.player_id})
    assert services.tick_age(**act, player_id=two.player_id) is not there
    put(scene, juniors, one)
    assert members() == {one.pk, two.pk}
    services.tick_age(**act, player_id=two.player_id, seen=False)
    services.take_out_of_prize_list(**act_of(scene, list_id=juniors.pk, entry_id=one.pk))
    assert members() == (set() if there else {two.pk})
    assert seen() == (set() if here else {one.player_id})


def test_a_date_of_birth_stands_against_a_tick():
    scene = make_scene(2, start=False, starts_on=FIRST_DAY)
    make_list(scene)
    act = act_of(scene, event_id=scene.event.pk)
    services.set_entry_rules(**act, terms=EntryTerms(conditions=Conditions(under_age=16)))
    services.tick_age(**act, player_id=scene.entries[0].player_id)
    Player.objects.filter(pk=scene.entries[0].player_id).update(birth_date=date(2010, 7, 1))
    assert not prize_standings(scene.reload())[0].members


def test_what_cannot_be():
    scene = make_scene(2)
    juniors = make_list(scene)
    assert code_of(lambda: put(scene, juniors, scene.entries[0])) == "first_day_missing"
    assert code_of(lambda: make_list(scene)) == "prize_list_exists"
    assert code_of(lambda: make_list(scene, "newcomer", for_all=True)) == "event_started"
    create = act_of(scene, event_id=scene.event.pk)
    for more, code in (
        ({"kind": "senior", "name": "S"}, "bad_choice"),
        ({"kind": "other", "name": " "}, "name_empty"),
        ({"kind": "other", "name": "x" * 61}, "name_too_long"),
        ({"kind": "junior", "name": "U0", "under_age": 0}, "bad_age"),
        ({"actor": scene.players[0], "kind": "other", "name": "Mine"}, "not_organiser"),
    ):
        assert code_of(lambda more=more: services.create_prize_list(**{**create, **more})) == code
    take_out = act_of(scene, list_id=juniors.pk)
    services.update_event(
        **create,
        details=services.EventDetails(name="Cup", starts_on=FIRST_DAY, seeding_mode="strict", separation="none"),
    )
    put(scene, juniors, scene.entries[0])
    for _click in range(2):
        services.take_out_of_prize_list(**take_out, entry_id=scene.entries[0].pk)
    assert not prize_standings(scene.reload())[0].members
    assert code_of(lambda: services.put_in_prize_list(**take_out, entry_id=0)) == "entry_not_found"
    services.remove_prize_list(**take_out)
    assert code_of(lambda: services.remove_prize_list(**take_out)) == "prize_list_not_found"
