"""A doubles championship from entries to medallists (`docs/regulations.md` 1.2, 1.3, 8.1)."""

import json

import pytest

from games.services import verify_record
from players.actors import Actor
from players.models import ActionLog, Player
from tantrix_site.errors import Conflict, InvalidInput, NotPermitted
from tests.kept import kept
from tests.tournaments.scene import (
    LEFT_WINS,
    NOW,
    RIGHT_WINS,
    Scene,
    make_event,
    make_owner,
    make_scene,
    make_user,
    record_bytes,
)
from tournaments import services
from tournaments.models import (
    Attendance,
    Entry,
    EntryRules,
    Event,
    Exit,
    GameResult,
    Match,
    Report,
    SeedingPoints,
    TimePenalty,
)
from tournaments.selectors.pages.mine import mine_in
from tournaments.selectors.rated_games import rated_pairings
from tournaments.services import EventDetails, NewPerson, StagePlan
from tournaments.services.pairs import pair_name

pytestmark = pytest.mark.django_db


def people(count: int) -> list[Player]:
    return Player.objects.bulk_create(
        Player(slug=f"d{n}", name=f"Doubler {n}", name_key=f"doubler {n}", created_at=NOW) for n in range(1, count + 1)
    )


@kept
def pair_scene(count: int, *, start: bool = True, **details) -> Scene:
    """Pairs 1 to n of players 1 and 2, 3 and 4, …, drawn strictly."""
    owner = make_owner()
    scene = Scene(make_event(owner, play="doubles", time_limit=24, **details), owner)
    act = {"actor": owner, "now": NOW, "event_id": scene.event.pk}
    services.publish_event(**act)
    players = people(2 * count)
    for n in range(count):
        both = [player.pk for player in players[2 * n : 2 * n + 2]]
        scene.entries.append(services.add_pair(**act, members=both, seed=n + 1).entry)
    if start:
        services.make_draw(**act)
        services.start_event(**act)
    scene.reload()
    return scene


def member(pair: Entry, place: int) -> Actor:
    """A player of a pair, who has no account, by the private link."""
    entry = Entry.every.get(team=pair, team_place=place)
    return Actor(via="link", player=entry.player, entry_id=entry.pk)


def record(*, names=("", "", "", ""), seconds=0.0, **options) -> bytes:
    options = {"players": 4, "doubles": True, "colours": ["red", "blue", "red", "blue"], **options}
    data = json.loads(record_bytes(3, **options))
    for seat, name in zip(data["players"], names, strict=False):
        seat["name"] = name
    for move in data["moves"]:
        move["seconds"] = seconds
    return json.dumps(data).encode()


def attach(scene: Scene, actor: Actor, data: bytes, *, match: int = 1, colour: str = "red", **more) -> Report:
    report = services.attach_record(
        actor=actor, now=NOW, match_id=scene.match(match).pk, number=1, data=data, left_colour=colour, **more
    )
    verify_record(record_pk=report.submission.record_id, now=NOW)
    services.settle_records(now=NOW, record_pks=[report.submission.record_id])
    report.refresh_from_db()
    return report


