"""Ratings published elsewhere: read from CSV, all rows or none, people never guessed, and back to CSV."""

import csv
import random
from datetime import date, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from players.actors import SYSTEM, account_actor
from players.models import ActionLog, Player, User
from ratings.management.commands.import_ratings import OBSERVED
from ratings.models import HistoricImport, HistoricRating, RatingChange, RatingClock
from ratings.selectors import rating_list, standings_on
from ratings.selectors.historic import days_of_historic_lists, historic_list, player_historic
from ratings.selectors.list_csv import historic_csv, list_csv
from ratings.services.historic import import_historic, withdraw_historic
from ratings.services.historic_reading import HistoricAnswers, read_historic
from tantrix_site.errors import Conflict, InvalidInput, NotPermitted, TooLarge
from tantrix_site.sheets import csv_text
from tests.ratings.scene import NOW, make_players, random_pairings, results, send

pytestmark = pytest.mark.django_db
MAKE = HistoricAnswers(make_players=True)
HEADER = "name,rating,date,source\n"


def person(name: str, country: str = "") -> Player:
    player = Player(slug=name.casefold().replace(" ", "-"), name=name, country=country, created_at=NOW)
    player.save()
    return player


def bring(text, **more):
    return import_historic(actor=SYSTEM, now=NOW, text=text, **more)


def look(text, **more):
    return read_historic(text, today=NOW.date(), **more)


def states(text, **more) -> list[tuple[str, str, str]]:
    return [(str(line.state), line.column, line.code) for line in look(text, **more).lines]


def test_the_observed_ratings_load_with_their_dates_and_sources():
    with pytest.raises(CommandError, match="15 of the rows need attention"):
        call_command("import_ratings", stdout=(said := StringIO()))
    assert "row 2, name: P021: Nobody here has this name." in said.getvalue()
    assert not Player.objects.exists()
    call_command("import_ratings", make_players=True, stdout=StringIO())
    assert Player.objects.count() == 10
    rows = HistoricRating.objects.select_related("player")
    told = {(row.name, row.scale, row.event, row.printed): row for row in rows}
    with OBSERVED.open(encoding="utf-8") as file:
        observed = list(csv.DictReader(file))
    columns = {"elo": "elo", "lobby_ranking": "lobby", "master_ranking": "master"}
    expected = {
        (row["player"], scale, row["event"], row[column]): row["source"]
        for row in observed for column, scale in columns.items() if row[column]
    }  # fmt: skip
    assert {key: row.source for key, row in told.items()} == expected
    first = told["P021", "elo", "WTC 1999", "1814"]
    assert (first.value, first.first_day, first.last_day) == (1814.0, date(1999, 1, 1), date(1999, 12, 31))
    dated = told["P001", "master", "WTC 2001", "2090"]
    assert (dated.first_day, dated.last_day, dated.rank) == (date(2001, 11, 17), date(2001, 11, 17), 2)
    assert told["P046", "elo", "EURO 2003", "1890"].player.country.code == "DE"
    about = told["P001", "elo", "WTC 2002", "2025-2030 (event only)"]
    assert about.value is None
    call_command("import_ratings", stdout=(again := StringIO()))
    assert "nothing new" in again.getvalue()


def test_they_show_on_lists_of_their_time_and_never_in_the_ledger():
    call_command("import_ratings", make_players=True, stdout=StringIO())
    assert [row.printed for row in historic_list(date(2003, 5, 1))] == ["1894", "1890", "1884", "1758", "1730"]
    assert [row.name for row in historic_list(date(2003, 12, 31), country="NL")] == ["P066"]
    assert [row.printed for row in historic_list(date(2002, 6, 30))] == ["2028", "1852"]
    assert historic_list(date(2010, 1, 31)) == []
    assert days_of_historic_lists(NOW.date()) == [date(year, 12, 31) for year in (2003, 2002, 2001, 1999)]
    one = Player.objects.get(name="P001")
    assert [row.printed for row in player_historic(one.pk) if row.scale == "elo"] == [
        "1917", "2028", "2025-2030 (event only)",
    ]  # fmt: skip
    assert standings_on(NOW.date()) == {}
    assert rating_list(date(2003, 12, 31)).rows == ()
    assert not RatingChange.objects.exists()
    assert RatingClock.objects.get().version == 0


