"""Whether results move ratings that were final already, so that somebody has to see it first."""

from django.db.models import Q

from ratings.models import LevelShift, RatingChange
from ratings.services.results import EventResults
from ratings.services.submitting import last_sent


def moves_final_ratings(results: EventResults) -> bool:
    """Whether sending these results alters what the ledger holds, beyond adding an event after all that its players
    have in it; in three queries at most.

    An event that counted already moves ratings if it counts otherwise now. One that did not, because it is new or was
    withdrawn, moves those of others where one of its players, or a re-levelling, comes later (`docs/regulations.md`
    8.1).
    """
    before = last_sent(results.source)
    if before is not None and before.counting:
        return (before.counting, before.weight, before.position) != (
            results.counting, results.weight, results.position,
        )  # fmt: skip
    players = {player for pairing in results.counting for player in (pairing.left, pairing.right)}
    if not players:
        return False
    on, _is_level, number = results.position
    later = Q(event__closes_on__gt=on) | Q(event__closes_on=on, event__number__gt=number)
    return (
        RatingChange.objects.filter(later, current=True, player__in=players).exists()
        or LevelShift.objects.filter(current=True, relevelling__on__gte=on).exists()
    )
