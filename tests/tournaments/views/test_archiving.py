"""Finishing with what is left in view, hiding personal data, and the archive, which nothing changes."""

import json
import zipfile
from datetime import timedelta
from io import BytesIO

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from players.actors import Actor, account_actor
from players.models import ActionLog, Notice
from tantrix_site.errors import Conflict, InvalidInput, NotPermitted
from tests.tournaments.scene import LEFT_WINS, NOW, RIGHT_WINS, Scene, add_arbiter, make_scene, make_user
from tournaments import services
from tournaments.models import Entry, EntryAnswers, Event, Match, Report
from tournaments.selectors.pages.ending import load_ending
from tournaments.selectors.pages.ranking import load_medallists, load_ranking

pytestmark = pytest.mark.django_db


def act(scene: Scene, **more):
    return {"actor": scene.owner, "now": NOW, "event_id": scene.event.pk, **more}


def test_what_stands_against_finishing_and_what_may_be_set_aside(as_actor) -> None:
    scene = make_scene(4)
    assert len(load_ending(scene.reload()).open) == 3
    page = as_actor(scene.owner).get(f"/organise/{scene.event.slug}/finish/").content.decode()
    assert "M1 is not decided." in page
    assert "M3 waits for its players." in page
    scene.play_all()
    # a report of a further game, disputed and never ruled on
    report = Report.objects.create(
        match=scene.match(1), number=2, left=scene.entry(1), right=scene.entry(4), side=0, state="disputed", at=NOW,
        via="account", tiles_left=10, tiles_right=9,
    )  # fmt: skip
    ending = load_ending(scene.reload())
    assert (ending.open, [point.text for point in ending.disputed]) == ((), ["M1, game 2: the players disagree."])
    with pytest.raises(Conflict) as refusal:
        services.finish_event(**act(scene))
    assert refusal.value.code == "reports_open"
    services.finish_event(**act(scene, despite="both agreed by telephone"))
    report.refresh_from_db()
    assert (report.state, report.close_reason) == ("refused", "both agreed by telephone")
    reasons = ActionLog.objects.filter(reason="both agreed by telephone").values_list("action", flat=True)
    assert sorted(reasons) == ["event.finished", "report.refused"]
    told = Notice.objects.filter(kind="match.ruled", key=f"refused:{report.pk}")
    assert sorted(told.values_list("user__username", flat=True)) == ["p1", "p4"]

    ranking = load_ranking(scene.reload())
    assert [(row.place, row.is_shared) for row in ranking] == [(1, False), (2, False), (3, True), (3, True)]
    assert [row.medal for row in load_medallists(scene.event)] == [1, 2, 3, 3]
    visitor = Client()
    page = visitor.get(f"/events/{scene.event.slug}/ranking/").content.decode()
    assert page.count("bronze") == 2
    told = visitor.get(f"/api/v1/events/{scene.event.slug}/ranking/").json()["results"]
    assert [row["medal"] for row in told] == [1, 2, 3, 3]
    assert "gold" in visitor.get(f"/events/{scene.event.slug}/").content.decode()


def finished() -> Scene:
    scene = make_scene(2)
    scene.enter(1, RIGHT_WINS)
    services.finish_event(**act(scene))
    return scene


def test_personal_data_go_by_hand_or_after_their_days(as_actor) -> None:
    scene = finished()
    EntryAnswers.objects.create(entry=scene.entry(1), notes="only in the evening")
    Entry.objects.filter(pk=scene.entry(2).pk).update(link_hash="x" * 64)
    assert services.personal_counts(scene.event) == {
        "answers": 1, "messages": 0, "offers": 0, "rooms": 0, "invitations": 0, "role_invitations": 0, "links": 1,
    }  # fmt: skip
    with pytest.raises(InvalidInput):
        services.set_keep_days(**act(scene, days=99_999))
    ActionLog.objects.create(
        at=NOW, via="system", action="entry.answers.changed", target_type="tournaments.entry", target_id=1,
        scope_type="tournaments.event", scope_id=scene.event.pk, data={"changes": {"notes": ["", "only mornings"]}},
    )  # fmt: skip
    services.set_keep_days(**act(scene, days=30))
    services.keep_privacy(now=NOW + timedelta(days=29))
    assert EntryAnswers.objects.exists()
    services.archive_event(**act(scene))
    services.keep_privacy(now=NOW + timedelta(days=30))
    assert not EntryAnswers.objects.exists()
    assert set(services.personal_counts(scene.event).values()) == {0}
    assert ActionLog.objects.get(action="entry.answers.changed").data["changes"] == {"notes": ["", ""]}
    assert scene.reload().hidden_at == NOW + timedelta(days=30)
    client = as_actor(scene.owner)
    page = f"/organise/{scene.event.slug}/finish/after/"
    EntryAnswers.objects.create(entry=scene.entry(1), notes="too late")
    client.post(page, {"act": "hide"})
    assert EntryAnswers.objects.exists()
    client.post(page, {"act": "hide", "sure": "1"})
    assert not EntryAnswers.objects.exists()
    url = f"/api/v1/events/{scene.event.slug}/personal-data/"
    assert client.get(url).json()["keep_days"] == 30
    assert (
        client.patch(url, {"keep_days": 5}, content_type="application/json").json()["errors"][0]["code"] == "archived"
    )
    assert as_actor(scene.player(1)).get(url).status_code == 403


