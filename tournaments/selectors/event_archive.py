"""An event as files to keep: its data, its lists, and the records of its games."""

import io
import json
import zipfile
from datetime import datetime
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder

from games.models import ContentType, Submission
from games.views.public_record import public_record
from tantrix_site.errors import DomainError
from tantrix_site.sheets import csv_of
from tournaments.models import Decision, Event, GameResult
from tournaments.selectors.captions import caption_of_report
from tournaments.selectors.documents.lists import LISTS, load_list
from tournaments.selectors.documents.wanted import Wanted
from tournaments.selectors.pages.ranking import load_ranking


def event_archive(event: Event, now: datetime, *, wanted: Wanted, in_full: bool) -> bytes:
    """A zip: `event.json`, every list as CSV, and `records/` with the games as everybody may have them, without what
    people typed beside the moves. With `in_full` the list of entrants has whole names."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        text = json.dumps(event_data(event, now), cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
        archive.writestr("event.json", text)
        for kind in LISTS:
            try:
                found = load_list(kind, event, wanted, in_full=in_full)
            except DomainError:
                continue  # an event has only the lists of its format
            archive.writestr(f"{found.name}.csv", csv_of(found.columns, found.rows).encode("utf-8-sig"))
        sent = Submission.objects.filter(results__match__event=event, results__current=True).distinct()
        for submission in sent.select_related("record").order_by("pk").iterator(chunk_size=200):
            if submission.record.content_type == ContentType.JSON and submission.record.raw:
                caption = caption_of_report(submission)
                record = public_record(json.loads(bytes(submission.record.raw)), caption.names if caption else ())
                archive.writestr(f"records/{submission.public_id}.json", json.dumps(record, ensure_ascii=False))
    return content.getvalue()


def event_data(event: Event, now: datetime) -> dict[str, Any]:
    """The event, its ranking, its stages with their final standings, and every game and decision that counts."""
    games = GameResult.objects.filter(match__event=event, current=True).order_by("match__number", "number")
    decisions = Decision.objects.filter(match__event=event, current=True).order_by("match__number")
    return {
        "slug": event.slug, "name": event.name, "place": event.place, "starts_on": event.starts_on,
        "ends_on": event.ends_on, "time_zone": event.time_zone, "state": event.state,
        "finished_at": event.finished_at, "exported_at": now,
        "ranking": [
            {
                "entry": row.entry.id, "name": row.entry.name, "country": row.entry.country, "place": row.place,
                "shared": row.is_shared, "state": row.entry.state,
            }
            for row in load_ranking(event)
        ],
        "stages": list(event.stages.order_by("number").values("number", "kind", "name", "state", "snapshot")),
        "games": list(
            games.values(
                "match__number", "number", "left", "right", "tiles_left", "tiles_right", "tp_left", "tp_right",
                "colour_left", "colour_right", "game_key", "submission__public_id",
            )
        ),
        "decisions": list(
            decisions.values("match__number", "kind", "left", "right", "tp_left", "tp_right", "reason")
        ),
    }  # fmt: skip
