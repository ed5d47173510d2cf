"""The editor by plain requests, as a browser without a script makes them."""

import gzip
import json
import re
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.engine.notation import read_record_text
from games.engine.replay import position, verify
from games.models import GameDraft, Submission, Visibility
from games.services import set_visibility, verify_record
from tests.games.samples import LATER, as_bytes, illegal_record, legal_record, make_actor, make_user, submit

pytestmark = pytest.mark.django_db
TWO = {
    "kind": "2",
    "draws": "unknown",
    "colour_0": "red",
    "colour_1": "blue",
    "colour_2": "yellow",
    "colour_3": "green",
}


def begin(client: Client, **changes: str) -> GameDraft:
    response = client.post("/g/new/", {**TWO, **changes})
    assert response.status_code == 302, response.content.decode()
    return GameDraft.objects.latest("pk")


def address(draft: GameDraft) -> str:
    return reverse("games:draft", args=[draft.public_id])


def act(client: Client, draft: GameDraft, name: str, *, follow: bool = True, **data: Any) -> Any:
    draft.refresh_from_db()
    response = client.post(address(draft), {"act": name, "version": draft.version, **data}, follow=follow)
    if GameDraft.objects.filter(pk=draft.pk).exists():
        draft.refresh_from_db()
    return response


def put(client: Client, draft: GameDraft, move: dict[str, Any], **more: Any) -> Any:
    data = {
        "player": move["player"],
        "tile": move["tile"],
        "at": f"{move['q']},{move['r']}",
        "rotation": move["rotation"],
    }
    if move.get("drawn"):
        data["drawn"] = move["drawn"]
    return act(client, draft, "put", **data, **more)


def write(client: Client, draft: GameDraft, record: dict[str, Any], *, draws: bool, tile_by_tile: bool = False) -> None:
    """Put all tiles; unless `tile_by_tile`, those between the first and the last three are kept moves taken up."""
    moves = [move if draws else {**move, "drawn": None} for move in record["moves"]]
    first, between, last = (moves, [], []) if tile_by_tile else (moves[:3], moves[3:-3], moves[3:][-3:])
    for part in (first, last):
        for move in part:
            assert put(client, draft, move, follow=False).status_code == 302
        if part is first and between:
            draft.kept = [{name: value for name, value in move.items() if value is not None} for move in between]
            draft.save()
            assert act(client, draft, "up", follow=False).status_code == 302
            assert draft.kept == []


def test_a_table_game_is_written_down_sent_and_verified(client: Client) -> None:
    user = make_user("writer")
    client.force_login(user)
    record = legal_record(1)
    draft = begin(client, colour_0=record["players"][0]["colour"], colour_1=record["players"][1]["colour"])
    write(client, draft, record, draws=False, tile_by_tile=True)
    assert len(draft.record["moves"]) == 56
    page = client.get(address(draft))
    assert page.context["page"].over
    assert page.context["page"].verdict.ok
    response = act(client, draft, "send")
    submission = Submission.objects.get()
    assert response.redirect_chain[-1][0] == reverse("games:submission", args=[submission.public_id])
    assert submission.sender == user
    verify_record(record_pk=submission.record_id, now=LATER)
    submission.record.refresh_from_db()
    assert submission.record.state == "verified"
    assert submission.record.complete is False
    assert submission.record.scores == position(record).scores()


def test_with_hands_and_draws_the_record_is_complete(client: Client) -> None:
    client.force_login(make_user("writer"))
    record = legal_record(1)
    draft = begin(
        client,
        draws="known",
        colour_0=record["players"][0]["colour"],
        colour_1=record["players"][1]["colour"],
        hand_0=", ".join(map(str, record["players"][0]["hand"])),
        hand_1=" ".join(map(str, record["players"][1]["hand"])),
    )
    page = client.get(address(draft)).context["page"]
    assert set(page.offer.tiles) == set(record["players"][0]["hand"])
    first = record["moves"][0]
    chosen = client.get(f"{address(draft)}?tile={first['tile']}&rotation={first['rotation']}").content.decode()
    assert f'name="drawn" value="{first["drawn"]}"' in chosen
    write(client, draft, record, draws=True)
    assert verify(json.loads(client.get(reverse("games:draft_json", args=[draft.public_id])).content)).complete


