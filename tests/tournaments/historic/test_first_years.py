"""The list of known series."""

from pathlib import Path

import pytest

from tournaments.historic.first_years import read_first_years

LIST = Path(__file__).parents[3] / "tournaments" / "data" / "events_first_years.csv"


def test_every_line_says_for_whom_and_where():
    known = {line.code: line for line in read_first_years(LIST.read_text(encoding="utf-8"))}
    assert len(known) == 31
    assert (known["WTTC"].discipline, known["WTTC"].team_size) == ("team", 5)
    assert (known["WJTC"].under_age, known["WDTC"].discipline) == (16, "pairs")
    assert known["ASAF"].continents == ("AF", "AS")
    assert (known["NED"].country, known["NED"].kind, known["HUNM"].kind) == ("NL", "championship", "masters")
    assert (known["WTO"].kind, known["WTO"].scope, known["WTO"].medium) == ("open", "world", "table")
    online = [line for line in known.values() if line.scope == "national" and line.medium == "online"]
    opens = [line for line in known.values() if line.scope == "national" and line.medium == "table"]
    assert (len(online), len(opens)) == (12, 11)


@pytest.mark.parametrize(
    "line", ["X,Martian Cup,national,online,2000,", "X,Dutch Cup,national,moon,2000,", "X,Dutch Cup"]
)
def test_a_line_that_cannot_be_read_is_named(line):
    with pytest.raises(ValueError, match="Line 2"):
        read_first_years("code,name,kind,medium,first_year,note\n" + line)