@pytest.mark.parametrize(
    ("row", "column", "code"),
    [
        (",1850,2003,x", "name", "name_empty"),
        ("Ann,fast,2003,x", "rating", "bad_rating"),
        ("Ann,99999,2003,x", "rating", "bad_rating"),
        ("Ann,,2003,x", "rating", "no_value"),
        ("Ann,1850,,x", "date", "date_needed"),
        ("Ann,1850,2003-13,x", "date", "bad_date"),
        ("Ann,1850,2003-02-30,x", "date", "bad_date"),
        ("Ann,1850,1066,x", "date", "bad_date"),
        ("Ann,1850,soon,x", "date", "bad_date"),
        ("Ann,1850,2999,x", "date", "future_day"),
        ("Ann,1850,2003,", "source", "source_needed"),
        (f"Ann,1850,2003,{'x' * 301}", "source", "too_long"),
        ("Ann,1850,2003,a\0b", "source", "bad_character"),
        ("Ann,1850,2003,\ud800", "source", "bad_character"),
        ("Ann,1850,2003", "", "cell_count"),
        ('Ann,"1850,2003,x', "", "bad_quotes"),
    ],
)
def test_a_wrong_row_is_named_with_its_column_and_nothing_is_stored(row, column, code):
    person("Ann")
    text = f"{HEADER}Ann,1900,2002,x\n{row}\n"
    assert states(text) == [("matched", "", ""), ("wrong", column, code)]
    with pytest.raises(Conflict) as error:
        bring(text)
    (bad,) = error.value.extra["lines"]
    assert (error.value.code, bad["line"], bad["column"], bad["code"]) == ("import_refused", 3, column, code)
    assert not HistoricRating.objects.exists()


@pytest.mark.parametrize(
    ("cells", "column", "code"),
    [
        ({"country": "Atlantis"}, "country", "unknown_country"),
        ({"games": "many"}, "games", "bad_number"),
        ({"rank": "-1"}, "rank", "bad_number"),
        ({"last_played": "2003"}, "last_played", "bad_date"),
        ({"last_played": "2999-01-01"}, "last_played", "future_day"),
    ],
)
def test_columns_that_may_be_there(cells, column, code):
    person("Ann")
    text = csv_text(["name", "rating", *cells], [["Ann", "1850", *cells.values()]])
    assert states(text, source="x", on="2003") == [("wrong", column, code)]


def test_people_are_found_by_folded_name_and_never_guessed():
    ann, _accent, _twin = person("Ann Bo", "NZ"), person("José", ""), person("Twin")
    Player.objects.create(slug="twin-2", name="Twin", created_at=NOW)
    text = "name,country,elo\nann  BO,NZL,1900\nAnn Bo,HUN,1901\nJose,,1800\nTwin,,1700\nNobody,,1600\n"
    given = {"source": "x", "on": "2003-11"}
    assert [(state, code) for state, _column, code in states(text, **given)] == [
        ("matched", ""), ("doubtful", "doubtful_person"), ("doubtful", "doubtful_person"),
        ("doubtful", "doubtful_person"), ("new", ""),
    ]  # fmt: skip
    with pytest.raises(Conflict) as error:
        bring(text, **given, answers=MAKE)
    assert [line["line"] for line in error.value.extra["lines"]] == [3, 4, 5]
    assert Player.objects.count() == 4
    answers = HistoricAnswers(
        players={5: ann.pk + 2}, new=frozenset({3}), skipped=frozenset({4}), make_players=True
    )  # fmt: skip
    bring(text, **given, answers=answers)
    rows = HistoricRating.objects.order_by("-value")
    assert [(row.name, row.player.name, row.first_day.isoformat(), row.last_day.isoformat()) for row in rows] == [
        ("Ann Bo", "Ann Bo", "2003-11-01", "2003-11-30"), ("ann BO", "Ann Bo", "2003-11-01", "2003-11-30"),
        ("Twin", "Twin", "2003-11-01", "2003-11-30"), ("Nobody", "Nobody", "2003-11-01", "2003-11-30"),
    ]  # fmt: skip
    assert {row.player_id for row in rows} >= {ann.pk, ann.pk + 2}
    unknown = HistoricAnswers(players={2: 10**9})
    assert states(text, **given, answers=unknown)[0] == ("wrong", "name", "unknown_player")


