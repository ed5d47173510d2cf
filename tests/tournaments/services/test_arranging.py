"""Agreeing a time, meeting, writing, asking for more time, being warned."""

import io
import warnings
from contextlib import suppress
from datetime import UTC, datetime

import pytest
from PIL import Image

from players.actors import Actor
from players.models import Notice
from tantrix_site.errors import Conflict, DomainError, InvalidInput, NotPermitted, TooLarge
from tests.tournaments.scene import NOW, RIGHT_WINS, Scene, later, make_scene
from tournaments import services
from tournaments.formats.warnings import Times
from tournaments.models import (
    DeadlineNotice,
    EntryAnswers,
    Event,
    Extension,
    MatchLot,
    MatchMessage,
    OfferEnding,
    TimeOffer,
)
from tournaments.selectors.arranging import arrangement_of
from tournaments.selectors.arranging_rules import Arranging
from tournaments.selectors.meeting import meeting_of
from tournaments.services import Ruling
from tournaments.services.pictures import clean_picture

pytestmark = pytest.mark.django_db
DEADLINE = later(days=5)


@pytest.fixture
def scene() -> Scene:
    """M1 is 1 against 4, to be played within five days."""
    scene = make_scene(4, time_zone="Europe/Budapest")
    services.set_deadline(actor=scene.owner, now=NOW, event_id=scene.event.pk, round_number=1, deadline=DEADLINE)
    return scene


def offer(scene: Scene, seed: int, hours: float = 24, *, now: datetime = NOW, **more: object) -> TimeOffer:
    at = later(hours=hours)
    return services.offer_time(
        actor=scene.player(seed), now=now, match_id=scene.match(1).pk, starts_at=at, **more
    )  # fmt: skip


def accept(scene: Scene, seed: int, row: TimeOffer, now: datetime = NOW) -> TimeOffer:
    return services.accept_time(actor=scene.player(seed), now=now, offer_id=row.pk)


def code(act, *args, **more) -> str:
    with pytest.raises(DomainError) as refused:
        act(*args, **more)
    return refused.value.code


def arranged(scene: Scene):
    return arrangement_of([scene.match(1)])[scene.match(1).pk]


def test_offers_are_kept_and_one_is_agreed(scene: Scene, django_assert_num_queries):
    first, second = offer(scene, 1, zone="Europe/Budapest"), offer(scene, 1, 30, now=later(minutes=1))
    theirs = offer(scene, 4, 40, now=later(minutes=2))
    assert first.zone == second.zone == "Europe/Budapest"
    found = arranged(scene)
    assert (found.key, found.turn, found.since, found.last_side) == ("proposed", None, NOW, 1)
    assert code(accept, scene, 1, first) == "own_offer"
    assert code(accept, scene, 2, first) == "not_in_match"
    assert code(services.withdraw_time, actor=scene.player(4), now=NOW, offer_id=first.pk) == "not_your_offer"
    services.decline_time(actor=scene.player(4), now=NOW, offer_id=second.pk, reason="Asleep")
    accept(scene, 4, first, later(hours=1))
    assert accept(scene, 4, first, later(hours=2)) == first  # a second press
    assert code(accept, scene, 1, theirs) == "offer_closed"
    assert dict(OfferEnding.objects.values_list("offer", "kind")) == {
        first.pk: "accepted", second.pk: "declined", theirs.pk: "replaced",
    }  # fmt: skip
    with django_assert_num_queries(2):
        found = arrangement_of([first.match_id, second.match_id, 0])[first.match_id]
    assert (found.key, found.agreed_at, found.offers, found.last_side) == ("agreed", first.starts_at, (), 1)
    # another time is agreed by another offer
    moved = offer(scene, 1, 50, now=later(hours=3))
    assert arranged(scene).turn == 1
    assert arranged(scene).agreed == first
    accept(scene, 4, moved, later(hours=4))
    assert arranged(scene).agreed == moved
    assert sorted(Notice.objects.exclude(kind="match.open").values_list("kind", "user__username")) == [
        ("time_agreed", "p1"), ("time_agreed", "p1"), ("time_declined", "p1"), ("time_offered", "p1"),
        ("time_offered", "p4"), ("time_offered", "p4"), ("time_offered", "p4"),
    ]  # fmt: skip


