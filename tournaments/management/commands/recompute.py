"""Work events out anew from structure and facts, compare that with what is stored, and store the cache again."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import timezone

from tournaments.models import Event
from tournaments.services import rebuild_event, recompute


class Command(BaseCommand):
    """Exit code 0 where in the end all agrees, 1 where it does not, each difference on a line of its own.

    Occupants, states, winners and places are a cache and are stored anew. Noted standings, pairings and draws are what
    people were shown: a difference there is told and never mended by itself.
    """

    help = (
        "Work out events anew from structure and facts: occupants, states and places, the standings noted when a "
        "stage was closed, each pairing from its stored input, each draw from its lot. What differs is told; the "
        "cache of occupants, states and places is stored anew unless --check is given."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slugs", nargs="*", metavar="SLUG", help="events; all of them by default")
        parser.add_argument("--check", action="store_true", help="only report")

    def handle(self, *args: Any, slugs: list[str], check: bool, **options: Any) -> None:
        events = Event.objects.order_by("pk")
        if slugs:
            events = events.filter(slug__in=slugs)
            missing = set(slugs) - set(events.values_list("slug", flat=True))
            if missing:
                raise CommandError(f"There is no event {', '.join(sorted(missing))}.")
        found = left = 0
        for event in events.iterator():
            # one moment of the event, though people go on entering results
            with transaction.atomic():
                Event.objects.select_for_update().get(pk=event.pk)
                faults = recompute(event)
                for fault in faults:
                    self.stdout.write(fault)
                found += len(faults)
                if faults and not check:
                    rebuild_event(now=timezone.now(), event_id=event.pk)
                    faults = recompute(event)
                left += len(faults)
        mended = f", {found - left} mended" if found > left else ""
        self.stdout.write(f"{events.count()} events, {found} differences{mended}")
        if left:
            raise CommandError("What is stored is not what follows from structure and facts.")
