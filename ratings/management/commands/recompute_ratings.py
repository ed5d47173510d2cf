"""Work out all ratings again from the first event, or only say whether they are right."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from players.actors import SYSTEM
from ratings.services import check_ratings, recompute_ratings


class Command(BaseCommand):
    help = (
        "Work out all ratings again from the first event and write to the ledger what differs. With --check nothing is "
        "written; the exit code is 1 if anything differs."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="compare and write nothing")
        parser.add_argument("--reason", default="recomputed", help="kept with the batch")

    def handle(self, *args: Any, check: bool = False, reason: str = "", **options: Any) -> None:
        if not check:
            batch = recompute_ratings(actor=SYSTEM, now=timezone.now(), reason=reason)
            told = "nothing differed" if batch is None else f"what differed is batch {batch.number}"
            self.stdout.write(f"All ratings worked out: {told}.")
            return
        found = check_ratings()
        for step in found.differing:
            self.stdout.write(f"differs: {getattr(step, 'name', 're-levelling')}, {step.position.on}")
        if not found.is_right:
            raise CommandError(f"{len(found.differing)} steps and {len(found.players)} standings differ.")
        self.stdout.write(f"{found.steps} steps worked out; ledger and standings agree.")
