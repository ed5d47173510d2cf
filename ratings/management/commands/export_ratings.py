"""Write a rating list as CSV."""

from argparse import ArgumentParser
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from players.countries import country_code
from ratings.selectors.historic import historic_list
from ratings.selectors.list_csv import historic_csv, list_csv
from ratings.selectors.lists import rating_list


class Command(BaseCommand):
    help = "Write the rating list of a day as CSV in UTF-8, or what was published elsewhere for the month up to it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--date", type=date.fromisoformat, help="the list at the end of this day; default: today")
        parser.add_argument("--country", default="", help="only players of this country: a code or an English name")
        parser.add_argument("--historic", action="store_true", help="what was published elsewhere")
        parser.add_argument("--source", default="", help="with --historic: only from this source")
        parser.add_argument("--output", type=Path, help="a file; default: standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        on = options["date"] or timezone.now().date()
        country = country_code(options["country"]) if options["country"] else ""
        if options["country"] and not country:
            raise CommandError(f"The country {options['country']!r} is not known.")
        if options["historic"]:
            text = historic_csv(historic_list(on, country=country, source=options["source"]))
        else:
            text = list_csv(rating_list(on, country=country))
        if options["output"] is not None:
            options["output"].write_bytes(text.encode())
        else:
            self.stdout.write(text, ending="")