def test_twelve_pairs_from_entries_to_medallists():
    scene = pair_scene(12, games_by_round=(1, 3), third_place=True)
    assert (scene.event.rated, scene.event.time_limit) == (False, 24)
    first = Match.objects.filter(event=scene.event, state="open").order_by("number")[0]
    left, right = (slot.occupant for slot in first.slots.select_related("occupant").order_by("side"))
    report = attach(scene, member(left, 2), record(), match=first.number)
    scores = report.submission.record.scores
    assert (report.state, report.tiles_left, report.tiles_right) == ("open", scores["red"], scores["blue"])
    with pytest.raises(NotPermitted):  # the partner does not confirm for the opponents
        services.confirm_game(actor=member(left, 1), now=NOW, report_id=report.pk)
    services.confirm_game(actor=member(right, 1), now=NOW, report_id=report.pk)
    first.refresh_from_db()
    assert first.state == "decided"
    scene.play_all(choose=lambda match: LEFT_WINS if match.number % 2 else RIGHT_WINS)
    services.finish_event(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    scene.check_cache()
    places = sorted(Entry.objects.filter(event=scene.event, place__isnull=False).values_list("place", flat=True))
    assert places[:4] == [1, 2, 3, 4]
    assert len(places) == 12
    assert rated_pairings(scene.event) == ()


@pytest.mark.parametrize(
    ("data", "conflicts", "notes"),
    [
        (record(), [], []),
        (record(names=("Doubler 2", "Doubler 7", "DOUBLER 1", "Ghost")), [], ["other_names"]),
        (record(names=("Doubler 1", "Doubler 7", "Doubler 8", "Doubler 2")), ["players"], []),
        (record(names=("Doubler 1", "Doubler 3", "", "")), ["players"], []),
        (record(players=2, doubles=False, colours=["red", "blue"]), ["not_doubles"], []),
        (record(doubles=False, colours=["red", "blue", "green", "yellow"]), ["not_doubles"], []),
    ],
)
def test_a_record_must_be_of_these_two_pairs(data, conflicts, notes):
    scene = pair_scene(4)  # M1 is pair 1, players 1 and 2, against pair 4, players 7 and 8
    report = attach(scene, member(scene.entries[0], 1), data)
    assert (report.conflicts, report.notes) == (conflicts, notes)
    if conflicts and conflicts != ["players"]:
        with pytest.raises(InvalidInput):
            services.accept_report(actor=scene.owner, now=NOW, report_id=report.pk, reason="Seen", left_colour="red")
        assert not GameResult.objects.exists()


def test_a_pair_says_which_colour_it_had():
    scene = pair_scene(4)
    with pytest.raises(InvalidInput) as error:
        attach(scene, member(scene.entries[0], 1), record(), colour="")
    assert (error.value.code, error.value.field) == ("seats_unknown", "colour_left")


def test_a_record_of_pairs_is_none_of_a_game_of_two():
    scene = make_scene(4)
    assert attach(scene, scene.player(1), record()).conflicts == ["not_two_players"]


def test_the_time_of_a_pair_is_that_of_both():
    moves = len(json.loads(record())["moves"])
    scene = pair_scene(4)
    report = attach(scene, member(scene.entries[0], 1), record(seconds=26 * 60 * 2 / moves), claims_time=True)
    assert report.seconds_right >= 24 * 60
    penalty = TimePenalty.objects.get()
    assert (penalty.side, penalty.tenths) == (1, 10 * (report.seconds_right // 60 - 24 + 1))


def test_both_players_of_a_pair_find_their_match():
    scene = pair_scene(4, start=False)
    users = [make_user(name) for name in ("ann", "bo")]
    services.remove_entry(actor=scene.owner, now=NOW, event_id=scene.event.pk, entry_id=scene.entries[0].pk)
    act = {"actor": scene.owner, "now": NOW, "event_id": scene.event.pk}
    services.add_pair(**act, members=[user.player.pk for user in users], seed=1)
    services.make_draw(**act)
    services.start_event(**act)
    for user in users:
        (found,) = mine_in(user, scene.reload())
        assert (found.match.number, found.opponent) == (1, "Doubler 7 / Doubler 8")


def test_either_of_a_pair_takes_its_withdrawal_back():
    scene = pair_scene(3, start=False)
    pair = scene.entries[0]
    for place in (1, 2):
        act = {"actor": member(pair, place), "now": NOW, "entry_id": pair.pk}
        services.withdraw_entry(**act)
        assert services.undo_withdrawal(**{**act, "actor": member(pair, 3 - place)}).state == "accepted"
    services.withdraw_entry(actor=scene.owner, now=NOW, entry_id=pair.pk)
    with pytest.raises(Conflict) as error:
        services.undo_withdrawal(actor=member(pair, 1), now=NOW, entry_id=pair.pk)
    assert error.value.code == "undo_over"


def test_who_may_enter_as_a_pair():
    owner = make_owner()
    event = make_event(owner, play="doubles", self_entry=True)
    act = {"actor": owner, "now": NOW, "event_id": event.pk}
    one, two, three = people(3)
    services.publish_event(**act)
    with pytest.raises(Conflict) as refused:
        services.add_entry(**act, player_id=one.pk)
    assert refused.value.code == "for_pairs"
    made = services.add_pair(**act, members=[one.pk, NewPerson("Somebody New", "FR")])
    assert (made.entry.name, len(made.links)) == ("Doubler 1 / Somebody New", 2)
    for members, code, field in (
        ([two.pk, two.pk], "same_player", "second"),
        ([two.pk], "pair_of_two", "second"),
        ([one.pk, two.pk], "already_entered", "first"),
        ([two.pk, NewPerson("Doubler 3")], "doubtful_person", "second"),
    ):
        with pytest.raises((Conflict, InvalidInput)) as refused:
            services.add_pair(**act, members=members)
        assert (refused.value.code, refused.value.field) == (code, field)
    assert Entry.every.filter(event=event).count() == 3
    with pytest.raises(Conflict) as refused:
        services.update_event(**act, details=EventDetails(name="Cup"))
    assert refused.value.extra == {"field": "play"}
    single = make_event(owner)
    with pytest.raises(Conflict) as refused:
        services.add_pair(actor=owner, now=NOW, event_id=single.pk, members=[two.pk, three.pk])
    assert refused.value.code == "not_for_pairs"
    assert Event.objects.get(pk=single.pk).rated


def test_pairs_are_seeded_by_the_mean_of_both():
    scene = pair_scene(3, start=False)
    for number, points in enumerate((1000, 2000, 1400, 1900, 1500, 1510), start=1):
        entry = Entry.every.get(event=scene.event, player__slug=f"d{number}")
        SeedingPoints.objects.create(entry=entry, origin="hand", points=points, at=NOW, via="system", reason="list")
    services.seed_by_points(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    assert list(scene.event.entries.order_by("seed")) == [scene.entries[1], scene.entries[2], scene.entries[0]]


def test_long_names_of_both_stay_recognisable():
    assert pair_name(["Ann Ex", "Bo Ix"]) == "Ann Ex / Bo Ix"
    long = pair_name(["A" * 60, "B" * 60])
    assert (len(long) <= 80, long.startswith("AAA"), "… / BBB" in long) == (True, True, True)


def test_both_of_a_pair_meet_the_terms_unless_a_reason_passes_over_them():
    owner = make_owner()
    event = make_event(owner, play="doubles")
    EntryRules.objects.create(event=event, conditions={"countries": ["FR"]})
    one, two, three = people(3)
    Player.objects.filter(pk__in=[one.pk, three.pk]).update(country="FR")
    act = {"actor": owner, "now": NOW, "event_id": event.pk}
    with pytest.raises(Conflict) as refused:
        services.add_pair(**act, members=[one.pk, two.pk])
    assert refused.value.code == "not_eligible"
    assert services.add_pair(**act, members=[one.pk, three.pk]).entry.country == "FR"
    four = Player.objects.create(slug="d4", name="Doubler 4", name_key="doubler 4", created_at=NOW)
    made = services.add_pair(**act, members=[two.pk, four.pk], despite="both live there").entry
    log = ActionLog.objects.get(target_id=made.pk, action="entry.added")
    assert (log.data["despite"], log.reason, made.country) == (["not_eligible"], "both live there", "")


def test_a_pair_that_left_comes_back_and_its_players_may_find_others():
    owner = make_owner()
    event = make_event(owner, play="doubles")
    act = {"actor": owner, "now": NOW, "event_id": event.pk}
    one, two, three, four = people(4)
    pair = services.add_pair(**act, members=[one.pk, two.pk]).entry
    services.withdraw_entry(actor=owner, now=NOW, entry_id=pair.pk)
    again = services.add_pair(**act, members=[two.pk, one.pk]).entry
    assert (again.pk, again.name, again.state) == (pair.pk, "Doubler 1 / Doubler 2", "accepted")
    assert not Exit.objects.filter(entry=pair, revoked_at=None).exists()
    services.withdraw_entry(actor=owner, now=NOW, entry_id=pair.pk)
    other = services.add_pair(**act, members=[one.pk, three.pk]).entry
    assert [entry.name for entry in event.entries.all()] == ["Doubler 1 / Doubler 3"]
    assert ActionLog.objects.get(action="entry.removed").data == {"name": "Doubler 1 / Doubler 2"}
    assert services.add_pair(**act, members=[two.pk, four.pk]).entry.name == "Doubler 2 / Doubler 4"
    services.disqualify_entry(actor=owner, now=NOW, entry_id=other.pk, reason="Unfair")
    with pytest.raises(Conflict) as refused:
        services.add_pair(**act, members=[one.pk, three.pk])
    assert (refused.value.code, refused.value.field) == ("disqualified", "first")


def test_who_was_drawn_in_a_pair_comes_back_with_the_same_partner_only():
    scene = pair_scene(4, start=False)
    pair = scene.entries[0]
    act = {"actor": scene.owner, "now": NOW, "event_id": scene.event.pk}
    services.make_draw(**act)
    drawn = list(Match.objects.order_by("number").values_list("state", "winner"))
    leaves = {"actor": scene.owner, "now": NOW, "entry_id": pair.pk}
    planned = services.plan_exit(**leaves)
    services.withdraw_entry(**leaves, digest=planned.plan.digest if planned else None)
    assert list(Match.objects.order_by("number").values_list("state", "winner")) != drawn
    first, second = (entry.player_id for entry in Entry.every.filter(team=pair).order_by("team_place"))
    with pytest.raises(Conflict) as refused:
        services.add_pair(**act, members=[NewPerson("Somebody New"), second])
    assert (refused.value.code, refused.value.field) == ("pair_drawn", "second")
    assert services.add_pair(**act, members=[first, second]).entry.state == "accepted"
    # its walkover fell
    assert list(Match.objects.order_by("number").values_list("state", "winner")) == drawn


def test_a_late_pair_plays_from_the_next_round_of_a_swiss_on():
    scene = pair_scene(4, start=False)
    act = {"actor": scene.owner, "now": NOW, "event_id": scene.event.pk}
    services.plan_stages(**act, plans=[StagePlan("swiss", settings={"rounds": 3})])
    services.make_draw(**act)
    services.start_event(**act)
    scene.pair()
    late = services.add_pair(**act, members=[NewPerson("Late One"), NewPerson("Late Two")]).entry
    assert Attendance.objects.get(entry=late).round == 2
