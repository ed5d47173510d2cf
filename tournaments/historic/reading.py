"""Reading a list of historic results: comma, semicolon or tab between columns, the first line names them.

What the rows are is told by the names of the columns; a table of any other shape is taken as it is where the importer
says that it is one (`Kind.FIGURES`). Columns nobody knows are kept beside the row in the words of the list.
"""

import csv
import re
from collections.abc import Callable, Sequence
from io import StringIO
from typing import Final

from tournaments.historic.cells import Cells, event_name
from tournaments.historic.values import (
    Defaults,
    EventName,
    Fault,
    Figures,
    Kind,
    Listed,
    ListError,
    Named,
    PastMatch,
    Podium,
    Row,
    Standing,
    Status,
)

MAX_ROWS: Final = 2000
MAX_COLUMNS: Final = 40
GAME_TP: Final = 20
_SEPARATORS: Final = ",;\t"
_MEDALS: Final = (
    (("champion", "winner", "first"), ("country", "first_country")),
    (("runner_up", "second"), ("runner_up_country", "second_country")),
    (("third",), ("third_country",)),
)
_AFTER: Final = re.compile(r"(?:place|tp)_after_round_([0-9]{1,3})")
_GAME: Final = re.compile(r"game_?([0-9]{1,2})(?:_result)?(?:_for_a)?")
_WORDS: Final = (
    (("exact", "complete"), Status.EXACT),
    (("winner only", "winner total read", "winner"), Status.WINNER),
    (("pairing only", "pairing by elimination", "pairing"), Status.PAIRING),
    (("partial",), Status.PARTIAL),
    (("rebuilt",), Status.REBUILT),
)


def read_list(text: str, defaults: Defaults | None = None) -> Listed:
    """All rows of a list, with every fault. Raises `ListError`: `bad_quotes`, `no_rows`, `too_many_rows`,
    `columns_unknown`, `column_twice`, `title_needed`, `event_needed`."""
    defaults = defaults or Defaults()
    header, body = _table(text)
    kind = defaults.kind or _kind(header)
    if kind is Kind.FIGURES:
        return _figures(header, body, defaults)
    twice = next((name for name in header if name and header.count(name) > 1), None)
    if twice is not None:
        raise ListError("column_twice", column=twice)
    faults: list[Fault] = []
    read = _READERS[kind]
    rows: list[Row] = []
    for number, cells in body:
        if len(cells) > len(header):
            faults.append(Fault(number, header[-1], "too_many_cells", {"cells": len(cells), "columns": len(header)}))
            continue
        row = Cells(number, dict(zip(header, cells, strict=False)), faults)
        event = row.event(default=defaults.event, year=defaults.year)
        if event is not None:
            before = len(faults)
            found = read(row, event, defaults)
            rows += found if len(faults) == before else ()
    return Listed(kind, tuple(rows), tuple(faults))


def _table(text: str) -> tuple[list[str], list[tuple[int, list[str]]]]:
    """The names of the columns, and the cells of each row with the number of its line."""
    head = text.lstrip().partition("\n")[0]
    separator = max(_SEPARATORS, key=head.count)
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator, skipinitialspace=True, strict=True)
    lines: list[tuple[int, list[str]]] = []
    try:
        for cells in reader:
            found = [" ".join(cell.split()) for cell in cells]
            if any(found):
                lines.append((reader.line_num, found))
    except csv.Error as error:
        raise ListError("bad_quotes", row=reader.line_num) from error
    if len(lines) < 2:
        raise ListError("no_rows")
    if len(lines) - 1 > MAX_ROWS:
        raise ListError("too_many_rows", most=MAX_ROWS)
    header = [re.sub(r"\W+", "_", name.casefold()).strip("_") for name in lines[0][1]]
    if len(header) > MAX_COLUMNS:
        raise ListError("columns_unknown")
    return header, lines[1:]


def _kind(header: Sequence[str]) -> Kind:
    names = set(header)
    if names & {"player_a", "team_a", "pair_a", "a"}:
        return Kind.MATCHES
    if names & {"champion", "winner", "first"}:
        return Kind.PODIUMS
    if names & {"player", "name", "team", "pair"}:
        return Kind.STANDINGS
    raise ListError("columns_unknown")


def _podium(row: Cells, event: EventName, defaults: Defaults) -> Sequence[Podium]:
    first, second, third = (row.named(names, country) for names, country in _MEDALS)
    if event.year is None and not event.dates:
        row.fault("year", "bad_year", text="")
    dates = row.text("dates", "date", size="place")
    found = Podium(
        row=row.row,
        event=EventName(event.text, event.editions, event.year, dates or event.dates),
        medals=(first, second, third),
        place_held=row.text("place_held", "place", size="place"),
        entrants=row.number("players", "entrants", "teams", "pairs"),
        countries=row.number("countries"),
        format=row.text("format_seen", "format"),
        note=row.text("basis", "note"),
        source=row.text("source") or defaults.source,
    )
    return (found,)


