"""Take in a list of historic results from a file: without `--store` only tell what each row means."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from players.actors import SYSTEM
from tantrix_site.errors import DomainError
from tournaments.historic.values import Kind
from tournaments.services import HistoryChoices, HistoryOptions, import_history
from tournaments.services.history_plan import plan_history
from tournaments.services.history_values import HistoryPlan


class Command(BaseCommand):
    """Exit code 1 where a list cannot be read, or not be stored."""

    help = "Import historic results from a CSV file in UTF-8. Nothing is stored without --store."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--store", action="store_true")
        parser.add_argument("--name", default="", help="what this list is; the name of the file by default")
        parser.add_argument("--source", default="", help="where rows name none")
        parser.add_argument("--event", default="", help="where rows name none: code or name of a series, or two with /")
        parser.add_argument("--year", type=int)
        parser.add_argument("--figures", metavar="TITLE", default="", help="a table of its own kind, kept as it is")
        parser.add_argument("--complete", action="store_true", help="the list has all places, or all matches")
        parser.add_argument("--match-people", action="store_true", help="link names to the profiles that bear them")
        parser.add_argument("--take", type=int, nargs="*", default=[], metavar="ROW", help="doubtful rows to take")
        parser.add_argument("--skip", type=int, nargs="*", default=[], metavar="ROW", help="rows to leave out")

    def handle(self, *args: Any, file: Path, store: bool, **given: Any) -> None:
        options = HistoryOptions(
            name=given["name"] or file.name, kind=Kind.FIGURES if given["figures"] else None, event=given["event"],
            year=given["year"], title=given["figures"], source=given["source"], complete=given["complete"],
            match_people=given["match_people"],
        )  # fmt: skip
        choices = HistoryChoices(frozenset(given["take"]), frozenset(given["skip"]))
        try:
            text = file.read_bytes()
            self._tell(plan_history(text=text, options=options, choices=choices))
            if not store:
                return
            made = import_history(actor=SYSTEM, now=timezone.now(), text=text, options=options, choices=choices)
        except OSError as error:
            raise CommandError(f"The file cannot be read: {error}") from error
        except DomainError as error:
            raise CommandError(str(error.message)) from error
        self.stdout.write(f"{made.rows} rows stored as import {made.pk}" if made else "all of it was stored already")

    def _tell(self, plan: HistoryPlan) -> None:
        for row in plan.rows:
            column = f" {row.column}:" if row.column else ""
            self.stdout.write(f"{row.number}\t{row.state}\t{row.text}{column} {row.message}".rstrip())
        for person in plan.people:
            if person.is_doubtful:
                self.stdout.write(f"who is “{person.name}”?")
        self.stdout.write(", ".join(f"{count} {state}" for state, count in plan.counts.items() if count))
