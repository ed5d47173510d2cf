"""Records attached to games: claims that decide nothing until somebody signs."""

import json

import pytest

from games.models import Record, Submission
from games.services import submit_record, verify_record
from games.services.judging import judge
from players.actors import SYSTEM, Actor, account_actor
from players.models import Notice, Player
from ratings.services import CasualResult, confirm_offer, offer_game, void_game, withdraw_offer
from tantrix_site.errors import Conflict, InvalidInput, NotFound, NotPermitted
from tests.tournaments.scene import LEFT_WINS, NOW, add_arbiter, later, make_scene, make_user, record_bytes
from tournaments import services
from tournaments.models import GameResult, Report, TimePenalty
from tournaments.services import GameFigures

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene():
    return make_scene(4)


def game(seed=1, *, names=("", ""), **options):
    """A legal game between red and blue as bytes, and its final tiles by colour."""
    data = json.loads(record_bytes(seed, colours=["red", "blue"], **options))
    for seat, name in zip(data["players"], names, strict=True):
        seat["name"] = name
    return json.dumps(data).encode()


def illegal():
    data = json.loads(game())
    data["moves"][3]["rotation"] = (data["moves"][3]["rotation"] + 1) % 6
    data["moves"][4]["rotation"] = (data["moves"][4]["rotation"] + 1) % 6
    return json.dumps(data).encode()


def attach(scene, seed, data=None, *, match=1, number=1, actor=None, **more):
    more.setdefault("left_colour", "red")
    return services.attach_record(
        actor=actor or scene.player(seed), now=NOW, match_id=scene.match(match).pk, number=number,
        data=game() if data is None else data, **more,
    )  # fmt: skip


def check(report, *, now=NOW):
    """What worker and signal do."""
    verify_record(record_pk=report.submission.record_id, now=now)
    services.settle_records(now=now, record_pks=[report.submission.record_id])
    report.refresh_from_db()
    return report


def test_a_record_waits_for_its_verdict_and_then_is_its_senders_report(scene):
    report = attach(scene, 1)
    assert (report.state, report.tiles_left, report.confirm_by) == ("checking", None, None)
    check(report, now=later(hours=1))
    scores = report.submission.record.scores
    assert (report.state, report.confirm_by) == ("open", later(hours=49))
    assert (report.tiles_left, report.tiles_right) == (scores["red"], scores["blue"])
    assert (report.colour_left, report.colour_right, report.complete) == ("red", "blue", True)
    assert not GameResult.objects.exists()


def test_confirmed_it_counts_and_is_public(scene):
    report = check(attach(scene, 1))
    assert Submission.objects.get().visibility == "link"
    services.confirm_game(actor=scene.player(4), now=NOW, report_id=report.pk)
    result = GameResult.objects.get()
    assert (result.submission, result.game_key) == (report.submission, report.submission.record.game_key)
    assert (result.game_key != "", Submission.objects.get().visibility) == (True, "public")
    scene.check_cache()


def test_colours_say_which_seat_is_which_side(scene):
    report = check(attach(scene, 4, left_colour="", right_colour="red"))
    scores = report.submission.record.scores
    assert (report.tiles_left, report.tiles_right) == (scores["blue"], scores["red"])


def test_without_a_claim_the_players_preferences_say_it(scene):
    for seed, colour in ((1, "blue"), (4, "red")):
        Player.objects.filter(pk=scene.entries[seed - 1].player_id).update(first_colour=colour)
    report = check(attach(scene, 1, left_colour=""))
    assert (report.state, report.notes, report.colour_left) == ("open", ["seats_by_preference"], "blue")


def test_without_claim_and_preferences_it_is_refused_at_the_colour(scene):
    with pytest.raises(InvalidInput) as error:
        attach(scene, 1, left_colour="")
    assert (error.value.code, error.value.field) == ("seats_unknown", "colour_left")
    assert error.value.extra == {"colours": ["red", "blue"]}
    assert not Submission.objects.exists()


