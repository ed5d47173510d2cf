"""Lists in any encoding and as workbooks, their columns, and taking them back."""

import io
import zipfile

import pytest
from openpyxl import Workbook

from players.models import Player
from tantrix_site.errors import Conflict, InvalidInput, TooLarge
from tests.tournaments.scene import NOW, make_event, make_owner
from tournaments import services
from tournaments.models import Entry, EntryAnswers, WaitingPlace
from tournaments.services import EntryTerms, LineState, NewPerson, list_text
from tournaments.services import entry_lists as lists

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return make_owner()


@pytest.fixture
def event(owner):
    return make_event(owner)


@pytest.fixture
def load(owner, event):
    def load(text, **more):
        return services.import_entries(actor=owner, now=NOW, event_id=event.pk, text=text, **more)

    return load


def workbook(rows) -> bytes:
    book, file = Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(file)
    return file.getvalue()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_what_tells_its_encoding_is_read(encoding):
    assert list_text("Ádám Иванов 李".encode(encoding)) == "Ádám Иванов 李"


@pytest.mark.parametrize(
    ("names", "encoding"), [("Łukasz Żółć", "cp1250"), ("Иван Петров", "cp1251"), ("José Núñez", "cp1252")]
)
def test_for_others_it_is_asked_by_how_the_names_read(names, encoding):
    sent = f"Ann\n{names}".encode(encoding)
    with pytest.raises(InvalidInput) as error:
        list_text(sent)
    assert (error.value.code, error.value.extra["line"]) == ("not_utf8", 2)
    offered = {row["encoding"]: row["lines"] for row in error.value.extra["encodings"]}
    assert [names] in offered.values()
    assert list_text(sent, encoding) == f"Ann\n{names}"
    with pytest.raises(InvalidInput):
        list_text(sent, "cp437")


def test_a_workbook_is_read_as_its_cells_stand(load):
    rows = [
        ["Surname", "First name", "Country", "Seed"],
        ["Nagy", "Ádám", "Hungary", 2.0],
        [None],
        ["Bo, the 2nd", None, "NO", 1],
    ]
    text = list_text(workbook(rows))
    assert text.splitlines()[3].startswith("Bo, the 2nd\t")
    load(text)
    assert set(Entry.objects.values_list("name", "country", "seed")) == {
        ("Ádám Nagy", "HU", 2), ("Bo, the 2nd", "NO", 1),
    }  # fmt: skip


def test_formulas_are_not_worked_out():
    assert list_text(workbook([["=1+1", "'=NAME"]])).rstrip("\n") == "\t=NAME"


def packed(**parts: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in parts.items():
            made.writestr(f"{name}.xml", content)
    return file.getvalue()


def with_doctype() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(workbook([["Ann"]]))) as good, zipfile.ZipFile(file, "w") as bad:
        for part in good.infolist():
            bad.writestr(part, good.read(part).replace(b"<worksheet", b'<!DOCTYPE x [<!ENTITY a "b">]><worksheet', 1))
    return file.getvalue()


@pytest.mark.parametrize(
    ("sent", "kind", "code"),
    [
        (lambda: packed(bomb=b"0" * (lists.MAX_UNPACKED + 1)), TooLarge, "import_too_large"),
        (lambda: packed(**{f"p{n}": b"" for n in range(lists.MAX_PARTS + 1)}), TooLarge, "import_too_large"),
        (lambda: lists.ZIP_SIGN + b"0" * lists.MAX_WORKBOOK, TooLarge, "import_too_large"),
        (lambda: packed(other=b"<a/>"), InvalidInput, "bad_workbook"),
        (lambda: lists.ZIP_SIGN + b"nothing", InvalidInput, "bad_workbook"),
        (with_doctype, InvalidInput, "bad_workbook"),
        (lambda: workbook([["x"]] * (lists.MAX_LINES + 2)), TooLarge, "import_too_large"),
    ],
    ids=["bomb", "many parts", "large", "no workbook", "broken", "declarations", "many rows"],
)
def test_workbooks_that_are_none_or_too_much(event, sent, kind, code):
    with pytest.raises(kind) as error:
        services.read_entry_lines(event=event, text=sent())
    assert error.value.code == code


@pytest.mark.parametrize(
    "head",
    ["First name;Surname;Country;Nickname", "Prénom;Nom de famille;Pays;Pseudo", "Имя;Фамилия;Страна;Ник"],
)
@pytest.mark.parametrize("country", ["Germany", "Allemagne", "Германия", "GER"])
def test_columns_and_countries_in_three_languages(owner, event, load, head, country):
    services.set_entry_rules(actor=owner, now=NOW, event_id=event.pk, terms=EntryTerms(asked=("nickname",)))
    load(f"{head}\nAnna;Beispiel;{country};anna7")
    entry = Entry.objects.get()
    assert (entry.name, entry.country.code) == ("Anna Beispiel", "DE")
    assert EntryAnswers.objects.get(entry=entry).nickname == "anna7"


def test_what_is_too_long_is_a_wrong_line(event):
    lines = services.read_entry_lines(event=event, text="name;notes\nAnn;" + "x" * 1001)
    assert [(line.state, line.code) for line in lines] == [(LineState.WRONG, "answer_too_long")]


def test_a_list_is_taken_back_with_the_profiles_it_made(owner, event, load):
    kept = services.add_entry(actor=owner, now=NOW, event_id=event.pk, person=NewPerson("Before")).entry
    other = make_event(owner)
    load("Ann\nBen\nCleo")
    used = Player.objects.get(name="Ben")
    services.add_entry(actor=owner, now=NOW, event_id=other.pk, player_id=used.pk)
    made = event.entry_imports.get()
    act = {"actor": owner, "now": NOW, "event_id": event.pk, "import_id": made.pk}
    assert services.undo_entry_import(**act) == 3
    assert list(event.entries.all()) == [kept]
    assert set(Player.objects.values_list("name", flat=True)) == {"Before", "Ben"}
    with pytest.raises(Conflict) as error:
        services.undo_entry_import(**act)
    assert error.value.code == "import_undone"


def test_after_the_draw_a_list_stays(owner, event, load):
    load("Ann\nBen")
    services.make_draw(actor=owner, now=NOW, event_id=event.pk)
    with pytest.raises(Conflict) as error:
        services.undo_entry_import(actor=owner, now=NOW, event_id=event.pk, import_id=event.entry_imports.get().pk)
    assert error.value.code == "entry_drawn"


def test_a_long_list_fills_the_event_and_then_the_waiting_list(owner, load, event):
    services.set_entry_rules(actor=owner, now=NOW, event_id=event.pk, terms=EntryTerms(waiting_list=True))
    event.capacity = 2
    event.save()
    load("Ann\nBen\nCleo\nDan")
    waiting = WaitingPlace.objects.order_by("number").values_list("entry__name", flat=True)
    assert list(waiting) == ["Cleo", "Dan"]
