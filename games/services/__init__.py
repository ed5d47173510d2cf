"""Everything that changes games: sending records, checking them, deciding who sees them."""

from games.services.bulk_starting import start_bulk_import
from games.services.bulk_verifying import verify_bulk_batch
from games.services.locking import lock_records_of_game
from games.services.queueing import sweep
from games.services.reading import MAX_RECORD_BYTES
from games.services.submitting import submit_record
from games.services.submitting_many import MOST_FILES, SentFile, submit_records
from games.services.verifying import reverify_outdated_records, reverify_record, verify_record
from games.services.visibility import set_visibility

__all__ = [
    "MAX_RECORD_BYTES",
    "MOST_FILES",
    "SentFile",
    "lock_records_of_game",
    "reverify_outdated_records",
    "reverify_record",
    "set_visibility",
    "start_bulk_import",
    "submit_record",
    "submit_records",
    "sweep",
    "verify_bulk_batch",
    "verify_record",
]
