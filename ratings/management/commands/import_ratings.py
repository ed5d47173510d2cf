"""Read ratings published elsewhere from CSV; all rows or none."""

from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from players.actors import SYSTEM
from players.models import Player
from ratings.services.historic import import_historic, refusal
from ratings.services.historic_reading import HistoricAnswers, HistoricLine, LineState, read_historic
from tantrix_site.errors import Conflict, DomainError

OBSERVED: Final = Path(__file__).resolve().parents[2] / "data" / "ratings_observed.csv"


def chosen(text: str) -> tuple[int, str]:
    """A row and the address of a profile, of `7=ana-example`."""
    number, sign, slug = text.partition("=")
    if not (number.isdecimal() and sign and slug):
        raise ArgumentTypeError("write it as ROW=ADDRESS, such as 7=ana-example")
    return int(number), slug


class Command(BaseCommand):
    help = (
        "Read ratings published elsewhere from CSV with a header: name or player, rating or elo, and as known date, "
        "rank, slug, country, games, last_played, lobby_ranking, master_ranking, event, moment, note, source. All rows "
        "or none. Without a file: what is known of the first years, part of the program."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, default=OBSERVED)
        parser.add_argument("--dry-run", action="store_true", help="say what each row means and store nothing")
        parser.add_argument("--source", default="", help="where it was published, for rows that do not say")
        parser.add_argument("--date", default="", help="the day, month or year, for rows that do not say: 2003-11")
        parser.add_argument("--make-players", action="store_true", help="make profiles for names that nobody has")
        parser.add_argument("--player", action="append", type=chosen, default=[], help="ROW=ADDRESS of who is meant")
        parser.add_argument("--new", action="append", type=int, default=[], help="this row is another person")
        parser.add_argument("--skip", action="append", type=int, default=[], help="leave this row out")

    def handle(self, *args: Any, file: Path, dry_run: bool, source: str, date: str, **options: Any) -> None:
        answers = HistoricAnswers(
            players=self._players(options["player"]), new=frozenset(options["new"]),
            skipped=frozenset(options["skip"]), make_players=options["make_players"],
        )  # fmt: skip
        now = timezone.now()
        try:
            text = file.read_bytes()
            preview = read_historic(text, today=now.date(), source=source, on=date, answers=answers)
            for line in preview.lines:
                if dry_run or line.state in (LineState.WRONG, LineState.DOUBTFUL):
                    self.stdout.write(told(line))
            if preview.unread:
                self.stdout.write(f"Columns that are not read: {', '.join(preview.unread)}.")
            counts = ", ".join(f"{count} {state}" for state, count in preview.counts.items())
            self.stdout.write(f"{len(preview.lines)} rows: {counts}.")
            if dry_run:
                return
            batch = import_historic(actor=SYSTEM, now=now, text=text, source=source, on=date, answers=answers)
        except OSError as error:
            raise CommandError(str(error)) from error
        except Conflict as error:
            for bad in error.extra["lines"]:
                if bad["code"] == "unknown_person":
                    self.stdout.write(f"row {bad['line']}, {bad['column']}: {bad['name']}: {bad['message']}")
            raise CommandError(str(error.message)) from error
        except DomainError as error:
            raise CommandError(str(error.message)) from error
        told_of = "nothing new" if batch is None else f"{batch.values} values stored as import {batch.pk}"
        self.stdout.write(f"{told_of}.")

    def _players(self, wanted: list[tuple[int, str]]) -> dict[int, int]:
        slugs = [slug for _row, slug in wanted]
        known = dict(Player.objects.filter(slug__in=slugs).values_list("slug", "pk"))
        missing = sorted(set(slugs) - known.keys())
        if missing:
            raise CommandError(f"There is no profile {', '.join(missing)}.")
        return {row: known[slug] for row, slug in wanted}


def told(line: HistoricLine) -> str:
    """A row as a line of text."""
    text = f"row {line.number}"
    if line.state in (LineState.WRONG, LineState.DOUBTFUL):
        found = refusal(line)
        where = f", {found['column']}" if found["column"] else ""
        who = f" ({', '.join(candidate.slug for candidate in line.candidates)})" if line.candidates else ""
        return f"{text}{where}: {line.name}: {line.state}: {found['message']}{who}"
    about = f"; kept as printed: {', '.join(line.about)}" if line.about else ""
    return f"{text}: {line.name}: {line.state}{about}"
