"""After an erasure no table has the name or the address of the person any more; results and hashes stay."""

import json
from datetime import date, timedelta

import pytest
from django.apps import apps
from django.contrib.admin.models import ADDITION, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import models
from django.test import Client
from django.utils.translation import override

from games.models import Record
from games.services import submit_record
from players.actors import SYSTEM, account_actor
from players.models import ActionLog, Player, User
from players.services import claim_player_by_link, create_player, create_token, request_claim, update_profile
from ratings.models import RatedEvent
from tantrix_site.errors import Conflict, InvalidInput, NotFound, NotPermitted
from tests.tournaments.scene import NOW, make_scene, make_user, record_bytes
from tournaments import services
from tournaments.models import (
    Entry,
    EntryAnswers,
    Event,
    GameResult,
    HistoricEvent,
    HistoricImport,
    HistoricPlace,
    Match,
    Report,
    Stage,
)
from tournaments.services.erased_texts import Erased, text_columns

pytestmark = pytest.mark.django_db

NAME, MAIL, OLD = "Zsófia Quastengruber", "zsq@quasten.example", "zsofia-alterswyl"
WORDS = ("quastengruber", "zsq@", "zsq.user", "alterswyl", "waldmeisterin")


def left_over() -> list[str]:
    """Where one of the words stands: any column of any table, bytes included."""
    found = []
    for model in apps.get_models(include_auto_created=True):
        names = [field.name for field in model._meta.concrete_fields]
        for row in model._base_manager.values(*names):
            for name, value in row.items():
                if isinstance(value, memoryview | bytes):
                    value = bytes(value).decode("utf-8", "replace") + bytes(value).decode("unicode-escape", "replace")
                text = value if isinstance(value, str) else json.dumps(value, default=str, ensure_ascii=False)
                if any(word in text.casefold() for word in WORDS):
                    found.append(f"{model.__name__}.{name}: {text[:120]}")
    return found


