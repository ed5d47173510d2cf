"""The demo's series: those that the site carries, with what is known of their past; two demo events are editions."""

from datetime import datetime
from io import StringIO

from django.core.management import call_command

from players.actors import SYSTEM, Actor
from tantrix_site.demo.progress import Progress
from tournaments.models import Event, Series
from tournaments.services import add_edition, set_keeper


def load_series(organiser: Actor, editions: dict[str, Event], now: datetime, progress: Progress) -> None:
    """All series with their past; the organiser keeps those of which the demo has an edition (code to event)."""
    progress.task("Series of championships and opens with their past")
    call_command("load_series", stdout=StringIO())
    assert organiser.user is not None
    for code, event in editions.items():
        series = Series.objects.get(slug=code.lower())
        set_keeper(actor=SYSTEM, now=now, series_id=series.pk, user=organiser.user, keeps=True)
        year = (event.starts_on or now.date()).year
        add_edition(actor=organiser, now=now, series_id=series.pk, event_id=event.pk, year=year)
