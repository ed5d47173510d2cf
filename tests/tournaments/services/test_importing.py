"""Entering many from text: all or none."""

import pytest

from players.actors import account_actor
from players.models import Player
from tantrix_site.errors import Conflict, InvalidInput, NotPermitted, TooLarge
from tests.tournaments.scene import NOW, make_event, make_owner, make_user
from tournaments import services
from tournaments.models import Entry
from tournaments.services import LineChoices, LineState

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return make_owner()


@pytest.fixture
def event(owner):
    return make_event(owner)


@pytest.fixture
def load(owner, event):
    def load(text, **choices):
        return services.import_entries(
            actor=owner, now=NOW, event_id=event.pk, text=text, choices=LineChoices(**choices)
        )

    return load


@pytest.mark.parametrize(
    "text",
    [
        "Name;Country;Seed\nÁdám Nagy;HU;2\nBo;Norway;1\n",
        "\ufeffname,country,seed\r\nÁdám Nagy,hu,2\r\nBo,NO,1\r\n",
        "Ádám Nagy\tHU\t2\n\nBo\tNO\t1",
        '"Ádám Nagy", HU, 2\nBo, Norway, 1',
        "seed;player;fed\n2;Ádám Nagy;HU\n1;Bo;NO",
    ],
)
@pytest.mark.parametrize("encode", [str, str.encode], ids=["text", "bytes"])
def test_lists_are_read_as_people_write_them(load, text, encode):
    load(encode(text))
    assert set(Entry.objects.values_list("name", "country", "seed")) == {("Ádám Nagy", "HU", 2), ("Bo", "NO", 1)}


def test_a_name_a_line_is_enough(load):
    assert [entered.entry.name for entered in load("Ann\nBen\nCleo")] == ["Ann", "Ben", "Cleo"]


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("Ann\nBen;Atlantis", 2, "unknown_country"),
        ("Ann\n\n123", 3, "name_without_letter"),
        ("Ann;;x", 1, "seed_range"),
        ("Ann;;٣", 1, "seed_range"),
        ("Ann\nANN", 2, "line_repeated"),
        ("Ann\nB\u200ben", 2, "name_invisible_character"),
    ],
)
def test_one_bad_line_stops_all_and_is_named(load, text, line, code):
    with pytest.raises(Conflict) as error:
        load(text)
    assert error.value.code == "import_refused"
    assert [(row["line"], row["code"]) for row in error.value.extra["lines"]] == [(line, code)]
    assert Entry.objects.count() == Player.objects.count() == 0


def test_people_already_entered_are_named_and_may_be_passed_over(load):
    load("Ann\nBen")
    with pytest.raises(Conflict) as error:
        load("ann\nBEN\nCleo")
    assert error.value.code == "already_entered"
    assert [row["line"] for row in error.value.extra["lines"]] == [1, 2]
    load("ann\nBEN\nCleo", skip_entered=True)
    assert sorted(Entry.objects.values_list("name", flat=True)) == ["Ann", "Ben", "Cleo"]


@pytest.mark.parametrize(
    ("text", "doubtful"),
    [
        ("Ann;NL\nBen;FI\nDot Dash, FIN", 3),
        ("Ann\tNL\nBen\tFI\nDot Dash;FIN", 3),
        ("Ann;NL\nBen;FI\nDot Dash", None),
        ("Ann;NL\nDash, Dot;FI", None),
    ],
)
def test_a_line_parted_otherwise_is_doubtful(load, event, text, doubtful):
    lines = services.read_entry_lines(event=event, text=text)
    assert [line.number for line in lines if line.code == "other_separator"] == ([doubtful] if doubtful else [])
    if doubtful is None:
        return
    assert lines[-1].state is LineState.DOUBTFUL
    with pytest.raises(Conflict) as error:
        load(text)
    assert [row["line"] for row in error.value.extra["lines"]] == [doubtful]
    load(text, new=frozenset({doubtful}))
    assert Entry.objects.filter(name__startswith="Dot Dash").exists()