def test_what_cannot_be_offered(scene: Scene):
    for hours, refused in ((-1, "time_past"), (24 * 5 + 1, "after_deadline")):
        assert code(offer, scene, 1, hours) == refused
    assert code(offer, scene, 1, zone="Mars/Olympus") == "unknown_time_zone"
    with pytest.raises(InvalidInput, match="zone"):
        services.offer_time(
            actor=scene.player(1), now=NOW, match_id=scene.match(1).pk, starts_at=datetime(2026, 5, 2, 12)
        )
    offer(scene, 1)
    assert code(offer, scene, 1) == "offered_already"
    assert code(offer, scene, 4) == "offered_by_opponent"
    offer(scene, 1, 25), offer(scene, 1, 26)
    assert code(offer, scene, 1, 27) == "too_many_offers"
    assert code(services.offer_time, actor=scene.owner, now=NOW, match_id=scene.match(1).pk,
                starts_at=later(hours=2)) == "not_in_match"  # fmt: skip
    Event.objects.filter(pk=scene.event.pk).update(draw_released=False)
    assert code(offer, scene, 4, 2) == "draw_not_released"
    # the final waits for its players
    assert code(services.offer_time, actor=scene.player(1), now=NOW, match_id=scene.match(3).pk,
                starts_at=later(hours=2)) == "not_in_match"  # fmt: skip


def test_offers_lapse_by_time_result_and_new_players(scene: Scene):
    past, open_ = offer(scene, 1, 1), offer(scene, 4, 48)
    assert code(accept, scene, 4, past, later(hours=2)) == "time_past"
    assert services.lapse_offers(now=later(hours=2)) == 1
    assert services.lapse_offers(now=later(hours=2)) == 0
    assert arranged(scene).offers == (open_,)
    scene.enter(1)
    assert code(accept, scene, 1, open_) == "match_decided"
    assert services.lapse_offers(now=later(hours=2)) == 1
    assert {row.kind for row in OfferEnding.objects.all()} == {"lapsed"}
    # 1 and the winner of M2 meet in the final; with another winner the offer of before counts for nothing
    scene.enter(2)
    final = scene.match(3)
    services.offer_time(actor=scene.player(1), now=NOW, match_id=final.pk, starts_at=later(hours=90))
    turned = {"match_id": scene.match(2).pk, "correction": services.Correction(games={1: RIGHT_WINS})}
    planned = services.plan_correction(actor=scene.owner, **turned)
    services.correct_result(actor=scene.owner, now=NOW, **turned, reason="r", digest=planned.plan.digest)
    assert arrangement_of([final])[final.pk].offers == ()
    assert services.lapse_offers(now=later(hours=2)) == 1


def test_by_private_link(scene: Scene):
    entry = scene.entry(4)
    link = Actor(via="link", player=entry.player, entry_id=entry.pk)
    row = services.offer_time(actor=link, now=NOW, match_id=scene.match(1).pk, starts_at=later(hours=9))
    assert accept(scene, 1, row).user is None


def test_ready_lot_and_colours(scene: Scene):
    match = scene.match(1)
    pair = (scene.entries[0].pk, scene.entries[3].pk)
    before = meeting_of(match, pair, NOW, 3)
    assert (before.seating.lot, before.seating.starts, before.ready_at, before.both_ready) == (
        None, {}, (None, None), False,
    )  # fmt: skip
    for seed in (1, 4, 4):
        services.mark_ready(actor=scene.player(seed), now=NOW, match_id=match.pk)
    met = meeting_of(match, pair, later(minutes=29), 3)
    assert met.both_ready
    assert MatchLot.objects.count() == 1
    assert met.seating.by_lot is not None
    assert len(set(met.seating.by_lot)) == 2
    assert set(met.seating.starts) == {1, 2, 3}
    assert not meeting_of(match, pair, later(minutes=31), 3).both_ready
    # one has a wish, the other takes what is left; then both want red, and one yields
    EntryAnswers.objects.create(entry=scene.entries[0], first_colour="red")
    assert meeting_of(match, pair, NOW, 3).seating.colours == ("red", None)
    assert meeting_of(match, pair, NOW, 3).seating.by_lot[0] == "red"
    EntryAnswers.objects.create(entry=scene.entries[3], first_colour="red", second_colour="blue")
    seating = meeting_of(match, pair, NOW, 3).seating
    assert (seating.colours, seating.clash, seating.rule) == ((None, None), "red", "agree")
    services.mark_ready(actor=scene.player(4), now=NOW, match_id=match.pk, yields=True)
    assert meeting_of(match, pair, NOW, 3).seating.colours == ("red", "blue")
    services.set_room(actor=scene.player(1), now=NOW, match_id=match.pk, text="  комната  7 ")
    assert meeting_of(match, pair, NOW, 3).room == "комната 7"
    assert code(services.set_room, actor=scene.player(1), now=NOW, match_id=match.pk, text="x" * 201) == "text_too_long"
    assert code(services.mark_ready, actor=scene.player(2), now=NOW, match_id=match.pk) == "not_in_match"