def test_where_preferences_are_gone_by_the_verdict_an_arbiter_says_it(scene):
    players = Player.objects.filter(pk__in=[scene.entries[0].player_id, scene.entries[3].player_id])
    players.filter(pk=scene.entries[0].player_id).update(first_colour="red")
    report = attach(scene, 1, left_colour="")
    players.update(first_colour="")
    check(report)
    assert (report.state, report.conflicts, report.tiles_left) == ("conflict", ["seats_unknown"], None)
    with pytest.raises(InvalidInput) as error:
        services.accept_report(actor=scene.owner, now=NOW, report_id=report.pk, reason="Seen")
    assert error.value.extra == {"colours": report.submission.record.colours}
    services.accept_report(actor=scene.owner, now=NOW, report_id=report.pk, reason="Seen", left_colour="blue")
    assert GameResult.objects.get().tiles_left == report.submission.record.scores["blue"]


def test_the_opponents_claim_of_colours_helps_too(scene):
    with pytest.raises(InvalidInput):
        attach(scene, 1, left_colour="")
    scores = judge(json.loads(game())).scores
    scene.report(1, 4, GameFigures(tiles=(scores["red"], scores["blue"]), colours=("red", "blue")))
    second = check(attach(scene, 1, left_colour=""))
    assert second.state == "confirmed"
    assert GameResult.objects.get().signature == "agreement"


@pytest.mark.parametrize(
    ("more", "conflict"),
    [
        ({"left_colour": "green"}, "colours"),
        ({"left_colour": "red", "right_colour": "green"}, "colours"),
        ({"tiles": (1, 2)}, "figures"),
    ],
)
def test_a_record_that_contradicts_the_claim_decides_nothing(scene, more, conflict):
    report = check(attach(scene, 1, **more))
    assert (report.state, report.conflicts) == ("conflict", [conflict])
    with pytest.raises(Conflict) as error:
        services.confirm_game(actor=scene.player(4), now=NOW, report_id=report.pk)
    assert error.value.code == "report_in_conflict"
    assert services.confirm_due_reports(now=later(days=99)) == 0
    assert scene.match(1).state == "open"


@pytest.mark.parametrize(
    ("names", "state", "conflicts", "notes"),
    [
        (("Player P1", "Player P4"), "open", [], []),
        (("PLAYER p1", ""), "open", [], []),
        (("Nick", "Ghost"), "open", [], ["other_names"]),
        (("Player P4", "Player P1"), "conflict", ["players"], []),
        (("Player P1", "Player P2"), "conflict", ["players"], []),
    ],
)
def test_names_are_nobodys_identity_but_may_contradict(scene, names, state, conflicts, notes):
    data = game(names=names)
    seat = next(s for s in json.loads(data)["players"] if s["name"] == names[0])
    report = check(attach(scene, 1, data, left_colour=seat["colour"]))
    assert (report.state, report.conflicts, report.notes) == (state, conflicts, notes)


def test_an_arbiter_may_accept_a_conflict(scene):
    report = check(attach(scene, 1, tiles=(1, 2)))
    services.accept_report(actor=add_arbiter(scene), now=NOW, report_id=report.pk, reason="A slip of the pen")
    assert GameResult.objects.get().signature == "arbiter"


def test_an_illegal_record_is_rejected_and_its_sender_may_send_another(scene):
    report = check(attach(scene, 1, illegal()))
    assert report.state == "rejected"
    assert Notice.objects.get(kind="report.rejected").user == scene.player(1).user
    assert check(attach(scene, 1)).state == "open"


def test_one_known_to_be_illegal_is_rejected_at_once(scene):
    check(attach(scene, 1, illegal()))
    assert attach(scene, 4, illegal()).state == "rejected"
    assert Notice.objects.filter(kind="report.rejected").count() == 1  # who sees it on sending is not told


