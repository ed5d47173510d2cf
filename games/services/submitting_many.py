"""Sending several files of one record each, as a page does: all of them or none."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import ContentType, Submission
from games.services.reading import check_form, read_bytes
from games.services.submitting import store_contents, submit_record
from players.actors import Actor
from tantrix_site.errors import DomainError, InvalidInput

#: More than this belongs into an upload of many (`docs/api.md`).
MOST_FILES = 100


@dataclass(frozen=True, slots=True)
class SentFile:
    """The bytes of one record, with the name to call it by."""

    name: str
    data: bytes
    content_type: str = ContentType.JSON


def submit_records(*, actor: Actor, files: Sequence[SentFile], now: datetime) -> list[Submission]:
    """Store every file as by `submit_record`, in the order given.

    If one cannot be read nothing is stored: raises `InvalidInput` with code `unreadable_files`, whose `extra["files"]`
    has a name and a sentence for each of them. Raises `InvalidInput` `no_files` or `too_many_files` for their number.
    """
    if not files:
        raise InvalidInput("no_files", _("Choose a file or paste a record."))
    if len(files) > MOST_FILES:
        raise InvalidInput(
            "too_many_files",
            _("At most %(limit)d records can be sent this way; put more into a zip or a file of JSON lines.")
            % {"limit": MOST_FILES},
            {"limit": MOST_FILES},
        )
    faults = []
    for file in files:
        try:
            check_form(read_bytes(file.data, file.content_type))
        except DomainError as error:
            faults.append({"name": file.name, "code": error.code, "message": str(error.message)})
    if faults:
        raise InvalidInput("unreadable_files", _("Nothing was sent, because of these files."), {"files": faults})
    with transaction.atomic():
        store_contents([file.data for file in files], now)
        return [
            submit_record(actor=actor, data=file.data, now=now, content_type=file.content_type, filename=file.name)
            for file in files
        ]
