"""Compare what is stored of each bracket with a fold from scratch, and mend it if asked to."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import timezone

from tournaments.models import Event
from tournaments.selectors.stages import cache_faults
from tournaments.services import rebuild_event


class Command(BaseCommand):
    """Exit code 0 where everything agrees (or was mended), 1 where it does not."""

    help = "Compare occupants, states and places of all events with a fold of the stored facts from scratch."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slugs", nargs="*", metavar="SLUG", help="events; all of them by default")
        parser.add_argument("--mend", action="store_true", help="store what the fold gives where it differs")

    def handle(self, *args: Any, slugs: list[str], mend: bool, **options: Any) -> None:
        events = Event.objects.order_by("pk")
        if slugs:
            events = events.filter(slug__in=slugs)
            missing = set(slugs) - set(events.values_list("slug", flat=True))
            if missing:
                raise CommandError(f"There is no event {', '.join(sorted(missing))}.")
        faults: list[str] = []
        for event in events.iterator():
            found = cache_faults([event])
            faults += found
            for fault in found:
                self.stdout.write(fault)
            if found and mend:
                with transaction.atomic():
                    rebuild_event(now=timezone.now(), event_id=event.pk)
        self.stdout.write(
            f"{events.count()} events, {len(faults)} differences" + (", mended" if faults and mend else "")
        )
        if faults and not mend:
            raise CommandError("Run it again with --mend to store what the facts give.")
