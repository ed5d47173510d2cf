"""Uploads of many records: how far they are, and their result."""

import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Max, Q, QuerySet, Sum
from django.utils.translation import gettext as _

from games.models import BatchState, BulkImport
from players.models import User
from tantrix_site.errors import Conflict, NotFound

Viewer = User | AnonymousUser


@dataclass(frozen=True, slots=True)
class BulkProgress:
    """How many rows of an upload are done, and how they came out. `finished_at` is None until all are."""

    rows: int
    done: int
    verified: int
    rejected: int
    malformed: int
    finished_at: datetime | None

    @property
    def is_finished(self) -> bool:
        return self.done == self.rows

    @property
    def percent(self) -> int:
        return 100 * self.done // self.rows


def bulk_imports_of(user: User) -> QuerySet[BulkImport]:
    """What this person uploaded, with the sums that `progress_of` needs."""
    return _with_sums(BulkImport.objects.filter(sender=user))


def bulk_import_by_address(*, user: Viewer, public_id: str) -> BulkImport:
    """The upload at this address, for its sender and the staff. Raises `NotFound` for all others."""
    found = None
    if isinstance(user, User):
        theirs = BulkImport.objects.all() if user.is_staff else BulkImport.objects.filter(sender=user)
        found = _with_sums(theirs.filter(public_id=public_id)).first()
    if found is None:
        raise NotFound("bulk_import_not_found", _("There is no upload at this address."))
    return found


def _with_sums(uploads: QuerySet[BulkImport]) -> QuerySet[BulkImport]:
    return uploads.annotate(
        verified_rows=Sum("batches__verified", default=0),
        rejected_rows=Sum("batches__rejected", default=0),
        malformed_rows=Sum("batches__malformed", default=0),
        waiting_batches=Count("batches", filter=Q(batches__state=BatchState.PENDING)),
        last_done_at=Max("batches__done_at"),
    )


def progress_of(upload: Any) -> BulkProgress:
    """Of an upload that came from `bulk_imports_of` or `bulk_import_by_address`."""
    done = upload.verified_rows + upload.rejected_rows + upload.malformed_rows
    return BulkProgress(
        rows=upload.rows,
        done=done,
        verified=upload.verified_rows,
        rejected=upload.rejected_rows,
        malformed=upload.malformed_rows,
        finished_at=None if upload.waiting_batches else upload.last_done_at,
    )


def result_parts(upload: BulkImport) -> Iterator[bytes]:
    """The result as JSON lines in the order of the rows, batch by batch. Raises `Conflict` while it is not whole."""
    if upload.batches.filter(state=BatchState.PENDING).exists():
        raise Conflict("bulk_not_finished", _("The upload is still being checked; the result comes when all is done."))
    return (
        zlib.decompress(bytes(result))
        for result in upload.batches.order_by("number").values_list("result", flat=True).iterator(chunk_size=4)
    )


def rows_with_faults(upload: BulkImport, most: int) -> list[dict[str, Any]]:
    """The first rows that were not verified, as far as the upload is done."""
    faulty = upload.batches.filter(state=BatchState.DONE).filter(Q(rejected__gt=0) | Q(malformed__gt=0))
    results = faulty.order_by("number").values_list("result", flat=True).iterator(chunk_size=2)
    rows = (json.loads(line) for result in results for line in zlib.decompress(bytes(result)).splitlines())
    return list(islice((row for row in rows if row["state"] != "verified"), most))
