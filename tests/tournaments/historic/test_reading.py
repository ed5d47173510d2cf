"""Lists of historic results as text: what each row says, and every mistake with its row and column."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.historic.cells import event_name
from tournaments.historic.reading import read_list
from tournaments.historic.values import Defaults, EditionName, Kind, Listed, ListError, Named, Status

DATA = Path(__file__).parents[3] / "tournaments" / "data"


def carried(name: str, defaults: Defaults | None = None) -> Listed:
    found = read_list((DATA / name).read_text(encoding="utf-8"), defaults)
    assert found.faults == ()
    return found


def faults(text: str) -> list[tuple[int, str, str]]:
    return [(fault.row, fault.column, fault.code) for fault in read_list(text).faults]


@pytest.mark.parametrize(
    ("text", "editions"),
    [
        ("WTC", (EditionName("WTC"),)),
        ("World 2 / Hungarian 6", (EditionName("World", 2), EditionName("Hungarian", 6))),
        ("World (number unknown)", (EditionName("World"),)),
        ("Pacific 1999", (EditionName("Pacific 1999"),)),
    ],
)
def test_an_event_is_an_edition_of_one_series_or_several(text, editions):
    assert event_name(text).editions == editions


def test_podiums_with_names_and_countries_in_one_cell_or_in_two():
    opens = carried("table_opens_observed.csv")
    assert (opens.kind, len(opens.rows)) == (Kind.PODIUMS, 17)
    second = opens.rows[1]
    assert second.medals == (Named("P090", "SWE"), Named("P019", "HUN"), Named("P092", "GBR"))
    assert (second.event.year, second.event.dates, second.entrants, second.countries) == (
        2010,
        "23-25 Jul 2010",
        44,
        10,
    )
    unknown = opens.rows[11]
    assert (unknown.event.year, unknown.event.dates, unknown.medals[0]) == (None, "after 2019", Named("P100", "GER"))
    champions = carried("champions_known.csv")
    assert champions.rows[1].medals == (Named("P024", "AUS"), Named("P021", "NZL"), None)
    assert champions.rows[8].medals == (None, Named("P108", "GER"), None)


def test_matches_keep_points_as_published_and_say_how_much_is_known():
    rows = {row.key: row for row in carried("wtc_matches_partial.csv").rows}
    assert (rows["99-R1-1"].tp, rows["99-R1-1"].winner) == (("59", "21"), 0)
    assert rows["01-SF-2"].tp == ("80.5", "79.5")
    assert (rows["99-R1-5"].status, rows["99-R1-5"].winner) == (Status.WINNER, 0)
    assert (rows["02-F"].status, rows["02-F"].winner) == (Status.PAIRING, None)
    knockout = carried("euro_2003_knockout_partial.csv").rows
    assert [row.status for row in knockout] == [Status.REBUILT] * 2 + [Status.WINNER, Status.REBUILT, Status.WINNER]
    group = carried("euro_2001_group_matches_partial.csv").rows[1]
    assert (group.section, group.played, group.games) == ("C", 2, ("won by 2", "won by 3"))
    teams = carried("wttc_2002_team_matches_partial.csv").rows
    assert (teams[0].sides[0].name, teams[0].extra) == ("FRA A", (("mini_matches_played", "5"),))
    assert (teams[2].status, teams[2].winner) == (Status.PARTIAL, None)


def test_standings_after_a_round_and_at_the_end_come_from_one_row():
    rows = carried("pacific_1999_standings_partial.csv", Defaults(event="Pacific", year=1999)).rows
    third = [row for row in rows if row.who.name == "P021"]
    assert [(row.after, row.place, row.tp) for row in third] == [(None, 4, "98"), (5, 3, "67")]


def test_a_table_of_its_own_kind_is_kept_as_it_is():
    given_ = Defaults(kind=Kind.FIGURES, event="WTC", year=2002, title="Sections")
    (table,) = carried("wtc_2002_draw_sections.csv", given_).rows
    assert table.columns[0] == "section"
    assert (len(table.rows), table.rows[0]) == (8, ("1", "16", "", "1899"))
    assert table.source.startswith("http://")


MATCH = "event,year,player_a,player_b,tp_a,tp_b,games_played,status,winner\n"


@pytest.mark.parametrize(
    ("row", "column", "code"),
    [
        ("WTC,2001,Ann,Bob,59,22,4,,", "tp_b", "sum_wrong"),
        ("WTC,2001,Ann,Bob,59.25,21,4,,", "tp_a", "bad_points"),
        ("WTC,2001,Ann,,59,21,4,,", "player_b", "name_empty"),
        ("WTC,soon,Ann,Bob,,,,,", "year", "bad_year"),
        ("WTC,1066,Ann,Bob,,,,,", "year", "bad_year"),
        (",2001,Ann,Bob,,,,,", "event", "no_event"),
        ("WTC,2001,Ann,Bob,,,four,,", "games_played", "bad_number"),
        ("WTC,2001,Ann,Bob,,,,maybe,", "status", "bad_status"),
        ("WTC,2001,Ann,Bob,,,,exact,", "status", "totals_missing"),
        ("WTC,2001,Ann,Bob,,,,,Cid", "winner", "bad_winner"),
        ("WTC,2001,Ann,Bob,,,,,,,", "winner", "too_many_cells"),
        (f"WTC,2001,{'x' * 81},Bob,,,,,", "player_a", "too_long"),
    ],
)
def test_a_fault_names_its_row_and_column(row, column, code):
    good = "WTC,2001,Cleo,Dan,41,39,4,,\n"
    assert (3, column, code) in faults(MATCH + good + row)
    assert len(read_list(MATCH + good + row).rows) == 1


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("event,year,champion\n", "no_rows"),
        ("one,two\n1,2\n", "columns_unknown"),
        ("event,champion,champion\nWTC,A,B\n", "column_twice"),
        ('event,champion\nWTC,"A\n', "bad_quotes"),
    ],
)
def test_a_list_that_cannot_be_read_says_why(text, code):
    with pytest.raises(ListError) as refused:
        read_list(text)
    assert refused.value.code == code


def test_level_totals_have_no_winner_unless_the_list_says_so():
    said = "player_a;player_b;tp_a;tp_b;winner\nAnn;Bob;40;40;\nCleo;Dan;40,0;40,0;dan\n"
    first, second = read_list(said, Defaults(event="Cup", year=2000)).rows
    assert (first.winner, second.winner, second.tp) == (None, 1, ("40.0", "40.0"))


CELL = st.text(alphabet=st.sampled_from('ab1 ,;"\t\n.é/('), max_size=8)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(CELL, min_size=1, max_size=6), max_size=5))
def test_any_text_is_read_or_refused(rows):
    text = "event,year,player,place,tp_after_round_2\n" + "\n".join(",".join(row) for row in rows)
    try:
        found = read_list(text)
    except ListError:
        return
    bad = {fault.row for fault in found.faults}
    assert not bad & {row.row for row in found.rows}
