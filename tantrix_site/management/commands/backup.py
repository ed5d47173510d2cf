"""Copy the database of a site on one machine into a file, while the site runs."""

import sqlite3
from argparse import ArgumentParser
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone


class Command(BaseCommand):
    help = "Copy a SQLite database into a folder, as a stick, while the site runs; the copy is whole and checked."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="where to, as /media/stick")

    def handle(self, *args: Any, folder: Path, **options: Any) -> None:
        if connection.vendor != "sqlite":
            raise CommandError("This is for SQLite; docs/operations.md says how PostgreSQL is backed up.")
        if not folder.is_dir():
            raise CommandError(f"There is no folder {folder}.")
        made = copy_to(folder, timezone.localtime())
        self.stdout.write(f"{made} ({made.stat().st_size // 1024} kB), checked.")


def copy_to(folder: Path, now: datetime) -> Path:
    """The copy, named by the time. Raises CommandError where it is not whole; what is half written is removed."""
    made = folder / f"tantrix-{now:%Y%m%d-%H%M%S}.sqlite3"
    part = made.with_suffix(".part")
    connection.ensure_connection()
    try:
        with closing(sqlite3.connect(part)) as copy:
            connection.connection.backup(copy)
            (said,) = copy.execute("PRAGMA integrity_check").fetchone()
    except sqlite3.Error as error:  # a stick that is full, or write-protected
        said = str(error)
    if said != "ok":
        part.unlink(missing_ok=True)
        raise CommandError(f"The copy is not whole: {said}")
    part.rename(made)
    return made
