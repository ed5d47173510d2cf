"""Work out all ratings, the rankings of casual games and the titles after names again, or only say whether they are
right."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from players.actors import SYSTEM
from ratings.services import (
    check_ladders,
    check_ratings,
    recompute_ladders,
    recompute_ratings,
    recompute_titles,
    wrong_titles,
)


class Command(BaseCommand):
    help = (
        "Work out all ratings again from the first event and the rankings of casual games from the first game, and "
        "write to the ledgers what differs; put right the titles after names. "
        "With --check nothing is written; the exit code is 1 if anything differs."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="compare and write nothing")
        parser.add_argument("--reason", default="recomputed", help="kept with the batch")

    def handle(self, *args: Any, check: bool = False, reason: str = "", **options: Any) -> None:
        if not check:
            batch = recompute_ratings(actor=SYSTEM, now=timezone.now(), reason=reason)
            told = "nothing differed" if batch is None else f"what differed is batch {batch.number}"
            self.stdout.write(f"All ratings worked out: {told}.")
            casual_batch = recompute_ladders(actor=SYSTEM, now=timezone.now(), reason=reason)
            told = "nothing differed" if casual_batch is None else f"what differed is batch {casual_batch.number}"
            self.stdout.write(f"All casual games worked out: {told}.")
            self.stdout.write(f"Titles after {recompute_titles()} names put right.")
            return
        found = check_ratings()
        for step in found.differing:
            self.stdout.write(f"differs: {getattr(step, 'name', 're-levelling')}, {step.position.on}")
        casual = check_ladders()
        for game in casual.differing:
            self.stdout.write(f"differs: casual game {game}")
        titles = wrong_titles()
        if titles or not (found.is_right and casual.is_right):
            steps, players, games = len(found.differing), len(found.players), len(casual.differing)
            told = (
                f"{steps} steps, {players} standings, {games} casual games and titles after {len(titles)} names differ."
            )
            raise CommandError(told)
        self.stdout.write(f"{found.steps} steps worked out; ledger and standings agree.")
