"""Which documents and lists somebody may have while draw or results are held back."""

from dataclasses import replace
from typing import Final

from django.contrib.auth.models import AnonymousUser

from players.models import User
from tournaments.models import Event
from tournaments.selectors.documents.wanted import Wanted
from tournaments.selectors.visibility import may_see_results, require_draw, require_results

_OF_EVERYBODY: Final = ("entrants",)
_OF_THE_DRAW: Final = ("pairings", "bracket", "scoresheets")


def released(user: User | AnonymousUser, event: Event, kind: str, wanted: Wanted) -> Wanted:
    """The choice as this account may have it: without results while they are held back.

    Raises NotFound `draw_not_released`, `results_not_released`.
    """
    if kind in _OF_THE_DRAW:
        require_draw(user, event)
    elif kind not in _OF_EVERYBODY:
        require_results(user, event)
    return replace(wanted, results=may_see_results(user, event))