def test_one_known_to_be_legal_is_a_report_at_once(scene):
    check(attach(scene, 1))
    report = attach(scene, 4)
    assert report.state == "confirmed"
    assert GameResult.objects.get().signature == "agreement"
    assert (Record.objects.count(), Submission.objects.count()) == (1, 2)


def test_records_of_both_that_differ_are_a_dispute(scene):
    check(attach(scene, 1))
    check(attach(scene, 4, game(2)))
    assert list(Report.objects.values_list("state", flat=True)) == ["disputed", "disputed"]


def test_a_record_and_typed_figures_alike_keep_the_record(scene):
    report = check(attach(scene, 1))
    scene.report(1, 4, GameFigures(tiles=(report.tiles_left, report.tiles_right)))
    assert GameResult.objects.get().submission == report.submission


@pytest.mark.parametrize("seconds", [1e9, 1e308])
def test_times_that_cannot_be_are_left_out(scene, seconds):
    data = json.loads(game())
    for move in data["moves"]:
        move["seconds"] = seconds
    report = check(attach(scene, 1, json.dumps(data).encode(), claims_time=True))
    assert (report.state, report.seconds_left, report.notes) == ("open", None, ["no_penalty"])
    assert not TimePenalty.objects.exists()


def test_one_game_counts_once_in_a_match():
    scene = make_scene(2, games_by_round=(2,))
    first = check(attach(scene, 1))
    second = attach(scene, 1, number=2)
    assert (second.state, second.conflicts) == ("conflict", ["game_claimed"])
    services.confirm_game(actor=scene.player(2), now=NOW, report_id=first.pk)
    with pytest.raises(Conflict) as error:
        services.accept_report(actor=scene.owner, now=NOW, report_id=second.pk, reason="Sure")
    assert (error.value.code, error.value.extra["game"]) == ("game_counted", 1)
    third = attach(scene, 2, number=2)
    assert third.conflicts == ["game_counted"]


def test_one_game_counts_once_in_all_the_site(scene):
    services.confirm_game(actor=scene.player(4), now=NOW, report_id=check(attach(scene, 1)).pk)
    other = attach(scene, 2, match=2)
    assert (other.state, other.conflicts) == ("conflict", ["game_counted"])


def test_spelled_otherwise_it_is_the_same_game(scene):
    services.confirm_game(actor=scene.player(4), now=NOW, report_id=check(attach(scene, 1)).pk)
    other = check(attach(scene, 2, json.dumps(json.loads(game(names=("X", "Y"))), indent=2).encode(), match=2))
    assert other.conflicts == ["game_counted"]


def test_a_game_that_stopped_counting_may_count_elsewhere(scene):
    report = check(attach(scene, 1))
    services.confirm_game(actor=scene.player(4), now=NOW, report_id=report.pk)
    services.correct_result(
        actor=scene.owner, now=NOW, match_id=scene.match(1).pk, correction=services.Correction(clear=True),
        reason="It belongs to M2",
    )  # fmt: skip
    assert attach(scene, 2, match=2).state == "open"


def test_claims_for_two_places_wait_for_an_arbiter(scene):
    check(attach(scene, 1))
    assert attach(scene, 2, match=2).conflicts == ["game_claimed"]


def test_an_organiser_who_does_not_play_enters_a_record_as_result(scene):
    report = check(attach(scene, 0, actor=scene.owner))
    assert (report.state, report.side) == ("confirmed", None)
    result = GameResult.objects.get()
    assert (result.signature, result.user) == ("organiser", scene.owner.user)
    assert scene.match(1).state == "decided" or result.tp_left == 100


def test_a_record_without_draws_is_never_complete(scene):
    data = json.loads(game())
    data["draws"] = "unknown"
    for seat in data["players"]:
        seat.pop("hand", None)
    for move in data["moves"]:
        move.pop("drawn", None)
    report = check(attach(scene, 1, json.dumps(data).encode()))
    assert (report.state, report.complete) == ("open", False)
    services.confirm_game(actor=scene.player(4), now=NOW, report_id=report.pk)
    assert GameResult.objects.get().complete is False