def picture(kind: str = "JPEG", size: tuple[int, int] = (40, 30), **more: object) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, "red").save(out, kind, **more)
    return out.getvalue()


def test_messages_and_evidence(scene: Scene, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    here = {"match_id": scene.match(1).pk, "now": NOW}
    exif = Image.Exif()
    exif[0x010E] = "at home"
    sent = services.send_message(
        actor=scene.player(1), **here, text=" Привет 👩‍👩‍👧!\r\nSee the picture. ", link="https://example.org/g?x=1",
        picture=picture(exif=exif),
    )  # fmt: skip
    assert sent.text == "Привет 👩‍👩‍👧!\nSee the picture."
    stored = sent.picture.read()
    assert b"at home" not in stored
    assert Image.open(io.BytesIO(stored)).size == (40, 30)
    services.send_message(actor=scene.owner, **here, text="Play fair.")
    told = Notice.objects.filter(kind="match_message")
    assert sorted(told.values_list("user__username", flat=True)) == ["p1", "p4", "p4"]
    for more, refused in (
        ({}, "message_empty"), ({"text": "a" * 501}, "text_too_long"), ({"text": "a\u202eb"}, "invisible_characters"),
        ({"link": "http://example.org"}, "bad_link"), ({"link": "javascript:alert(1)"}, "bad_link"),
        ({"text": "\u200b \u200d\n\u2060"}, "message_empty"),
        ({"link": "https://user@example.org/"}, "bad_link"), ({"picture": b"GIF89a"}, "bad_picture"),
        ({"picture": picture()[:200]}, "bad_picture"),
    ):  # fmt: skip
        assert code(services.send_message, actor=scene.player(1), **here, **more) == refused
    assert code(services.send_message, actor=scene.player(2), **here, text="Hello") == "not_in_match"
    hide = {"now": NOW, "message_id": sent.pk}
    assert code(services.hide_message, actor=scene.player(4), **hide, reason="r") == "not_arbiter"
    for reason, refused in ((" \u200b", "reason_needed"), ("r" * 301, "text_too_long"), ("\0", "invisible_characters")):
        assert code(services.hide_message, actor=scene.owner, **hide, reason=reason) == refused
    services.hide_message(actor=scene.owner, **hide, reason="Rude")
    assert MatchMessage.objects.exclude(hidden_at=None).get().hide_reason == "Rude"
    with pytest.raises(Conflict, match="later"):
        for _ in range(25):
            services.send_message(actor=scene.player(4), **here, text="?")


def test_nobody_is_told_of_a_draw_that_is_held_back(scene: Scene):
    services.set_audience(actor=scene.owner, now=NOW, event_id=scene.event.pk, draw_released=False)
    Notice.objects.all().delete()
    act = {"actor": scene.owner, "now": NOW, "match_id": scene.match(1).pk}
    services.extend_deadline(**act, until=later(days=9))
    services.send_message(**act, text="Play soon.")
    assert not Notice.objects.exists()


def test_pictures_are_small():
    with pytest.raises(TooLarge):
        clean_picture(b"\x89PNG" + bytes(5 * 1024 * 1024))
    wide = clean_picture(picture("PNG", (4800, 100)))
    assert Image.open(io.BytesIO(wide.read())).size == (2400, 50)


def test_pictures_of_telephones_and_broken_ones():
    second = Image.new("RGB", (40, 30), "blue")
    several = clean_picture(picture("MPO", save_all=True, append_images=[second]))
    assert (several.name, Image.open(io.BytesIO(several.read())).format) == ("picture.jpg", "JPEG")
    exif = Image.Exif()
    exif[0x0112], exif[0x010F] = 6, "Camera"
    good = picture(exif=exif)
    place = good.index(b"Exif")
    for spoilt in range(place, place + 80):  # each byte of what stands before the pixels
        data = bytearray(good)
        data[spoilt] ^= 0xFF
        with suppress(InvalidInput), warnings.catch_warnings(action="ignore"):
            clean_picture(bytes(data))


def test_more_time(scene: Scene):
    ask = {"actor": scene.player(1), "now": NOW, "match_id": scene.match(1).pk}
    assert code(services.ask_extension, **ask, until=DEADLINE) == "not_later"
    wish = services.ask_extension(**ask, until=later(days=7), reason="Travelling")
    assert code(services.ask_extension, **ask, until=later(days=8)) == "extension_waits"
    answer = {"now": NOW, "extension_id": wish.pk}
    assert code(services.answer_extension, actor=scene.player(1), **answer, agrees=True) == "own_wish"
    # no days are set: an organiser has to agree
    assert services.answer_extension(actor=scene.player(4), **answer, agrees=True).state == "agreed"
    assert scene.match(1).deadline == DEADLINE
    assert code(services.rule_extension, actor=scene.player(4), **answer, grants=True) == "not_organiser"
    assert code(services.rule_extension, actor=scene.owner, **answer, grants=False) == "reason_needed"
    services.rule_extension(actor=scene.owner, **answer, grants=True)
    assert scene.match(1).deadline == later(days=7)
    assert Notice.objects.filter(kind="deadline_moved").count() == 2
    # by themselves, so many days beyond the deadline of the round
    services.set_arranging(actor=scene.owner, now=NOW, event_id=scene.event.pk, rules=Arranging(3))
    for days, state in ((8, "applied"), (9, "agreed")):
        wish = services.ask_extension(**ask, until=later(days=days))
        answer = {"now": NOW, "extension_id": wish.pk}
        assert services.answer_extension(actor=scene.player(4), **answer, agrees=True).state == state
    services.extend_deadline(
        actor=scene.owner, now=NOW, match_id=scene.match(1).pk, until=later(days=20), reason="All ill"
    )
    wish.refresh_from_db()
    assert (wish.state, scene.match(1).deadline) == ("lapsed", later(days=20))
    assert list(Extension.objects.filter(state="applied").order_by("pk").values_list("before", "after")) == [
        (DEADLINE, later(days=7)), (later(days=7), later(days=8)), (later(days=8), later(days=20)),
    ]  # fmt: skip
    wish = services.ask_extension(**ask, until=later(days=30))
    services.set_deadline(actor=scene.owner, now=NOW, event_id=scene.event.pk, round_number=1, deadline=DEADLINE)
    assert (scene.match(1).deadline, scene.match(1).extended_from) == (DEADLINE, None)
    scene.enter(1)
    assert [services.lapse_extensions(now=NOW) for _ in range(2)] == [1, 0]
    assert Extension.objects.get(pk=wish.pk).state == "lapsed"


def test_stages_before_a_default(scene: Scene):
    rules = Arranging(0, Times(48, 12, 0, 24))
    with pytest.raises(NotPermitted):
        services.set_arranging(actor=scene.player(1), now=NOW, event_id=scene.event.pk, rules=rules)
    for bad in (Times(12, 12, 0, 24), Times(48, 12, 24, 24), Times(99999, 12, 0, 24)):
        with pytest.raises(InvalidInput):
            services.set_arranging(actor=scene.owner, now=NOW, event_id=scene.event.pk, rules=Arranging(0, bad))
    services.set_arranging(actor=scene.owner, now=NOW, event_id=scene.event.pk, rules=rules)
    scene.report(2, 2)
    rule = {
        "actor": scene.owner, "match_id": scene.match(1).pk, "ruling": Ruling("default", 0), "reason": "Never there",
    }  # fmt: skip
    assert services.send_deadline_notices(now=NOW) == 0
    for hours in (72, 108, 120, 144):
        assert code(services.decide_match, **rule, now=later(hours=hours)) == "default_not_warned"
        # M2 was reported: nobody is reminded of it
        assert services.send_deadline_notices(now=later(hours=hours)) == 1
        assert services.send_deadline_notices(now=later(hours=hours)) == 0
    assert [row.kind for row in DeadlineNotice.objects.order_by("at")] == [
        "reminder", "final_reminder", "warning", "final_warning",
    ]  # fmt: skip
    assert Notice.objects.filter(kind="deadline_final_warning").count() == 2
    assert services.decide_match(**rule, now=later(hours=145)).state == "decided"


def test_a_default_without_warnings_is_said_to_be_one(scene: Scene):
    rule = {"actor": scene.owner, "now": NOW, "match_id": scene.match(1).pk, "ruling": Ruling("default", 0)}
    services.set_arranging(
        actor=scene.owner, now=NOW, event_id=scene.event.pk, rules=Arranging(0, Times(48, 12, 0, 24))
    )
    assert code(services.decide_match, **rule, reason="r") == "default_not_warned"
    services.decide_match(**rule, reason="Left the hall", without_warnings=True)
    from players.models import ActionLog

    assert ActionLog.objects.get(action="match.ruled").data["unwarned"] == ["reminder", "warning", "final_warning"]


def test_utc_is_kept(scene: Scene):
    """An offer is an instant: what its zone does afterwards does not move it."""
    row = offer(scene, 1)
    row.refresh_from_db()
    assert row.starts_at == later(hours=24).astimezone(UTC)
