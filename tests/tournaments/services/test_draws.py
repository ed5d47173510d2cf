"""The draw: reproducible, repeatable before the start, numbered once."""

import pytest

from tantrix_site.errors import Conflict, InvalidInput, NotPermitted
from tests.tournaments.scene import NOW, make_event, make_owner, make_scene, quick_scene
from tournaments import services
from tournaments.models import Draw, Entry, Match, Slot
from tournaments.services import NewPerson

pytestmark = pytest.mark.django_db


def draw(scene, **more):
    return services.make_draw(actor=scene.owner, now=NOW, event_id=scene.event.pk, **more)


@pytest.mark.parametrize("count", [2, 3, 5, 8, 13])
def test_any_number_gets_a_full_tree_with_byes_for_the_top(count):
    scene = make_scene(count)
    size = 1 << (count - 1).bit_length()
    assert Match.objects.filter(event=scene.event).count() == size - 1
    byes = {scene.winner(m.number) for m in Match.objects.filter(event=scene.event, state="bye")}
    assert byes == set(range(1, size - count + 1))
    assert Slot.objects.filter(match__event=scene.event, is_bye=True).count() == size - count
    scene.check_cache()


def test_the_same_lot_draws_the_same_and_what_is_stored_draws_it_again():
    scene = make_scene(21, start=False, seeding_mode="bands")
    first = draw(scene, lot=4711)
    second = draw(scene, lot=4711)
    third = draw(scene, lot=4712)
    assert first.lines == second.lines != third.lines
    for made in Draw.objects.all():
        assert services.draw_again(made) == tuple(made.lines)
    assert list(Draw.objects.order_by("number").values_list("current", flat=True)) == [False, False, True]


def test_without_a_lot_the_site_takes_a_fresh_one():
    scene = make_scene(5, start=False, seeding_mode="lot")
    assert draw(scene).lot != draw(scene).lot
    with pytest.raises(InvalidInput, match="lot"):
        draw(scene, lot=-1)


def test_countrymen_are_kept_apart_in_the_first_round():
    scene = make_scene(8, start=False, seeding_mode="bands", separation="country")
    entries = Entry.objects.filter(event=scene.event)
    entries.update(seed=None, country="NO")
    entries.filter(pk__in=[entry.pk for entry in scene.entries[::2]]).update(country="HU")
    for lot in range(5):
        assert draw(scene, lot=lot).clashes == []
        for match in Match.objects.filter(event=scene.event, round=1).prefetch_related("slots__occupant"):
            left, right = (slot.occupant.country for slot in match.slots.all())
            assert left != right


def test_a_draw_of_the_same_shape_keeps_matches_and_numbers():
    scene = make_scene(6, start=False)
    draw(scene)
    before = dict(Match.objects.filter(event=scene.event).values_list("pk", "number"))
    services.set_seeds(
        actor=scene.owner, now=NOW, event_id=scene.event.pk,
        seeds={entry.pk: 6 - n for n, entry in enumerate(scene.entries)},
    )  # fmt: skip
    draw(scene)
    assert dict(Match.objects.filter(event=scene.event).values_list("pk", "number")) == before
    assert scene.winner(1) == 6
    scene.check_cache()


def test_a_number_that_was_public_is_never_given_to_another_match():
    scene = make_scene(4, start=False)
    draw(scene)
    assert sorted(Match.objects.filter(event=scene.event).values_list("number", flat=True)) == [1, 2, 3]
    services.add_entry(actor=scene.owner, now=NOW, event_id=scene.event.pk, person=NewPerson("Fifth"))
    draw(scene)
    assert sorted(Match.objects.filter(event=scene.event).values_list("number", flat=True)) == list(range(4, 11))


def test_numbers_of_a_draft_start_again_at_one():
    owner = make_owner()
    event = make_event(owner)
    for name in ("Ann", "Ben", "Cleo"):
        services.add_entry(actor=owner, now=NOW, event_id=event.pk, person=NewPerson(name))
        if name != "Ann":
            services.make_draw(actor=owner, now=NOW, event_id=event.pk)
    assert sorted(Match.objects.filter(event=event).values_list("number", flat=True)) == [1, 2, 3]


def test_games_a_round_count_back_from_the_final():
    scene = make_scene(8, games_by_round=(2, 3), third_place=True)
    games = Match.objects.filter(event=scene.event).order_by("number").values_list("round", "label", "games")
    assert list(games) == [
        (1, "", 2), (1, "", 2), (1, "", 2), (1, "", 2), (2, "", 2), (2, "", 2), (3, "third_place", 3), (3, "", 3),
    ]  # fmt: skip


def test_a_draw_can_be_made_again_while_nothing_was_played():
    scene = make_scene(4, start=False)
    arguments = {"actor": scene.owner, "now": NOW, "event_id": scene.event.pk}
    draw(scene)
    services.discard_draw(**arguments)
    assert not Match.objects.filter(event=scene.event).exists()
    with pytest.raises(Conflict, match="no draw"):
        services.discard_draw(**arguments)
    draw(scene)
    services.start_event(**arguments)
    numbers = sorted(Match.objects.filter(event=scene.event).values_list("number", flat=True))
    services.make_draw(**arguments, lot=5)
    assert sorted(Match.objects.filter(event=scene.event).values_list("number", flat=True)) == numbers
    scene.enter(numbers[0])
    for act in (services.make_draw, services.discard_draw):
        with pytest.raises(Conflict) as error:
            act(**arguments)
        assert error.value.code == "stage_played"


def test_a_draw_needs_two_and_an_organiser():
    scene = make_scene(1, start=False)
    with pytest.raises(Conflict) as error:
        draw(scene)
    assert error.value.code == "too_few_entries"
    with pytest.raises(NotPermitted):
        services.make_draw(actor=scene.player(1), now=NOW, event_id=scene.event.pk)


def test_seeds_left_by_withdrawals_close_up():
    scene = make_scene(5, start=False)
    services.withdraw_entry(actor=scene.owner, now=NOW, entry_id=scene.entries[1].pk)
    made = draw(scene)
    assert made.entrants == [scene.entries[n].pk for n in (0, 2, 3, 4)]


def test_a_draw_of_128_takes_few_queries(django_assert_max_num_queries):
    scene = quick_scene(128)
    scene.event.state = "published"
    scene.event.save()
    with django_assert_max_num_queries(40):
        draw(scene)
    scene.check_cache()
