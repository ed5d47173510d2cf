"""What everybody reads never tells an e-mail address, a birth date, an answer, or the surname of somebody under age."""

import json
import re
from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, URLResolver, get_resolver

from games.models import Visibility
from games.services import set_visibility, submit_record
from players.actors import account_actor
from players.models import Player, User
from players.services import create_player, update_profile
from tests.kept import kept
from tests.tournaments.scene import NOW, Scene, make_event, make_scene, make_user, record_bytes
from tournaments import services
from tournaments.models import Edition, EntryAnswers, HistoricEvent, HistoricImport, HistoricPlace, Series
from tournaments.services import erasing
from tournaments.services.admission import Admission
from tournaments.services.entries import enter_player

pytestmark = pytest.mark.django_db

SURNAME = "Quastengruber"
HIDDEN = ("post-secret", "1987-06-05", "5 June 1987", "waldnick", "+49 555 0100", "typed-into-the-record", SURNAME)
#: what is behind the address of one person or of organisers; other tests see that nobody else gets in
OWN = re.compile(
    r"^(admin|accounts|me|preferences|organise|e/|entry|__|readyz|healthz)|logout|my-entry|api/(v1/)?(me|auth|schema|openapi|docs|$)"
)


def addresses(patterns=None, prefix: str = "") -> list[str]:
    found = []
    for pattern in patterns if patterns is not None else get_resolver().url_patterns:
        path = (prefix + str(pattern.pattern)).replace("^", "").replace("\\Z", "")
        if isinstance(pattern, URLResolver):
            found += addresses(pattern.url_patterns, path)
        elif isinstance(pattern, URLPattern):
            found.append(path)
    return found