def test_links_lead_from_tile_to_place_to_rotation(client: Client) -> None:
    draft = begin(client)
    put(client, draft, {"player": 0, "tile": 3, "q": 0, "r": 0, "rotation": 0})
    html = client.get(address(draft)).content.decode()
    assert html.count('class="to"') == 6
    tile = client.get(f"{address(draft)}?tile=1").context["page"]
    place = re.search(r'<a class="to" href="([^"]+)"', tile.board)
    assert place is not None
    chosen = client.get(address(draft) + place[1].replace("&amp;", "&"))
    assert chosen.context["page"].offer.complete
    assert 'value="put"' in chosen.content.decode()


def test_an_illegal_tile_is_refused_with_the_rule(client: Client) -> None:
    draft = begin(client)
    put(client, draft, {"player": 0, "tile": 3, "q": 0, "r": 0, "rotation": 0})
    response = put(client, draft, {"player": 1, "tile": 1, "q": 5, "r": 5, "rotation": 0})
    assert "would touch no other tile" in response.content.decode()
    response = put(client, draft, {"player": 1, "tile": 1, "q": 0, "r": -1, "rotation": 0})
    html = response.content.decode()
    assert "#rule-8" in html
    assert len(draft.record["moves"]) == 1


@pytest.mark.parametrize(
    "data",
    [
        {"act": "put", "version": "0"},
        {"act": "put", "version": "0", "player": "0", "tile": "x", "at": "0,0", "rotation": "0"},
        {"act": "put", "version": "0", "player": "0", "tile": "1", "at": "north", "rotation": "0"},
        {"act": "put", "version": "0", "player": "9", "tile": "1", "at": "0,0", "rotation": "0"},
        {"act": "put", "version": "0", "player": "0", "tile": "1", "at": "0,0", "rotation": "99"},
        {"act": "put", "version": "0", "player": "0", "tile": "99999", "at": "0,0", "rotation": "0"},
        {"act": "put", "version": "0", "player": "0", "tile": "1", "at": "9999999999999,0", "rotation": "0"},
        {"act": "back-x", "version": "0"},
        {"act": "nothing", "version": "0"},
        {"act": "up"},
        {},
    ],
)
def test_nonsense_changes_nothing_and_is_answered(client: Client, data: dict[str, str]) -> None:
    draft = begin(client)
    response = client.post(address(draft), data, follow=True)
    assert response.status_code == 200
    assert 'class="note error"' in response.content.decode()
    draft.refresh_from_db()
    assert draft.record["moves"] == []


@pytest.mark.parametrize(
    "query", ["?tile=999", "?tile=x&at=y", "?at=1,", "?rotation=77&tile=1", "?player=88", "?at=999999999999,1&any=1"]
)
def test_strange_addresses_show_the_plain_editor(client: Client, query: str) -> None:
    assert client.get(address(begin(client)) + query).status_code == 200


def test_undo_keeps_the_move_and_it_can_be_taken_up_again(client: Client) -> None:
    draft = begin(client)
    record = legal_record(1)
    for move in record["moves"][:5]:
        put(client, draft, {**move, "drawn": None})
    act(client, draft, "back-3")
    assert (len(draft.record["moves"]), len(draft.kept)) == (3, 2)
    act(client, draft, "up")
    assert (len(draft.record["moves"]), len(draft.kept)) == (5, 0)
    act(client, draft, "back-2")
    act(client, draft, "drop")
    assert len(draft.kept) == 2
    response = act(client, draft, "up")
    assert "is not legal" in response.content.decode() or len(draft.kept) == 0
    act(client, draft, "drop-all")
    assert draft.kept == []


def test_two_windows_do_not_undo_each_other(client: Client) -> None:
    draft = begin(client)
    first = {"act": "put", "version": draft.version, "player": 0, "tile": 3, "at": "0,0", "rotation": 0}
    client.post(address(draft), first)
    response = client.post(address(draft), {**first, "tile": 4}, follow=True)
    assert response.content.decode().count("changed in another window") == 1
    draft.refresh_from_db()
    assert [move["tile"] for move in draft.record["moves"]] == [3]