def test_time_noted_in_the_record_can_be_claimed_with_it(scene):
    data = json.loads(game())
    seat = [s["colour"] for s in data["players"]].index("blue")
    mine = [move for move in data["moves"] if move["player"] == seat]
    for move in data["moves"]:
        move["seconds"] = 1
    mine[0]["seconds"] = 16 * 60
    report = check(attach(scene, 1, json.dumps(data).encode(), claims_time=True))
    assert (report.state, TimePenalty.objects.get().tenths) == ("open", 20)
    without = check(attach(scene, 3, game(5), match=2, claims_time=True))
    assert (without.state, without.notes) == ("open", ["no_penalty"])


def test_one_sent_before_can_be_attached_by_its_sender_only(scene):
    submission = submit_record(actor=scene.player(1), data=game(), now=NOW)
    arguments = {
        "now": NOW, "match_id": scene.match(1).pk, "number": 1, "submission_id": submission.public_id,
        "left_colour": "red",
    }  # fmt: skip
    with pytest.raises(NotFound):
        services.attach_record(actor=scene.player(4), **arguments)
    assert services.attach_record(actor=scene.player(1), **arguments).submission == submission
    with pytest.raises(InvalidInput):
        services.attach_record(actor=scene.player(1), **{**arguments, "submission_id": None})


def test_the_private_link_sends_records_too(scene):
    link = Actor(via="link", entry_id=scene.entries[0].pk, player=scene.entries[0].player)
    report = check(attach(scene, 1, actor=link))
    assert (report.via, report.side, report.state) == ("link", 0, "open")


def test_a_repeated_request_has_one_effect(scene):
    first = attach(scene, 1, idempotency_key="abc")
    again = attach(scene, 1, idempotency_key="abc")
    assert (first.pk, Report.objects.count()) == (again.pk, 1)
    check(first)
    assert attach(scene, 1, idempotency_key="abc").state == "open"


def test_strangers_attach_nothing(scene):
    stranger = account_actor(make_user("stranger"))
    with pytest.raises(NotPermitted):
        attach(scene, 0, actor=stranger)
    with pytest.raises(InvalidInput) as error:
        attach(scene, 1, b"{")
    assert error.value.code == "malformed"
    assert Submission.objects.count() == Report.objects.count() == 0


def test_a_verdict_after_the_game_was_decided_otherwise_changes_nothing(scene):
    report = attach(scene, 1)
    scene.enter(1, LEFT_WINS)
    check(report)
    assert (report.state, report.conflicts) == ("conflict", ["result"])
    assert GameResult.objects.get().tiles_left == 50

    ruled = attach(scene, 2, game(2), match=2)
    services.decide_match(
        actor=scene.owner, now=NOW, match_id=scene.match(2).pk, ruling=services.Ruling("walkover", side=0)
    )
    assert check(ruled).state == "superseded"


