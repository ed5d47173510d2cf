"""``manage.py inspect_records FILE…``: the state after the last move of each record."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.engine import MalformedRecord, SetupFault, position, verify_by_spec
from games.engine.files import Row
from games.engine.report import position_row
from games.engine.verdict import Verdict, refusal, unreadable

from ._records import run_command


class Command(BaseCommand):
    """One JSON line a record, in order; where a move is illegal, the last legal state and what is wrong. Exit status 1
    if any record has an illegal move or cannot be read, 2 if a file cannot be read. No database."""

    help = "Print the position after the last move of each game record, one a line, as JSON."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "files", nargs="+", metavar="FILE", help=".json, .jsonl or .txt, packed with gzip or not, or -"
        )
        parser.add_argument("--quiet", action="store_true", help="no progress on standard error")

    def handle(self, *args: Any, **options: Any) -> None:
        run_command(self, options, _row)


def _row(row: Row) -> dict[str, Any]:
    if isinstance(row, MalformedRecord):
        return _fault(unreadable(row))
    try:
        game = position(row)
    except SetupFault as error:
        return _fault(refusal(error.fault, -1))
    if game.ply == len(row["moves"]):
        return {"ok": True, **position_row(game)}
    verdict = verify_by_spec(row)
    return {**_fault(verdict), **position_row(game)}


def _fault(verdict: Verdict) -> dict[str, Any]:
    return {
        "ok": False,
        "code": verdict.code,
        "codes": list(verdict.codes),
        "index": verdict.index,
        "message": verdict.message,
    }
