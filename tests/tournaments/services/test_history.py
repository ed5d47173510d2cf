"""Importing historic results: a preview, all rows or none, undo."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from players.actors import SYSTEM, account_actor
from players.models import Player
from tantrix_site.errors import Conflict, InvalidInput, NotPermitted
from tests.tournaments.scene import NOW, later, make_owner, make_scene, make_user
from tournaments import services
from tournaments.historic.values import Kind
from tournaments.models import (
    Edition,
    HistoricEvent,
    HistoricImport,
    HistoricMatch,
    HistoricMedal,
    HistoricPlace,
    Series,
)
from tournaments.services import HistoryChoices, HistoryOptions, RowState, SeriesDetails

pytestmark = pytest.mark.django_db
PODIUM = "event,year,champion,country,runner_up\nWTC,1998,Ann Early,GBR,Bob Second\n"


def make_series(code: str = "WTC", name: str = "World Championship", **details: object) -> Series:
    return services.create_series(actor=SYSTEM, now=NOW, code=code, details=SeriesDetails(name=name, **details))


def plan(text: str, choices: HistoryChoices | None = None, **options: object) -> services.HistoryPlan:
    return services.preview_history(actor=SYSTEM, text=text, options=HistoryOptions(**options), choices=choices)


def take(text: str, choices: HistoryChoices | None = None, *, actor=SYSTEM, **options: object):
    return services.import_history(
        actor=actor, now=NOW, text=text, options=HistoryOptions(**options), choices=choices
    )  # fmt: skip


def undo(made: HistoricImport | None) -> None:
    assert made is not None
    services.undo_import(actor=SYSTEM, now=later(hours=1), import_id=made.pk, reason="A mistake.")


def contents() -> list[object]:
    models = (HistoricEvent, Edition, HistoricMedal, HistoricMatch, HistoricPlace)
    return [sorted(map(str, model.objects.values_list(*fields))) for model, fields in zip(models, FIELDS, strict=True)]


FIELDS = (("name", "year"), ("series__slug", "number", "year"), ("place", "name", "current"), ("key", "name_a", "tp_a"),
          ("name", "place"))  # fmt: skip


def test_the_carried_lists_load_and_load_again_without_change():
    out = StringIO()
    call_command("load_series", stdout=out)
    before = contents()
    assert Series.objects.count() == 31
    both = Edition.objects.get(series__slug="wto", number=2)
    assert set(both.historic.editions.values_list("series__slug", "number")) == {("wto", 2), ("hto", 6)}
    # one joint table of two continents: its standings are the event's, the title is the series' own
    joint = Edition.objects.get(series__slug="asaf").historic
    assert joint.editions.count() == 2
    assert joint.places.get(place=1).name == "P085"
    assert list(
        HistoricMedal.objects.filter(edition__historic=joint, place=1).values_list("name", "edition__series__slug")
    ) == [("P086", "euro")]
    assert HistoricMatch.objects.get(key="01-SF-2").tp_a == "80.5"
    assert HistoricEvent.objects.get(name="Pacific 1999").editions.count() == 0
    assert not HistoricMedal.objects.filter(player__isnull=False).exists()
    imports = HistoricImport.objects.count()
    call_command("load_series", stdout=out)
    assert contents() == before
    assert HistoricImport.objects.count() == imports == 10


def test_a_preview_stores_nothing_and_says_what_each_row_is():
    make_series()
    take(PODIUM)
    before = contents()
    text = PODIUM + "WTC,1999,Cleo New,,\nWTC,1998,Eve Other,,\nWhat,2000,Dan,,\nWTC,soon,Dan,,\nWTC,2003,Dan,XXX,\n"
    found = plan(text)
    assert [(row.number, str(row.state), row.code, row.column) for row in found.rows] == [
        (2, "matched", "", ""),
        (3, "new", "", ""),
        (4, "wrong", "row_repeated", ""),
        (5, "doubtful", "unknown_series", "event"),
        (6, "wrong", "bad_year", "year"),
        (7, "wrong", "unknown_country", "country"),
    ]
    assert contents() == before


def test_all_rows_or_none():
    make_series()
    with pytest.raises(Conflict) as refused:
        take(PODIUM + "WTC,1999,,,\nWTC,never,Dan,,\n")
    assert refused.value.code == "import_refused"
    assert [(row["row"], row["column"]) for row in refused.value.extra["rows"]] == [(4, "year")]
    assert not HistoricEvent.objects.exists()
    assert not HistoricImport.objects.exists()


def test_sending_the_same_twice_stores_it_once():
    make_series()
    assert take(PODIUM).rows == 1
    assert take(PODIUM) is None
    assert HistoricImport.objects.count() == 1


def test_another_list_joins_the_same_event():
    make_series()
    take(PODIUM)
    take("event,year,player_a,player_b,tp_a,tp_b\nWorld Championship,1998,Ann Early,Bob Second,41,39\n")
    event = HistoricEvent.objects.get()
    assert (event.name, event.matches.count(), event.editions.get().medals.count()) == ("World Championship 1998", 1, 2)


def test_a_contradiction_is_asked_about_and_undo_brings_the_old_row_back():
    make_series()
    take(PODIUM)
    other = PODIUM.replace("Bob Second", "Eve Other")
    assert [(row.state, row.code, row.column) for row in plan(other).rows] == [(RowState.DOUBTFUL, "differs", "name")]
    second = take(other, HistoryChoices(taken=frozenset({2})))
    third = take(PODIUM.replace("Bob Second", "Flo Third"), HistoryChoices(taken=frozenset({2})))
    silver = HistoricMedal.objects.filter(place=2, current=True)
    assert silver.get().name == "Flo Third"
    undo(second)
    assert silver.get().name == "Flo Third"
    undo(third)
    assert silver.get().name == "Bob Second"


def test_undo_takes_away_what_nothing_else_tells_of_and_keeps_the_list():
    make_series()
    first = take(PODIUM)
    second = take("event,year,player,place\nWTC,1998,Cleo,7\nWTC,1999,Cleo,3\n")
    undo(first)
    assert list(HistoricEvent.objects.order_by("year").values_list("year", flat=True)) == [1998, 1999]
    undo(second)
    assert contents() == [[], [], [], [], []]
    first.refresh_from_db()
    assert (first.text, first.undo_reason) == (PODIUM, "A mistake.")
    undo(first)
    assert take(PODIUM).rows == 1


def test_undo_needs_a_reason_and_the_right_person():
    series = make_series()
    keeper = make_owner("keeper")
    services.set_keeper(actor=SYSTEM, now=NOW, series_id=series.pk, user=keeper.user, keeps=True)
    made = take(PODIUM, actor=keeper)
    act = {"now": NOW, "import_id": made.pk}
    with pytest.raises(InvalidInput, match="Say why"):
        services.undo_import(actor=keeper, reason=" ", **act)
    with pytest.raises(NotPermitted):
        services.undo_import(actor=make_owner("other"), reason="No.", **act)
    services.undo_import(actor=keeper, reason="Wrong file.", **act)


def test_who_may_import():
    make_series()
    mine = make_series("CUP", "My Cup")
    keeper = make_owner("keeper")
    with pytest.raises(NotPermitted):
        take(PODIUM, actor=keeper)
    services.set_keeper(actor=SYSTEM, now=NOW, series_id=mine.pk, user=keeper.user, keeps=True)
    with pytest.raises(NotPermitted, match="World Championship"):
        take(PODIUM, actor=keeper)
    assert take(PODIUM.replace("WTC", "CUP"), actor=keeper).rows == 1
    taken = HistoryChoices(taken=frozenset({2}))
    with pytest.raises(NotPermitted):
        take(PODIUM.replace("WTC", "Elsewhere"), taken, actor=keeper)
    staff = account_actor(make_user("staff", player=False, is_staff=True))
    assert take(PODIUM.replace("WTC", "Elsewhere"), taken, actor=staff).rows == 1


def test_people_stay_names_unless_the_importer_wants_them_matched():
    make_series()
    ann = Player.objects.create(slug="ann", name="Ann  EARLY", country="GB", created_at=NOW)
    bobs = [Player.objects.create(slug=f"bob-{n}", name="Bob Second", created_at=NOW) for n in (1, 2)]
    undo(take(PODIUM))
    doubtful = [person.name for person in plan(PODIUM, match_people=True).people if person.is_doubtful]
    assert doubtful == ["Bob Second"]
    with pytest.raises(Conflict) as refused:
        take(PODIUM, match_people=True)
    assert refused.value.extra["people"] == [{"name": "Bob Second", "players": [bob.pk for bob in bobs]}]
    take(PODIUM, HistoryChoices(people={"bob second": bobs[1].pk}), match_people=True)
    assert dict(HistoricMedal.objects.values_list("place", "player")) == {1: ann.pk, 2: bobs[1].pk}


def test_a_name_with_another_country_is_in_doubt_and_may_stay_a_name():
    make_series()
    Player.objects.create(slug="ann", name="Ann Early", country="FR", created_at=NOW)
    (ann, _bob) = plan(PODIUM, match_people=True).people
    assert ann.is_doubtful
    take(PODIUM, HistoryChoices(people={"ann early": None}), match_people=True)
    assert not HistoricMedal.objects.filter(player__isnull=False).exists()


def test_results_of_an_event_of_this_site_are_not_imported():
    series = make_series()
    scene = make_scene(4, start=False)
    staff = account_actor(make_user("staff", player=False, is_staff=True))
    services.add_edition(actor=staff, now=NOW, series_id=series.pk, event_id=scene.event.pk, year=1998)
    (row,) = plan(PODIUM).rows
    assert (row.state, row.code) == (RowState.WRONG, "edition_is_event")


def test_number_and_year_must_name_the_same_edition():
    make_series("WTO", "World Table Open", medium="table")
    head = "event,year,place_held,first\n"
    take(head + "World 1,2009,Edinburgh,Ann\nWorld 2,2010,Budapest,Bob\n")
    (one, two) = plan(head + "World 2,2009,Rome,Ann\nWorld 3,2010,Rome,Bob\n").rows
    assert (one.code, two.code) == ("editions_differ", "editions_differ")


def test_a_preview_takes_as_many_queries_for_any_number_of_rows():
    make_series()
    head = "event,year,player,place,tp\n"
    rows = [f"WTC,1998,Player {chr(65 + n // 26)}{chr(65 + n % 26)},{n + 1},{n}\n" for n in range(128)]
    take(head + "".join(rows))

    def queries(count: int) -> int:
        with CaptureQueriesContext(connection) as found:
            plan(head + "".join(rows[:count]), match_people=True)
        return len(found)

    assert queries(8) == queries(128) <= 12


def test_a_table_of_figures_is_taken_as_it_is():
    make_series()
    take("section,mean\n1,1514\n2,1547\n", kind=Kind.FIGURES, event="WTC", year=2002, title="Sections")
    assert HistoricEvent.objects.get().figures.get().lines == [["1", "1514"], ["2", "1547"]]


def test_an_event_of_no_series_keeps_its_podium_as_places():
    take(PODIUM.replace("WTC", "Elsewhere"), HistoryChoices(taken=frozenset({2})))
    event = HistoricEvent.objects.get(name="Elsewhere 1998")
    assert list(event.places.order_by("place").values_list("place", "name")) == [(1, "Ann Early"), (2, "Bob Second")]


def test_that_an_edition_was_held_is_a_result_too():
    make_series()
    assert take("event,year,champion\nWTC,1998,\n").rows == 1
    assert take("event,year,champion\nWTC,1998,\n") is None
    assert Edition.objects.get().historic.accounts.count() == 1


def test_the_command_tells_first_and_stores_on_request(tmp_path):
    make_series()
    file, out = tmp_path / "papers.csv", StringIO()
    file.write_text(PODIUM, encoding="utf-8")
    call_command("import_history", file, stdout=out)
    assert "1 new" in out.getvalue()
    assert not HistoricImport.objects.exists()
    call_command("import_history", file, "--store", stdout=out)
    assert HistoricImport.objects.get().name == "papers.csv"
    file.write_text(PODIUM + "WTC,soon,Dan,,\n", encoding="utf-8")
    with pytest.raises(CommandError, match="first row 3"):
        call_command("import_history", file, "--store", stdout=out)
    assert "3\twrong\t year: “soon” is no year." in out.getvalue()