def test_a_faulty_record_is_repaired(client: Client) -> None:
    user = make_user("writer")
    client.force_login(user)
    record = legal_record(1)
    right = record["moves"][17]["rotation"]
    record["moves"][17]["rotation"] = (right + 1) % 6
    submission = submit(make_actor("other"), as_bytes(record))
    verify_record(record_pk=submission.record_id, now=LATER)
    set_visibility(submission_pks=[submission.pk], visibility=Visibility.LINK)
    where = reverse("games:edit", args=[submission.public_id])
    assert client.get(where).status_code == 200
    assert GameDraft.objects.count() == 0
    response = client.post(where, follow=True)
    assert "Take up 39 kept moves" in response.content.decode()
    draft = GameDraft.objects.get()
    put(client, draft, {**record["moves"][17], "rotation": right})
    act(client, draft, "up")
    assert draft.kept == []
    act(client, draft, "send")
    assert Submission.objects.filter(sender=user).count() == 1


def test_a_record_with_a_wrong_set_up_cannot_be_opened_and_says_why(client: Client) -> None:
    record, _ = illegal_record("bad_hand")
    submission = submit(make_actor("other"), as_bytes(record))
    verify_record(record_pk=submission.record_id, now=LATER)
    set_visibility(submission_pks=[submission.pk], visibility=Visibility.LINK)
    response = client.post(reverse("games:edit", args=[submission.public_id]))
    assert response.status_code == 400
    assert 'role="alert"' in response.content.decode()


def test_names_typed_by_another_do_not_come_into_the_draft(client: Client) -> None:
    record = legal_record(1)
    record["players"][0]["name"] = "Typed One"
    submission = submit(make_actor("other"), as_bytes(record))
    verify_record(record_pk=submission.record_id, now=LATER)
    set_visibility(submission_pks=[submission.pk], visibility=Visibility.PUBLIC)
    client.post(reverse("games:edit", args=[submission.public_id]))
    assert "Typed" not in json.dumps(GameDraft.objects.get().record)


def test_drafts_belong_to_one_browser_or_one_account(client: Client) -> None:
    draft = begin(client)
    stranger = Client()
    for name in ("draft", "draft_setup", "draft_json", "draft_text"):
        assert client.get(reverse(f"games:{name}", args=[draft.public_id])).status_code == 200
        assert stranger.get(reverse(f"games:{name}", args=[draft.public_id])).status_code == 404
    assert stranger.post(address(draft), {"act": "delete"}).status_code == 404
    user = make_user("writer")
    client.force_login(user)
    session = client.session
    session["game_drafts"] = [draft.public_id]
    session.save()
    assert client.get(address(draft)).status_code == 200
    draft.refresh_from_db()
    assert draft.owner == user
    stranger.force_login(make_user("stranger"))
    assert stranger.get(address(draft)).status_code == 404


def test_without_an_account_a_game_is_exported_but_not_sent(client: Client) -> None:
    record = legal_record(1)
    draft = begin(
        client,
        colour_0=record["players"][0]["colour"],
        colour_1=record["players"][1]["colour"],
        name_0="Ann",
        name_1="Bo",
    )
    write(client, draft, record, draws=False)
    html = client.get(address(draft)).content.decode()
    assert "Sign in to send it" in html
    pasted = json.loads(unescape(re.search(r'id="record-text"[^>]*>([^<]+)<', html)[1]))  # type: ignore[index]
    assert verify(pasted).ok
    act(client, draft, "send")
    assert Submission.objects.count() == 0
    text = client.get(reverse("games:draft_text", args=[draft.public_id]))
    assert "attachment" in text["Content-Disposition"]
    exported = json.loads(client.get(reverse("games:draft_json", args=[draft.public_id])).content)
    assert read_record_text(text.content) == exported
    assert verify(exported).ok
    assert exported["players"][0]["name"] == "Ann"


def test_an_unfinished_game_is_not_sent(client: Client) -> None:
    client.force_login(make_user("writer"))
    draft = begin(client)
    put(client, draft, {"player": 0, "tile": 3, "q": 0, "r": 0, "rotation": 0})
    response = act(client, draft, "send")
    assert "the game was not over" in response.content.decode()
    assert Submission.objects.count() == 0


