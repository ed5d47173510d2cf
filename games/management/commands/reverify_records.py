"""Replay stored records with the present rules engine: after an update that changed `ENGINE_VERSION`."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.engine import ENGINE_VERSION
from games.services import reverify_outdated_records

BATCH = 200


class Command(BaseCommand):
    help = (
        "Replay every record whose verdict came from another version of the rules engine. Verdicts that change are "
        "logged and told to the tournaments. May be stopped and started again at any time."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--limit", type=int, metavar="N", help="stop after N records")

    def handle(self, *args: Any, limit: int | None = None, **options: Any) -> None:
        looked_at = changed = last = 0
        while limit is None or looked_at < limit:
            batch = BATCH if limit is None else min(BATCH, limit - looked_at)
            last, count, flipped = reverify_outdated_records(now=timezone.now(), after_pk=last, limit=batch)
            if not count:
                break
            looked_at, changed = looked_at + count, changed + flipped
            self.stderr.write(f"{looked_at} records replayed, {changed} changed")
        self.stdout.write(f"Engine {ENGINE_VERSION}: {looked_at} records replayed, {changed} verdicts changed.")
