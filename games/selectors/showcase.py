"""A game worth showing to whoever comes by."""

from datetime import date

from games.models import RecordState, Submission, Visibility

#: How many of the latest public games take turns.
CANDIDATES = 60


def game_of_the_day(day: date) -> Submission | None:
    """One of the latest public games that are verified and complete: the same one all day, another one tomorrow."""
    found = Submission.objects.filter(
        visibility=Visibility.PUBLIC, record__state=RecordState.VERIFIED, record__complete=True
    ).order_by("-pk")
    keys = list(found.values_list("pk", flat=True)[:CANDIDATES])
    if not keys:
        return None
    return Submission.objects.select_related("record").get(pk=keys[day.toordinal() % len(keys)])
