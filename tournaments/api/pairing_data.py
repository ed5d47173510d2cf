"""Pairings of Swiss rounds as their serializers describe them."""

from collections.abc import Mapping, Sequence
from typing import Any

from rest_framework.request import Request

from tournaments.api.entry_data import entry_data, entry_rows
from tournaments.api.lookup import with_details
from tournaments.api.match_serializers import match_data
from tournaments.api.rows import page_of
from tournaments.formats.swiss import PairingWarning
from tournaments.formats.swiss.checks import Doubt
from tournaments.models import Entry, Match, PairingRun, RunState
from tournaments.selectors.pages.pairing_words import doubt_text, names_of, nearer_text, passed_text, relaxation_text


def pairing_data(request: Request, run: PairingRun, query: Mapping[str, Any]) -> dict[str, Any]:
    """A pairing with names, reasons and, once published, its matches; as many queries for any number of entries."""
    given = {item["entry"]: item for item in run.input["entries"]}
    entries = entry_rows(
        [*given, *(entry for pair in run.pairs for entry in pair), *([run.bye_id] if run.bye_id else [])]
    )
    found = {frozenset((row["left"], row["right"])): row for row in run.outcome["rows"]}
    numbered = list(enumerate(run.pairs, start=1))
    page, after = page_of(request, numbered, dict(query))
    matches = _matches(request, run, [pair for _table, pair in page])
    names = names_of(entries)
    rows = [
        _row(table, pair, found.get(frozenset(pair)), matches.get(frozenset(pair)), given, entries, names)
        for table, pair in page
    ]
    by_site = all(frozenset(pair) in found for pair in run.pairs)
    gaps = [_difference(pair, given) for pair in run.pairs]
    return {
        "stage": run.stage.number, "round": run.round, "state": run.state, "run": run.number, "mark": run.mark,
        "published_at": run.published_at, "manual": run.manual, "reason": run.reason, "method": run.outcome["method"],
        "engine": run.engine, "lot": run.lot, "digest": run.digest,
        "total": None if None in gaps else sum((gap or 0) ** 2 for gap in gaps) / 100, "rows": rows,
        "count": len(run.pairs), "bye": _bye(run, entries, names),
        "unpaired": [_passed(passed, names) for passed in run.outcome["unpaired"]] if by_site else [],
        "relaxations": [_relaxation(stored, run, names) for stored in run.outcome["relaxations"]] if by_site else [],
        "input": run.input if query.get("input") else None, "next": after,
    }  # fmt: skip


def doubts_data(doubts: Sequence[PairingWarning]) -> list[dict[str, Any]]:
    """What is doubtful about a pairing made by hand; one query for the names."""
    names = names_of(entry_rows(entry for doubt in doubts for entry in doubt.entries))
    return [
        {
            "code": doubt.code,
            "entries": doubt.entries,
            "value": doubt.value / 100
            if doubt.code is Doubt.COST_ABOVE_OPTIMUM and doubt.value is not None
            else doubt.value,
            "sentence": doubt_text(doubt, names),
        }
        for doubt in doubts
    ]


def _matches(request: Request, run: PairingRun, pairs: Sequence[list[int]]) -> dict[frozenset[int], dict[str, Any]]:
    if run.state != RunState.PUBLISHED or not pairs:
        return {}
    wanted = [entry for pair in pairs for entry in pair]
    rows = Match.objects.filter(stage=run.stage_id, round=run.round, slots__occupant__in=wanted).distinct()
    found: dict[frozenset[int], dict[str, Any]] = {}
    for match in with_details(rows):
        sides = [slot.occupant_id for slot in match.both]  # type: ignore[attr-defined]
        found[frozenset(side for side in sides if side is not None)] = {
            **match_data(request, match), "position": match.position
        }  # fmt: skip
    return found


def _row(
    table: int,
    pair: Sequence[int],
    row: Mapping[str, Any] | None,
    match: Mapping[str, Any] | None,
    given: Mapping[int, Mapping[str, Any]],
    entries: Mapping[int, Entry],
    names: Mapping[int, str],
) -> dict[str, Any]:
    decided = None if match is None else match["decision"]
    return {
        "table": table if match is None else match["position"] + 1,
        "left": _paired(pair[0], given, entries),
        "right": _paired(pair[1], given, entries),
        "difference": _difference(pair, given),
        "is_fixed": bool(row and row["is_fixed"]),
        "by_hand": row is None,
        "nearer": [] if row is None else [_nearer(nearer, names) for nearer in row["nearer"]],
        "match": None if match is None else match["id"],
        "number": None if match is None else match["number"],
        "match_state": None if match is None else match["state"],
        "winner": None if match is None else match["winner"],
        "tp": None if decided is None else decided["tp"],
    }


def _paired(entry: int, given: Mapping[int, Mapping[str, Any]], entries: Mapping[int, Entry]) -> dict[str, Any]:
    item = given.get(entry, {})
    return {"entry": entry_data(entries[entry]), "tp": item.get("tp"), "place": item.get("rank")}


def _difference(pair: Sequence[int], given: Mapping[int, Mapping[str, Any]]) -> int | None:
    left, right = given.get(pair[0]), given.get(pair[1])
    return None if left is None or right is None else abs(left["tp"] - right["tp"])


def _bye(run: PairingRun, entries: Mapping[int, Entry], names: Mapping[int, str]) -> dict[str, Any] | None:
    if run.bye_id is None:
        return None
    stored = run.outcome["bye"]
    by_site = stored is not None and stored["entry"] == run.bye_id
    return {
        "entry": entry_data(entries[run.bye_id]),
        "is_second": stored["is_second"] if by_site else None,
        "is_fixed": by_site and stored["is_fixed"],
        "by_hand": not by_site,
        "passed": [_passed(passed, names) for passed in stored["passed"]] if by_site else [],
    }


def _nearer(stored: Mapping[str, Any], names: Mapping[int, str]) -> dict[str, Any]:
    return {
        "entry": stored["entry"], "other": stored["other"], "difference": stored["difference"],
        "reason": stored["reason"], "round": stored.get("round"), "with_entry": stored.get("with_entry"),
        "sentence": nearer_text(stored, names),
    }  # fmt: skip


def _passed(stored: Mapping[str, Any], names: Mapping[int, str]) -> dict[str, Any]:
    return {"entry": stored["entry"], "reason": stored["reason"], "sentence": passed_text(stored, names)}


def _relaxation(stored: Mapping[str, Any], run: PairingRun, names: Mapping[int, str]) -> dict[str, Any]:
    return {
        "code": stored["code"],
        "values": {name: value for name, value in stored.items() if name != "code"},
        "sentence": relaxation_text(stored, run.outcome["total"], names),
    }
