"""``manage.py verify_records FILE…``: replay game records and print a verdict for each."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.engine import MalformedRecord, verify
from games.engine.files import Row
from games.engine.report import verdict_row
from games.engine.verdict import unreadable

from ._records import run_command


class Command(BaseCommand):
    """One JSON line a record, in order. Exit status 1 if any is not ok, 2 if a file cannot be read. No database."""

    help = "Replay game records and print one verdict a line, as JSON."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "files", nargs="+", metavar="FILE", help=".json, .jsonl or .txt, packed with gzip or not, or -"
        )
        parser.add_argument("--quiet", action="store_true", help="no progress on standard error")

    def handle(self, *args: Any, **options: Any) -> None:
        run_command(self, options, _row)


def _row(row: Row) -> dict[str, Any]:
    return verdict_row(unreadable(row) if isinstance(row, MalformedRecord) else verify(row))
