"""Days on which all ratings were moved to the level (`docs/regulations.md` 8.6)."""

from ratings.models import LevelShift


def levels() -> tuple[LevelShift, ...]:
    """What each re-levelling comes to as the ledger is now, newest day first, with its act; one query."""
    rows = LevelShift.objects.filter(current=True).select_related("relevelling", "relevelling__player")
    return tuple(rows.order_by("-relevelling__on"))
