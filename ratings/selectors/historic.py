"""Reading what was published elsewhere."""

from datetime import date, timedelta

from ratings.models import HistoricImport, HistoricRating, Scale
from ratings.selectors.lists import day_of_list_before


def historic_list(on: date, *, country: str = "", source: str = "") -> list[HistoricRating]:
    """The tournament ratings published for the month up to a day, highest first, in one query.

    One whose source says no more than the year belongs to every list of that year.
    """
    rows = HistoricRating.objects.filter(
        scale=Scale.ELO, value__isnull=False, first_day__lte=on, last_day__gt=day_of_list_before(on)
    )
    if country:
        rows = rows.filter(country=country)
    if source:
        rows = rows.filter(source=source)
    return list(rows.select_related("player").order_by("-value", "rank", "name", "pk"))


def player_historic(player: int) -> list[HistoricRating]:
    """All that was published about a player, oldest first, in one query."""
    rows = HistoricRating.objects.filter(player=player).select_related("player")
    return list(rows.order_by("first_day", "last_day", "pk"))


def days_of_historic_lists(until: date) -> list[date]:
    """A day of each list that shows something published elsewhere, newest first: ends of months, or `until`."""
    days = HistoricRating.objects.filter(scale=Scale.ELO, value__isnull=False, first_day__lte=until)
    found = {min(_end_of_month(day), until) for day in days.values_list("last_day", flat=True).distinct()}
    return sorted(found, reverse=True)


def historic_imports() -> list[HistoricImport]:
    """All imports with who made them, newest first."""
    return list(HistoricImport.objects.select_related("user", "player").order_by("-pk"))


def day_text(first: date, last: date) -> str:
    """The day, month or year that a value was published for; as an import reads it."""
    if first == last:
        return first.isoformat()
    if first == month_of(first)[0] and last == month_of(first)[1]:
        return f"{first:%Y-%m}"
    return f"{first:%Y}"


def month_of(day: date) -> tuple[date, date]:
    """The first and the last day of a month."""
    return day.replace(day=1), _end_of_month(day)


def _end_of_month(day: date) -> date:
    return (day.replace(day=28) + timedelta(4)).replace(day=1) - timedelta(1)
