"""Reading games. What is fetched for a person goes through a `…_visible_to`."""

from games.selectors.bulk import (
    BulkProgress,
    bulk_import_by_address,
    bulk_imports_of,
    progress_of,
    result_parts,
    rows_with_faults,
)
from games.selectors.submissions import (
    is_own,
    submission_by_address,
    submissions_of,
    submissions_visible_to,
)

__all__ = [
    "BulkProgress",
    "bulk_import_by_address",
    "bulk_imports_of",
    "is_own",
    "progress_of",
    "result_parts",
    "rows_with_faults",
    "submission_by_address",
    "submissions_of",
    "submissions_visible_to",
]