def test_what_is_stored_already_is_known_and_another_value_is_refused():
    person("Ann")
    text = f"{HEADER}Ann,1900,2002,x\n"
    bring(text)
    assert states(text)[0][0] == "known"
    assert bring(text) is None
    assert states(text.replace("1900", "1901")) == [("wrong", "rating", "value_differs")]
    assert states(f"{text}ANN,1900,2002,x\n")[1] == ("wrong", "name", "line_repeated")
    assert states(f"{HEADER}Zoe,1,2002,x\nzoe,1,2002,x\n")[1] == ("wrong", "name", "line_repeated")
    more = "name,rating,lobby_ranking,date,source\nAnn,1900,700,2002,x\n"
    assert bring(more).values == 1
    assert {(row.scale, row.value) for row in HistoricRating.objects.all()} == {("elo", 1900.0), ("lobby", 700.0)}


def test_an_import_is_taken_back_as_a_whole():
    person("Ann")
    batch = bring(f"{HEADER}Ann,1900,2002,x\n")
    act = {"actor": SYSTEM, "now": NOW, "import_id": batch.pk}
    with pytest.raises(InvalidInput):
        withdraw_historic(**act, reason=" ")
    for _twice in range(2):
        withdraw_historic(**act, reason="another Ann")
    assert not HistoricRating.objects.exists()
    assert HistoricImport.objects.get().reason == "another Ann"
    assert ActionLog.objects.filter(action="ratings.historic.withdrawn").count() == 1
    bring(f"{HEADER}Ann,1900,2002,x\n")


def test_only_the_staff_may_and_files_are_bounded():
    user = User.objects.create(username="somebody")
    with pytest.raises(NotPermitted):
        import_historic(actor=account_actor(user), now=NOW, text=HEADER)
    user.is_staff = True
    person("Ann")
    assert import_historic(actor=account_actor(user), now=NOW, text=f"{HEADER}Ann,1,2002,x").user == user
    refused = {
        b"name,rating\n\xff,1": "not_utf8", "name,rating\n": "no_lines", "who,x\na,1": "no_columns",
        "name,rating,elo\na,1,2": "no_columns",
    }  # fmt: skip
    for text, code in refused.items():
        with pytest.raises(InvalidInput) as error:
            look(text)
        assert error.value.code == code
    with pytest.raises(InvalidInput, match="not a date"):
        look("name,rating\nAnn,1", on="yesterday")
    with pytest.raises(TooLarge):
        look("x" * (2 * 1024 * 1024 + 1))


NAMES = ("=cmd|x", "+Ann", "-Bo", "@Cy", "'=Di", "''Ed", "Fé, “G”", 'He said "H"', "Иван", "Twin", "Twin")


@pytest.mark.parametrize("seed", range(6))
def test_export_import_export_is_the_identity(seed):
    """Of any list of ours, with names that look like formulas, namesakes, and players without a country."""
    lot = random.Random(seed)
    ids = make_players(len(NAMES))
    for pk, name in zip(ids, NAMES, strict=True):
        player = Player.objects.get(pk=pk)
        player.name, player.country = name, lot.choice(["", "NZ", "HU"])
        player.save()
    send(*(results(n, random_pairings(lot, ids, 60), day=9 * n) for n in range(1, 3)))
    on, country = date(2026, 1, 10) + timedelta(lot.randint(0, 30)), lot.choice(["", "", "HU"])
    exported = list_csv(rating_list(on, country=country))
    assert exported.count("\r\n") > (0 if country else 2)
    bring(exported.encode(), source="our own")
    assert historic_csv(historic_list(on, source="our own")) == exported
    assert bring(exported, source="our own") is None
    output = StringIO()
    call_command("export_ratings", date=on, country=country, stdout=output)
    assert output.getvalue() == exported
    call_command("export_ratings", date=on, historic=True, source="our own", stdout=(again := StringIO()))
    assert again.getvalue() == exported