def _match(row: Cells, event: EventName, defaults: Defaults) -> Sequence[PastMatch]:
    sides = []
    for side in "ab":
        columns = (f"player_{side}", f"team_{side}", f"pair_{side}", side)
        who = row.named(columns, (f"country_{side}",))
        if who is None:
            row.fault(row.column(*columns), "name_empty")
        sides.append(who or Named(""))
    tp = (row.points("tp_a"), row.points("tp_b"))
    games = _games(row)
    played = row.number("games_played", most=99)
    if played is None and games:
        played = len(games)
    if all(tp) and played and _tenths(tp[0]) + _tenths(tp[1]) != 10 * GAME_TP * played:
        row.fault("tp_b", "sum_wrong", games=played, most=GAME_TP * played)
    status = _status(row, tp)
    found = PastMatch(
        row=row.row,
        event=event,
        sides=(sides[0], sides[1]),
        status=status,
        round=row.text("round", size="short"),
        section=row.text("group", "section", size="short"),
        key=row.text("match_id", "match", size="short"),
        date=row.text("date", size="short"),
        seeds=(row.text("seed_a", size="short"), row.text("seed_b", size="short")),
        tp=tp,
        won=(row.halves("games_won_a"), row.halves("games_won_b")),
        planned=row.number("games_in_round", "games", most=99),
        played=played,
        winner=_winner(row, sides, status, tp),
        games=games,
        note=row.text("note"),
        source=row.text("source") or defaults.source,
        extra=row.rest(),
    )
    return (found,)


def _games(row: Cells) -> tuple[str, ...]:
    """The words for each game, in the order of their numbers."""
    names = sorted((int(found[1]), name) for name, _text in row.rest() if (found := _GAME.fullmatch(name)))
    return tuple(row.text(name) for _number, name in names)


def _status(row: Cells, tp: tuple[str, str]) -> Status:
    text = row.text("status", size="place")
    said = text.casefold()
    if not said:
        return Status.EXACT if all(tp) else Status.PARTIAL if any(tp) else Status.PAIRING
    if "reconstructed" in said:
        return Status.REBUILT
    if said.startswith("after "):
        return Status.PARTIAL
    for words, status in _WORDS:
        if said in words:
            if status is Status.EXACT and not all(tp):
                row.fault("status", "totals_missing")
            return status
    row.fault("status", "bad_status", text=text[:40])
    return Status.PARTIAL


def _winner(row: Cells, sides: Sequence[Named], status: Status, tp: tuple[str, str]) -> int | None:
    """Who won: as the list says; else the higher total of a match that ended; else the side named first, where only
    the winner is known."""
    said = row.text("winner", size="name").casefold()
    if said:
        for side, name in enumerate("ab"):
            if said in (name, sides[side].name.casefold()):
                return side
        row.fault("winner", "bad_winner", text=said[:40])
        return None
    if all(tp) and status in (Status.EXACT, Status.REBUILT) and _tenths(tp[0]) != _tenths(tp[1]):
        return 0 if _tenths(tp[0]) > _tenths(tp[1]) else 1
    return 0 if status is Status.WINNER else None


def _standings(row: Cells, event: EventName, defaults: Defaults) -> Sequence[Standing]:
    """The final line, and one for each round after which the list tells something."""
    who = row.named(("player", "name", "team", "pair"), ("country",))
    if who is None:
        row.fault(row.column("player", "name", "team", "pair"), "name_empty")
        return ()
    note, source = row.text("note"), row.text("source") or defaults.source
    place, tp = row.number("final_place", "place", "rank"), row.points("final_tp", "total_tp", "tp")
    won, lost = row.halves("games_won", "won"), row.halves("games_lost", "lost")
    rounds = sorted({int(found[1]) for name, _text in row.rest() if (found := _AFTER.fullmatch(name))})
    later = [
        Standing(row.row, event, who, number, row.number(f"place_after_round_{number}"),
                 row.points(f"tp_after_round_{number}"), source=source)
        for number in rounds
    ]  # fmt: skip
    final = Standing(row.row, event, who, None, place, tp, won, lost, note, source, row.rest())
    return (final, *later)


_READERS: Final[dict[Kind, Callable[[Cells, EventName, Defaults], Sequence[Row]]]] = {
    Kind.PODIUMS: _podium, Kind.MATCHES: _match, Kind.STANDINGS: _standings,
}  # fmt: skip


def _figures(header: Sequence[str], body: Sequence[tuple[int, list[str]]], defaults: Defaults) -> Listed:
    if not defaults.title.strip():
        raise ListError("title_needed")
    if not defaults.event.strip():
        raise ListError("event_needed")
    kept = [n for n, name in enumerate(header) if name and name != "source"]
    source = next((n for n, name in enumerate(header) if name == "source"), None)
    sources = dict.fromkeys(cells[source] for _n, cells in body if source is not None and source < len(cells))
    row = Figures(
        row=body[0][0],
        event=event_name(defaults.event, year=defaults.year),
        title=defaults.title.strip()[:120],
        columns=tuple(header[n][:60] for n in kept),
        rows=tuple(tuple(cells[n][:200] if n < len(cells) else "" for n in kept) for _n, cells in body),
        source=" ".join(filter(None, sources)) or defaults.source,
    )
    return Listed(Kind.FIGURES, (row,), ())


def _tenths(points: str) -> int:
    whole, _dot, tenth = points.partition(".")
    return int(whole) * 10 + int(tenth or 0)
