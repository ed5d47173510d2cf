"""One game counts once in all the site (decision 100): casual games and those of events look at each other."""

from collections.abc import Callable

from django.utils.translation import gettext as _

from games.services import lock_records_of_game
from ratings.models import CasualGame
from tantrix_site.errors import Conflict

#: says by its key what an app above this one has made of a game: "game_counted", "game_claimed" or ""
Claims = Callable[[str], str]
_claims: list[Claims] = []


def register_claims(claims: Claims) -> None:
    """Ask `claims` before a record counts as a casual game. Called once, when the apps are ready."""
    if claims not in _claims:
        _claims.append(claims)


def refuse_counted_record(game: CasualGame) -> None:
    """Raises Conflict `game_counted` or `game_claimed` where an event has the game of this record.

    The records of the game stay locked until the end of the transaction, as they do while an event counts it.
    """
    lock_records_of_game(game.game_key)
    for claims in _claims:
        code = claims(game.game_key)
        if code == "game_counted":
            raise Conflict(code, _("This very game has been counted already; one game counts once."), field="record")
        if code:
            raise Conflict(code, _("This very game is reported for a match of an event."), field="record")
