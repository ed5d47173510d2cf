"""Compile the message files of all languages without the gettext tools."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Write a .mo file beside each .po file that is newer than it."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--force", action="store_true", help="compile those that are up to date as well")

    def handle(self, *args: Any, force: bool, verbosity: int, **options: Any) -> None:
        for folder in settings.LOCALE_PATHS:
            for source in sorted(Path(folder).glob("*/LC_MESSAGES/*.po")):
                target = source.with_suffix(".mo")
                if not force and target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
                    continue
                # written aside and renamed: a site that runs never reads half a file
                partial = target.with_suffix(".mo.part")
                polib.pofile(str(source)).save_as_mofile(str(partial))
                partial.replace(target)
                if verbosity > 0:
                    self.stdout.write(str(target))