def test_a_known_player_is_matched_and_a_doubtful_one_waits_for_a_choice(load, event):
    known = make_user("kim").player
    Player.objects.filter(pk=known.pk).update(country="NO")
    assert services.read_entry_lines(event=event, text="Player KIM;NO")[0].state is LineState.MATCHED
    assert services.read_entry_lines(event=event, text="Player KIM;HU")[0].state is LineState.DOUBTFUL
    with pytest.raises(Conflict) as error:
        load("Ann\nPlayer Kím;HU")
    assert error.value.extra["lines"][0]["candidates"] == [known.pk]
    load("Ann\nPlayer Kím;HU", players={2: known.pk})
    assert Entry.objects.filter(player=known).exists()


def test_a_doubtful_line_may_be_a_new_person_or_be_left_out(load):
    make_user("kim")
    load("Ann\nPlayer Kím", skipped=frozenset({2}))
    load("Player Kím", new=frozenset({1}))
    assert [e.player.slug for e in Entry.objects.order_by("pk")] == ["ann", "player-kim-2"]


def test_the_preview_stores_nothing(event):
    lines = services.read_entry_lines(event=event, text="Ann\nBen;XX")
    assert [line.state for line in lines] == [LineState.NEW, LineState.WRONG]
    assert Entry.objects.count() == Player.objects.count() == 0


def test_capacity_holds_for_a_list(owner):
    event = make_event(owner, capacity=2)
    with pytest.raises(Conflict) as error:
        services.import_entries(actor=owner, now=NOW, event_id=event.pk, text="Ann\nBen\nCleo")
    assert error.value.code == "event_full"
    assert Entry.objects.count() == Player.objects.count() == 0


def test_a_list_that_is_too_long_is_refused_before_anybody_is_entered(owner):
    event = make_event(owner, capacity=3)
    services.import_entries(actor=owner, now=NOW, event_id=event.pk, text="Ann")
    with pytest.raises(Conflict) as error:
        services.import_entries(actor=owner, now=NOW, event_id=event.pk, text="Ben\nCleo\nDora")
    assert (error.value.code, error.value.extra) == ("event_full", {"capacity": 3, "room": 2, "count": 3})


def test_the_preview_knows_seeds_that_cannot_be_given(load, owner):
    event = make_event(owner, capacity=8)
    arguments = {"actor": owner, "now": NOW, "event_id": event.pk}
    services.import_entries(**arguments, text="Ann;;1")
    text = "Ben;;1\nCleo;;2\nDora;;2\nEva;;9\nFay;;99999999999999999999999"
    lines = services.read_entry_lines(event=event, text=text)
    assert [line.code for line in lines] == ["seed_taken", "", "seed_twice", "seed_range", "seed_range"]
    with pytest.raises(Conflict) as error:
        services.import_entries(**arguments, text=text)
    assert [line["line"] for line in error.value.extra["lines"]] == [1, 3, 4, 5]
    left_out = services.LineChoices(skipped=frozenset({1, 2, 4, 5}))
    (dora,) = services.import_entries(**arguments, text=text, choices=left_out)
    assert (dora.entry.name, dora.entry.seed) == ("Dora", 2)


@pytest.mark.parametrize("line", ['"Ann;NL', '"Ann" Lee;NL'])
def test_quotation_marks_that_do_not_fit_swallow_no_column(event, line):
    (read,) = services.read_entry_lines(event=event, text=line)
    assert (read.state, read.code, read.name) == (LineState.WRONG, "bad_quotes", line)
    assert services.read_entry_lines(event=event, text='Ann "Lee" May;NL')[0].name == 'Ann "Lee" May'


@pytest.mark.parametrize(
    ("text", "kind", "code"),
    [
        (b"Ann\nJos\xe9", InvalidInput, "not_utf8"),
        ("", InvalidInput, "no_lines"),
        ("\n \n", InvalidInput, "no_lines"),
        ("name;country", InvalidInput, "no_lines"),
        ("x" * 300_000, TooLarge, "import_too_large"),
        ("Ann\n" * 1001, TooLarge, "import_too_large"),
    ],
)
def test_what_cannot_be_read(load, text, kind, code):
    with pytest.raises(kind) as error:
        load(text)
    assert error.value.code == code


def test_a_list_for_another_event_knows_nothing_of_this_one(load, owner):
    load("Ann")
    other = make_event(owner)
    lines = services.read_entry_lines(event=other, text="ANN")
    assert lines[0].state is LineState.MATCHED


def test_only_organisers_import(event):
    with pytest.raises(NotPermitted):
        services.import_entries(actor=account_actor(make_user("x")), now=NOW, event_id=event.pk, text="Ann")
