"""Reading games. What is fetched for a person goes through a `…_visible_to`."""

from games.selectors.submissions import (
    is_own,
    submission_by_address,
    submissions_of,
    submissions_visible_to,
)

__all__ = ["is_own", "submission_by_address", "submissions_of", "submissions_visible_to"]