def test_files_and_the_way_back(as_actor) -> None:
    scene = finished()
    services.archive_event(**act(scene))
    client = as_actor(scene.owner)
    for url in (f"/organise/{scene.event.slug}/export/", f"/api/v1/events/{scene.event.slug}/export/"):
        with zipfile.ZipFile(BytesIO(client.get(url).content)) as found:
            assert {"event.json", "entrants.csv", "results.csv"} <= set(found.namelist())
            assert [row["place"] for row in json.loads(found.read("event.json"))["ranking"]] == [1, 2]
        assert as_actor(scene.player(1)).get(url).status_code == 403
    with pytest.raises(NotPermitted):
        services.take_out_of_archive(**act(scene, actor=add_organiser_only(scene), reason="a slip"))
    page = f"/organise/{scene.event.slug}/finish/after/"
    assert client.post(page, {"act": "take-out"}).status_code == 302
    assert scene.reload().archived_at is not None
    client.post(page, {"act": "take-out", "reason": "a wrong figure"})
    assert scene.reload().archived_at is None
    assert ActionLog.objects.get(action="event.unarchived").reason == "a wrong figure"
    assert "After the end" in client.get(f"/organise/{scene.event.slug}/finish/").content.decode()


def add_organiser_only(scene: Scene) -> Actor:
    # the service refuses it in the archive, so straight into the table
    user = make_user("helps", player=False)
    scene.event.organisers.through.objects.create(event=scene.event, user=user, role="organiser")
    return account_actor(user)


def picture(event: Event) -> str:
    """Every row that belongs to an event, whatever its table."""
    found = {}
    for relation in Event._meta.related_objects:
        model = relation.related_model
        found[relation.name] = list(model._base_manager.filter(**{relation.field.name: event}).order_by("pk").values())
    for model in (Match, Entry):
        for relation in model._meta.related_objects:
            if relation.field.name in ("match", "entry"):
                rows = relation.related_model._base_manager.filter(**{f"{relation.field.name}__event": event})
                found[f"{model.__name__} {relation.related_model.__name__}"] = list(rows.order_by("pk").values())
    found["event"] = list(Event.objects.filter(pk=event.pk).values())
    return json.dumps(found, cls=DjangoJSONEncoder, sort_keys=True, default=str)


WRITES = ("post", "patch", "put", "delete")


def event_paths(patterns=None, prefix: str = "") -> list[tuple[str, tuple[str, ...]]]:
    """Every address, with its parameters as `<…>`, and the methods that may write there."""
    found = []
    for pattern in patterns if patterns is not None else get_resolver().url_patterns:
        path = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            found += event_paths(pattern.url_patterns, path)
        elif isinstance(pattern, URLPattern):
            view = getattr(pattern.callback, "cls", None)
            writes = ("post",) if view is None else tuple(method for method in WRITES if hasattr(view, method))
            found.append((path, writes))
    return found


#: what the owner may do with an event in the archive, and what is not about the event
ALLOWED = ("/archive/", "/personal-data/", "/finish/after/", "/merge/", "/template/", "/follow", "/ratings/")


def test_no_write_changes_an_event_in_the_archive(as_actor) -> None:
    """Every address of programs below an event, a match or an entry, with every method that writes; what pages call is
    the same."""
    scene = finished()
    match, entry = scene.match(1), scene.entry(1)
    services.archive_event(**act(scene))
    client, before = as_actor(scene.owner), picture(scene.event)
    given = {"slug": scene.event.slug, "event": scene.event.slug, "pk": "", "number": "1"}
    refused = 0
    for path, writes in event_paths():
        if not path.startswith(("api/v1/events/<", "api/v1/matches/<", "api/v1/entries/<")):
            continue
        if any(part in path for part in ALLOWED):
            continue
        given["pk"] = str(match.pk if "matches/" in path else entry.pk)
        url = "/" + "/".join(
            given.get(piece.split(":")[-1].rstrip(">"), "1") if piece.startswith("<") else piece
            for piece in path.split("/")
        )
        for method in writes:
            body = {"reason": "x", "game": 1, "tiles_left": 1, "tiles_right": 2, "step": "reopen", "act": "remove"}
            kind = {"content_type": "application/json"} if path.startswith("api/") else {}
            answer = getattr(client, method)(url, body if method != "delete" else "", **kind)
            assert answer.status_code < 500, (method, url)
            refused += b'"archived"' in answer.content
    assert refused > 5
    assert picture(scene.event) == before
    for call in (
        lambda: services.enter_result(actor=scene.owner, now=NOW, match_id=match.pk, number=1, figures=LEFT_WINS),
        lambda: services.reopen_event(**act(scene, reason="x")),
        lambda: services.withdraw_entry(actor=scene.owner, now=NOW, entry_id=entry.pk, reason="x"),
        lambda: services.archive_event(**act(scene)),
        lambda: add_arbiter(scene),
    ):
        with pytest.raises(Conflict) as refusal:
            call()
        assert refusal.value.code == "archived"
    assert Client().get(f"/events/{scene.event.slug}/ranking/").status_code == 200
