"""Months of a calendar."""

from calendar import monthrange
from datetime import date


def months_before(on: date, months: int) -> date:
    """The same day so many months earlier, or the last day of that month."""
    year, month = divmod(on.year * 12 + on.month - 1 - months, 12)
    return date(year, month + 1, min(on.day, monthrange(year, month + 1)[1]))