def test_no_table_has_the_name_after_an_erasure(client: Client) -> None:
    scene = make_scene(2)
    one = scene.player(1)
    assert one.user is not None
    assert one.player is not None
    User.objects.filter(pk=one.user.pk).update(username="zsq.user", email=MAIL)
    user = User.objects.get(pk=one.user.pk)
    update_profile(actor=one, player=one.player, now=NOW, changes={"name": "Zsofia Alterswyl"})
    update_profile(actor=one, player=one.player, now=NOW, changes={"name": NAME, "birth_date": date(1990, 1, 1)})
    entry = scene.entry(1)
    Entry.objects.filter(pk=entry.pk).update(name=NAME)
    EntryAnswers.objects.create(entry=entry, nickname="waldmeisterin", notes=f"write to {MAIL}")
    ActionLog.objects.create(
        at=NOW, via="system", action="entry.answers.changed", target_type="tournaments.entry", target_id=entry.pk,
        data={"name": NAME, "changes": {"notes": ["", "waldmeisterin"]}},
    )  # fmt: skip
    Event.objects.filter(pk=scene.event.pk).update(description=f"Ask Quastengruber, Zsófia or\n{MAIL}.")
    create_token(actor=account_actor(user), now=NOW, name="laptop of Zsófia Quastengruber")
    client.force_login(user)
    raw = json.loads(record_bytes(3))
    for seat, name in zip(raw["players"], (NAME, "Player P2"), strict=True):
        seat["name"] = name
    sent = json.dumps(raw).encode()
    submission = submit_record(actor=one, now=NOW, data=sent, filename="quastengruber.json")
    scene.enter(1)
    services.finish_event(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    batch = HistoricImport.objects.create(
        at=NOW, via="system", kind="standings", name="papers", source="a book", text=f"place,name\n1,{NAME}\n"
    )
    past = HistoricEvent.objects.create(slug="past", name="Past Open", year=1999, created_at=NOW)
    HistoricPlace.objects.create(event=past, place=1, name=NAME, player=one.player, source_import=batch, row=1)
    HistoricPlace.objects.create(event=past, place=2, name=NAME, source_import=batch, row=1)
    LogEntry.objects.create(
        user=make_user("root", player=False), content_type=ContentType.objects.get_for_model(Player),
        object_id="1", object_repr=NAME, action_flag=ADDITION, change_message="",
    )  # fmt: skip
    ActionLog.objects.create(
        at=NOW, via="system", action="entry.added", target_type="x", target_id=1,
        data={"name": NAME, "colour": "red", "user": "zsq.user"}, reason=f"{NAME.upper()} asked",
    )  # fmt: skip
    assert left_over()
    record = Record.objects.get(submissions=submission)
    key, digest = record.game_key, record.sha256

    with pytest.raises(InvalidInput):
        services.ask_erasure(actor=account_actor(user), now=NOW, confirmation="somebody")
    due = services.ask_erasure(actor=account_actor(user), now=NOW, confirmation="ZSQ.user")
    assert due == NOW + services.GRACE
    assert services.erase_due(now=due - timedelta(seconds=1)) == 0
    services.call_off_erasure(actor=account_actor(user), now=NOW)
    assert services.erase_due(now=due) == 0
    services.ask_erasure(actor=account_actor(user), now=NOW, confirmation="zsq.user")
    assert services.erase_due(now=due) == 1

    assert left_over() == []
    player = Player.objects.get(pk=one.player.pk)
    words = f"Player {player.pk}"
    assert (player.name, player.slug, player.user, player.birth_date) == (words, f"player-{player.pk}", None, None)
    assert scene.entry(1).name == words
    with override("fr"):
        assert scene.entry(1).name != words
        # whoever stores the row again stores the number, not the words of a language
        shown = Player.objects.get(pk=player.pk)
        shown.save()
    assert Player.objects.get(pk=player.pk).name == words
    record.refresh_from_db()
    assert (record.game_key, record.sha256) == (key, digest)
    moves = json.loads(bytes(record.raw))
    assert moves["moves"] == raw["moves"]
    assert [seat["name"] for seat in moves["players"]] == [words, "Player P2"]
    assert ActionLog.objects.get(action="entry.added", target_type="x").data["colour"] == "red"
    assert client.get("/me/").status_code == 302
    assert Client().get(f"/players/{OLD}/").status_code == 404
    assert Client().get(f"/events/{scene.event.slug}/").status_code == 200


def test_what_stands_in_the_way_and_who_may(client: Client) -> None:
    scene = make_scene(2)
    one = scene.player(1)
    assert one.user is not None
    with pytest.raises(Conflict) as refusal:
        services.ask_erasure(actor=one, now=NOW, confirmation=one.user.username)
    assert [o["code"] for o in refusal.value.extra["obstacles"]] == ["entered"]
    owner = scene.owner.user
    assert owner is not None
    assert [o.code for o in services.erasure_obstacles(None, owner)] == ["sole_owner"]
    with pytest.raises(NotPermitted):
        services.erase_player(actor=one, now=NOW, player_id=scene.player(2).player.pk, reason="asked")
    with pytest.raises(Conflict) as refusal:
        services.erase_player(actor=SYSTEM, now=NOW, player_id=scene.player(2).player.pk, reason="asked")
    assert refusal.value.code == "has_account"


def test_what_is_left_of_somebody_is_nobodys(client: Client) -> None:
    """Names of profiles that became this one go too; nobody claims, enters or merges what is left."""
    scene = make_scene(2, start=False)
    user = make_user("zsq.user", player=False)
    own = create_player(actor=account_actor(user), now=NOW, details={"name": "Zs Waldmeisterin"}, user=user)
    update_profile(actor=account_actor(user), player=own, now=NOW, changes={"name": "Zsofia Alterswyl"})
    guest = create_player(actor=scene.owner, now=NOW, details={"name": NAME})
    claim_player_by_link(actor=account_actor(user), player=guest, now=NOW)
    twin = create_player(actor=scene.owner, now=NOW, details={"name": "Zs. Quastengruber-Alterswyl"})
    services.merge_players(actor=SYSTEM, now=NOW, kept_id=guest.pk, gone_id=twin.pk, reason="one person")
    services.ask_erasure(actor=account_actor(User.objects.get(pk=user.pk)), now=NOW, confirmation="zsq.user")
    assert services.erase_due(now=NOW + services.GRACE) == 1
    assert left_over() == []
    left = Player.objects.get(pk=guest.pk)
    client.force_login(scene.player(1).user)
    assert "/claim/" not in client.get(f"/players/{left.slug}/").content.decode()
    with pytest.raises(NotFound):
        request_claim(actor=scene.player(1), player=left, now=NOW)
    with pytest.raises(NotFound):
        services.add_entry(actor=scene.owner, now=NOW, event_id=scene.event.pk, player_id=left.pk)
    assert [o.code for o in services.merge_obstacles(scene.player(1).player, left)] == ["erased"]


def test_what_many_are_called_stays_with_the_others() -> None:
    """A minor's own profile is logged as "Zsófia Q."; so is somebody else."""
    user = make_user("zsq.user", player=False)
    minor = {"name": NAME, "birth_date": NOW.date().replace(year=NOW.year - 12)}
    create_player(actor=account_actor(user), now=NOW, details=minor, user=user)
    other = ActionLog.objects.create(at=NOW, via="system", action="x", target_type="x", target_id=1, reason="Zsófia Q.")
    services.ask_erasure(actor=account_actor(user), now=NOW, confirmation="zsq.user")
    assert services.erase_due(now=NOW + services.GRACE) == 1
    assert left_over() == []
    other.refresh_from_db()
    assert other.reason == "Zsófia Q."
    assert "Zsófia Q." not in ActionLog.objects.get(action="player.created").data.values()


def test_every_column_is_known_and_short_words_are_spared() -> None:
    """A new column of bytes needs an answer in `erased_records` before it can hold names."""
    binary = {
        f"{model.__name__}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if isinstance(field, models.BinaryField)
    }
    assert binary == {"Record.raw", "BulkBatch.payload", "BulkBatch.result"}
    assert {"ActionLog", "Notice", "Report"} <= {model.__name__ for model, _field in text_columns()}
    erased = Erased(("Ann Red",), ("red", "2026", "tantrix-record"), "Player 1", "x")
    assert erased.in_text("red beats ann  RED, not Ann Redfern or Ann Red-Smith") == (
        "red beats Player 1, not Ann Redfern or Ann Red-Smith"
    )
    told = {"colour": "red", "name": "Red", "players": ["red", "Bo"], "format": "tantrix-record/1", "at": "2026-05-01",
            "first_colour": {"from": "red", "to": "red"}, "path": "/players/red/", "action": "Ann Red"}  # fmt: skip
    changed = {"name": "Player 1", "players": ["Player 1", "Bo"], "path": "/players/player-1/"}
    assert erased.in_json(told) == told | changed
    assert erased.in_json({"name": {"from": "Red", "to": "Bo"}}) == {"name": {"from": "Player 1", "to": "Bo"}}


def test_whatever_somebody_is_called_nothing_but_the_name_changes() -> None:
    """Everybody chooses a user name; an erasure must not turn it into a way to spoil the tables of the site."""
    scene = make_scene(2)
    submit_record(actor=scene.player(1), now=NOW, data=record_bytes(3))
    scene.report(1, 2)
    Report.objects.update(colour_left="red", colour_right="blue")
    scene.enter(1)
    services.finish_event(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    users = [make_user(name, player=False) for name in ("red", "2026", "tantrix-record", "report.confirmed", "a4")]
    tables = (Record, ActionLog, Report, GameResult, Match, Stage, Event, RatedEvent)
    before = {model: list(model._base_manager.order_by("pk").values()) for model in tables}
    last = ActionLog.objects.latest("pk").pk
    for user in users:
        services.ask_erasure(actor=account_actor(user), now=NOW, confirmation=user.username)
    assert services.erase_due(now=NOW + services.GRACE) == len(users)
    for model, rows in before.items():
        kept = model._base_manager.order_by("pk")
        kept = kept.filter(pk__lte=last) if model is ActionLog else kept
        assert list(kept.values()) == rows, model