@pytest.fixture
@kept
def scene() -> Scene:
    """Two who played; the first is under age and everything that can be told of both is told somewhere."""
    scene = make_scene(2)
    for n in (1, 2):
        actor = scene.player(n)
        assert actor.user is not None
        assert actor.player is not None
        User.objects.filter(pk=actor.user.pk).update(email=f"post-secret-{n}@example.org", last_name=SURNAME)
        EntryAnswers.objects.create(
            entry=scene.entry(n), nickname="waldnick", former_name="waldnick", notes="ring +49 555 0100"
        )
    one, two = scene.player(1).player, scene.player(2).player
    update_profile(actor=account_actor(scene.player(2).user), player=two, now=NOW,
                   changes={"birth_date": date(1987, 6, 5)})  # fmt: skip
    Player.objects.filter(pk=one.pk).update(name=f"Anna {SURNAME}", name_key=f"anna {SURNAME}".lower())
    scene.entries[0].name = f"Anna {SURNAME}"
    scene.entries[0].save()
    one.refresh_from_db()
    update_profile(actor=account_actor(scene.player(1).user), player=one, now=NOW,
                   changes={"birth_date": date(NOW.year - 15, 6, 5), "country": "HU"})  # fmt: skip
    raw = json.loads(record_bytes(5))
    raw |= {"event": "typed-into-the-record", "comment": SURNAME}
    for seat in raw["players"]:
        seat["name"] = "typed-into-the-record"
    sent = submit_record(actor=scene.owner, now=NOW, data=json.dumps(raw).encode(), filename=f"{SURNAME}.json")
    set_visibility(submission_pks=[sent.pk], visibility=Visibility.PUBLIC)
    scene.enter(1)
    services.finish_event(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    series = Series.objects.create(slug="open", name="Open", created_at=NOW)
    past = HistoricEvent.objects.create(slug="past", name="Past Open", year=1999, created_at=NOW)
    Edition.objects.create(series=series, historic=past, year=1999, created_at=NOW)
    batch = HistoricImport.objects.create(at=NOW, via="system", kind="standings", name="papers", source="a book")
    HistoricPlace.objects.create(
        event=past, place=1, name=f"Anna {SURNAME}", player=one, source_import=batch, row=1, source="a book"
    )
    scene.submission = sent  # type: ignore[attr-defined]
    return scene


def test_no_address_tells_what_is_not_public(scene: Scene, as_actor) -> None:
    """Every address that a GET answers, page sources and files included, for a visitor and for another player."""
    player = Player.objects.get(pk=scene.player(1).player.pk)
    assert (player.name, player.slug) == ("Anna Q.", "anna-q")
    slugs = {"events": scene.event.slug, "players": player.slug, "series": "open", "past": "past"}
    seen, told = {200: 0}, []
    visitor, other = Client(), as_actor(scene.player(2))
    for path in addresses():
        if OWN.search(path):
            continue
        pieces = path.split("/")
        url = "/" + "/".join(_given(piece, pieces[n - 1] if n else "", slugs, scene) for n, piece in enumerate(pieces))
        # what a player sees more of is in events and on people's pages
        for client in (visitor, other) if re.match(r"(events|players)/<slug:slug>/(?!documents)", path) else (visitor,):
            answer = client.get(url)
            assert answer.status_code < 500, url
            seen[answer.status_code] = seen.get(answer.status_code, 0) + 1
            text = b"".join(answer.streaming_content) if answer.streaming else answer.content
            told += [(url, word) for word in HIDDEN if word.lower().encode() in text.lower()]
    assert not told
    assert seen[200] > 100
    for query in (f"/search/?q={SURNAME}", f"/players/?q={SURNAME.lower()}", f"/api/v1/players/?q={SURNAME}",
                  f"/events/{scene.event.slug}/entrants/?q={SURNAME}", f"/ratings/?q={SURNAME}"):  # fmt: skip
        page = visitor.get(query).content.decode()
        assert "Anna Q." not in page, query
    organiser = as_actor(scene.owner)
    assert f"Anna {SURNAME}" in organiser.get(f"/organise/{scene.event.slug}/entrants/").content.decode()
    assert f"Anna {SURNAME}" in organiser.get(f"/events/{scene.event.slug}/lists/entrants.csv").content.decode()
    # who sent it has it as it was
    own = organiser.get(f"/api/v1/records/{scene.submission.public_id}/original/")  # type: ignore[attr-defined]
    assert b"typed-into-the-record" in own.content


def _given(piece: str, before: str, slugs: dict[str, str], scene: Scene) -> str:
    if not piece.startswith("<"):
        return re.sub(r"<[^>]+>", "csv", piece)
    name = piece.rsplit(":", maxsplit=1)[-1].rstrip(">")
    if name in ("public_id", "id") or before == "g":
        return scene.submission.public_id  # type: ignore[attr-defined]
    if "int:" in piece:
        return "1" if name != "pk" else str({"matches": scene.match(1).pk, "entries": scene.entry(1).pk}.get(before, 1))
    if name in ("slug", "event", "other", "player"):
        return {"other": "player-p2", "event": scene.event.slug}.get(name, slugs.get(before, scene.event.slug))
    return {"kind": "entrants", "ending": "csv", "code": "hun", "key": "wtc"}.get(name, "1")


def test_names_are_locked_after_events_and_copied_as_they_are_now(scene: Scene) -> None:
    """Whoever reports locks the event and then writes of a player; the other way round both would wait for ever."""
    one = scene.player(1)
    with CaptureQueriesContext(connection) as queries:
        update_profile(actor=one, player=one.player, now=NOW, changes={"birth_date": date(NOW.year - 14, 6, 5)})
    locks = [q["sql"] for q in queries if "FOR UPDATE" in q["sql"]]
    assert '"tournaments_event"' in locks[0]
    assert '"players_player"' in locks[1]
    # read before the name was shortened, entered afterwards
    stale = create_player(actor=scene.owner, now=NOW, details={"name": f"Eva {SURNAME}"})
    update_profile(actor=scene.owner, player=stale, now=NOW, changes={"minor_until": date(NOW.year + 3, 1, 1)})
    assert stale.name == f"Eva {SURNAME}"
    other = make_event(scene.owner, name="Other Cup")
    made = enter_player(actor=scene.owner, now=NOW, event=other, player=stale, admission=Admission(""))
    assert (made.entry.name, made.entry.full_name) == ("Eva Q.", f"Eva {SURNAME}")
    # of a pair too, which organisers read in full
    doubles = make_event(scene.owner, name="Doubles", play="doubles")
    two = scene.player(2).player
    pair = services.add_pair(actor=scene.owner, now=NOW, event_id=doubles.pk, members=[stale.pk, two.pk])
    assert (pair.entry.name, pair.entry.full_name) == ("Eva Q. / Player P2", f"Eva {SURNAME} / Player P2")


def test_one_that_fails_holds_up_no_other(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sweep goes on after whatever goes wrong with one person or event, and finds it again the next time."""
    leavers = [make_user(name) for name in ("leaver-a", "leaver-b")]
    User.objects.filter(pk__in=[user.pk for user in leavers]).update(erase_after=NOW)
    services.set_keep_days(actor=scene.owner, now=NOW, event_id=scene.event.pk, days=0)
    erase = erasing.erase_account

    def fails(user: User) -> None:
        if user.pk == leavers[0].pk:
            raise RuntimeError
        erase(user)

    monkeypatch.setattr(erasing, "erase_account", fails)
    services.keep_privacy(now=NOW)
    assert [User.objects.get(pk=user.pk).is_active for user in leavers] == [True, False]
    assert scene.reload().hidden_at == NOW
    monkeypatch.undo()
    assert services.erase_due(now=NOW) == 1
    assert services.erase_due(now=NOW) == 0


def test_the_player_an_organiser_and_the_program_choose(scene: Scene, as_actor) -> None:
    player = Player.objects.get(pk=scene.player(1).player.pk)
    url = f"/players/{player.slug}/name/"
    assert as_actor(scene.player(2)).get(url).status_code == 403
    own = as_actor(scene.player(1))
    assert f"Anna {SURNAME}" in own.get(url).content.decode()
    version = scene.reload().version
    answer = own.post(url, {"shown_in_full": "on"})
    assert answer["Location"] == f"/players/anna-{SURNAME.lower()}/name/"
    assert (scene.entry(1).name, scene.entry(1).full_name) == (f"Anna {SURNAME}", "")
    # a page that was read before has another tag now
    assert scene.reload().version == version + 1
    api = f"/api/v1/players/anna-{SURNAME.lower()}/name/"
    told = own.post(api, {"shown_in_full": False}, content_type="application/json").json()
    assert told == {"slug": "anna-q", "public_name": "Anna Q.", "name": f"Anna {SURNAME}", "shown_in_full": False}
    assert scene.entry(1).name == "Anna Q."
    # a profile without an account: who organises an event in which it is entered
    Player.objects.filter(pk=player.pk).update(user=None, birth_date=None)
    organiser = as_actor(scene.owner)
    told = organiser.post(
        "/api/v1/players/anna-q/name/", {"minor_until": "2999-01-01"}, content_type="application/json"
    )
    assert (told.status_code, told.json()["errors"][0]["code"]) == (400, "minor_until_impossible")
    told = organiser.post("/api/v1/players/anna-q/name/", {"minor_until": None}, content_type="application/json")
    assert told.json()["public_name"] in (f"Anna {SURNAME}", "Anna Q.")
