"""What is stored about games: records with their verdicts, who sent them, uploads of many."""

from games.models.bulk import BatchState, BulkBatch, BulkImport
from games.models.draft import GameDraft
from games.models.idempotency import IdempotencyKey
from games.models.record import TRANSITIONS, ContentType, Record, RecordState, may_become
from games.models.submission import Submission, Visibility, new_public_id

__all__ = [
    "TRANSITIONS",
    "BatchState",
    "BulkBatch",
    "BulkImport",
    "ContentType",
    "GameDraft",
    "IdempotencyKey",
    "Record",
    "RecordState",
    "Submission",
    "Visibility",
    "may_become",
    "new_public_id",
]
