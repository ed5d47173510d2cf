"""Rating lists as CSV, ours and those published elsewhere in the same columns."""

from collections.abc import Iterable
from typing import Final

from ratings.models import HistoricRating
from ratings.selectors.historic import day_text
from ratings.selectors.lists import RatingList
from tantrix_site.sheets import csv_text, safe_cell

COLUMNS: Final = ("date", "rank", "name", "slug", "country", "rating", "games", "last_played")


def list_csv(found: RatingList) -> str:
    """A list of our own. Ratings have all their digits, so that nothing is lost on the way back."""
    return csv_text(
        COLUMNS,
        (
            (
                found.on.isoformat(), str(row.rank), safe_cell(row.player.name), row.player.slug,
                row.player.country.code or "", repr(row.rating), str(row.games), row.last_played.isoformat(),
            )
            for row in found.rows
        ),
    )  # fmt: skip


def historic_csv(rows: Iterable[HistoricRating]) -> str:
    """Values published elsewhere, with names and countries as they were printed."""
    return csv_text(
        COLUMNS,
        (
            (
                day_text(row.first_day, row.last_day), "" if row.rank is None else str(row.rank),
                safe_cell(row.shown_name), row.player.slug, row.country.code or "", repr(row.value),
                "" if row.games is None else str(row.games),
                "" if row.last_played is None else row.last_played.isoformat(),
            )
            for row in rows
        ),
    )  # fmt: skip
