"""Write the lists in the documents that follow from the code."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tantrix_site.docs_lists import lists, with_list
from tantrix_site.env import ROOT


class Command(BaseCommand):
    help = "Bring the lists in docs/ up to date (after docs/openapi.yaml, see bin/schema)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="fail when one is not")

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        for (path, name), content in lists().items():
            before = path.read_text(encoding="utf-8")
            after = with_list(before, name, content)
            if before == after:
                continue
            if check:
                raise CommandError(f"The list “{name}” in {path.relative_to(ROOT)} is out of date: run bin/schema.")
            path.write_text(after, encoding="utf-8")