def test_a_deadlock_can_be_said_and_unsaid_where_hands_are_unknown(client: Client) -> None:
    record = legal_record(0)
    assert record["result"]["outcome"] == "deadlock"
    draft = begin(
        client,
        kind=str(len(record["players"])),
        **{f"colour_{n}": p["colour"] for n, p in enumerate(record["players"])},
    )
    write(client, draft, {"moves": record["moves"][:5]}, draws=False)
    assert not client.get(address(draft)).context["page"].can_claim_deadlock
    assert "not stuck here" in act(client, draft, "deadlock").content.decode()
    assert not draft.deadlock
    write(client, draft, {"moves": record["moves"][5:]}, draws=False)
    assert client.get(address(draft)).context["page"].can_claim_deadlock
    act(client, draft, "deadlock")
    assert draft.deadlock
    page = client.get(address(draft))
    assert "Deadlock: the game ends here as a draw." in page.content.decode()
    exported = json.loads(client.get(reverse("games:draft_json", args=[draft.public_id])).content)
    assert exported["result"]["outcome"] == "deadlock"
    assert verify(exported).ok
    act(client, draft, "no-deadlock")
    assert not draft.deadlock
    act(client, draft, "deadlock")
    act(client, draft, "back-5")
    assert not draft.deadlock


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"colour_1": "red"}, "colour_1", "a colour of their own"),
        ({"hand_0": "1, 2, 3"}, "hand_0", "six tiles"),
        ({"hand_0": "1 2 3 4 5 99"}, "hand_0", "numbered 1 to 56"),
        ({"draws": "known"}, "hand_0", "must be known too"),
        ({"kind": "7"}, "kind", ""),
        ({"kind": "doubles", "colour_1": "red"}, "colour_1", "different colours"),
    ],
)
def test_a_wrong_set_up_is_said_at_its_field(client: Client, changes: dict[str, str], field: str, words: str) -> None:
    response = client.post("/g/new/", {**TWO, **changes})
    assert response.status_code == 400
    assert any(words in error for error in response.context["form"].errors[field])
    assert GameDraft.objects.count() == 0


def test_the_same_tile_in_two_hands_is_the_engines_objection(client: Client) -> None:
    response = client.post("/g/new/", {**TWO, "hand_0": "1 2 3 4 5 6", "hand_1": "6 7 8 9 10 11"})
    assert response.status_code == 400
    assert response.context["form"].non_field_errors()


@pytest.mark.parametrize(("kind", "seats", "doubles"), [("3", 3, None), ("4", 4, None), ("doubles", 4, True)])
def test_other_numbers_of_players(client: Client, kind: str, seats: int, doubles: bool | None) -> None:
    draft = begin(client, kind=kind)
    assert len(draft.record["players"]) == seats
    assert draft.record.get("doubles") is doubles
    assert client.get(address(draft)).status_code == 200


def test_the_set_up_can_be_changed_later(client: Client) -> None:
    draft = begin(client)
    put(client, draft, {"player": 0, "tile": 3, "q": 0, "r": 0, "rotation": 0})
    where = reverse("games:draft_setup", args=[draft.public_id])
    assert client.get(where).context["form"].initial["colour_0"] == "red"
    response = client.post(where, {**TWO, "colour_0": "green", "version": draft.version})
    assert response.status_code == 302
    draft.refresh_from_db()
    assert draft.record["players"][0]["colour"] == "green"
    assert len(draft.record["moves"]) == 1
    assert client.post(where, {**TWO, "version": 0}).status_code == 400


def test_a_fragment_is_the_editor_alone(client: Client) -> None:
    draft = begin(client)
    html = client.get(address(draft), headers={"x-fragment": "1"}).content.decode()
    assert "<html" not in html
    assert 'class="editor replay"' in html


def test_deleting(client: Client) -> None:
    draft = begin(client)
    act(client, draft, "delete")
    assert GameDraft.objects.count() == 0


def test_drafts_are_listed_with_as_many_queries_for_three_as_for_one(
    client: Client, django_assert_num_queries: Any
) -> None:
    client.force_login(make_user("writer"))
    begin(client)
    with CaptureQueriesContext(connection) as one:
        client.get("/g/new/")
        count = len(one)
    begin(client)
    begin(client)
    with django_assert_num_queries(count):
        response = client.get("/g/new/")
    assert len(response.context["drafts"]) == 3
    assert count < 6


def test_a_browser_without_account_holds_twenty_drafts(client: Client) -> None:
    first = begin(client)
    for _ in range(20):
        begin(client)
    assert GameDraft.objects.count() == 20
    assert client.get(address(first)).status_code == 404


def test_a_page_of_the_editor_is_small(client: Client) -> None:
    draft = begin(client)
    put(client, draft, {"player": 0, "tile": 3, "q": 0, "r": 0, "rotation": 0})
    assert len(gzip.compress(client.get(address(draft)).content)) < 20_000