@pytest.mark.parametrize("finished", [False, True])
def test_a_game_that_counts_without_a_record_gets_one_that_says_the_same(scene, finished):
    known = check(attach(scene, 2, match=2))
    services.withdraw_report(actor=scene.player(2), now=NOW, report_id=known.pk)
    scene.enter(1, GameFigures((known.tiles_left, known.tiles_right)))
    if finished:
        scene.enter(2)
        scene.enter(3)
        services.finish_event(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    report = attach(scene, 1)
    assert report.state == "confirmed"
    result = GameResult.objects.get(match=scene.match(1), current=True)
    assert (result.version, result.signature, result.submission) == (2, "organiser", report.submission)
    with pytest.raises(Conflict):
        attach(scene, 4)
    scene.check_cache()


def test_one_that_says_otherwise_is_a_conflict_and_changes_nothing(scene):
    scene.enter(1)
    report = check(attach(scene, 4))
    assert (report.state, report.conflicts) == ("conflict", ["result"])
    assert GameResult.objects.get().submission is None


def test_a_record_that_a_later_engine_refuses_is_shown_to_the_arbiter(scene):
    report = check(attach(scene, 1))
    Record.objects.update(state="rejected")
    assert services.sweep_reports(now=later(hours=48)) == (1, 0)
    report.refresh_from_db()
    assert (report.state, report.conflicts) == ("conflict", ["record_rejected"])
    assert services.sweep_reports(now=later(hours=48)) == (0, 0)


def test_the_sweep_finds_what_the_signal_missed_and_doing_it_twice_changes_nothing(scene):
    good, bad = attach(scene, 1), attach(scene, 2, illegal(), match=2)
    for report in (good, bad):
        verify_record(record_pk=report.submission.record_id, now=NOW)
    assert services.sweep_reports(now=NOW) == (2, 0)
    assert services.sweep_reports(now=NOW) == (0, 0)
    assert services.sweep_reports(now=later(hours=48)) == (0, 1)
    assert services.sweep_reports(now=later(hours=48)) == (0, 0)
    assert list(Report.objects.order_by("pk").values_list("state", flat=True)) == ["confirmed", "rejected"]


def test_by_time_a_game_counted_elsewhere_meanwhile_is_shown_to_the_arbiter(scene):
    report = check(attach(scene, 1))
    GameResult.objects.create(
        match=scene.match(2), number=1, version=1, left=scene.entries[2], right=scene.entries[1], raw_left=100,
        raw_right=100, tp_left=100, tp_right=100, signature="organiser", game_key=report.game_key, at=NOW,
        via="account",
    )  # fmt: skip
    assert services.confirm_due_reports(now=later(hours=48)) == 0
    report.refresh_from_db()
    assert (report.state, report.conflicts) == ("conflict", ["game_counted"])


def casual(scene, *, confirm=True):
    """The players of match 2 offer the same game as a casual one."""
    submission = submit_record(actor=scene.player(2), data=game(), now=NOW)
    verify_record(record_pk=submission.record_id, now=NOW)
    offered = offer_game(
        actor=scene.player(2), now=NOW, opponent=scene.player(3).player,
        result=CasualResult(None, submission.public_id, "red"),
    )  # fmt: skip
    return confirm_offer(actor=scene.player(3), now=NOW, game_id=offered.pk) if confirm else offered


def test_a_casual_game_counts_in_no_event(scene):
    void_later = casual(scene)
    report = check(attach(scene, 1))
    assert (report.state, report.conflicts) == ("conflict", ["game_counted"])
    with pytest.raises(Conflict) as error:
        services.accept_report(actor=scene.owner, now=NOW, report_id=report.pk, reason="Sure")
    assert error.value.code == "game_counted"
    void_game(actor=SYSTEM, now=NOW, game_id=void_later.pk, reason="It was played in the event.")
    services.accept_report(actor=scene.owner, now=NOW, report_id=report.pk, reason="Sure")
    assert GameResult.objects.filter(current=True).exclude(game_key="").exists()


def test_a_game_of_an_event_counts_as_no_casual_one(scene):
    offered = casual(scene, confirm=False)
    report = check(attach(scene, 1))
    assert report.state == "open"
    for code in ("game_claimed", "game_counted"):
        with pytest.raises(Conflict) as error:
            confirm_offer(actor=scene.player(3), now=NOW, game_id=offered.pk)
        assert error.value.code == code
        if code == "game_claimed":
            services.confirm_game(actor=scene.player(4), now=NOW, report_id=report.pk)
    withdraw_offer(actor=scene.player(2), now=NOW, game_id=offered.pk)
    with pytest.raises(Conflict) as error:
        casual(scene)
    assert error.value.code == "game_counted"
