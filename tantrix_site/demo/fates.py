"""What becomes of each match of the demo's championship."""

from collections.abc import Mapping
from enum import StrEnum

from tantrix_site.demo.logins import ONE, TWO
from tournaments.models import Match, MatchState

LOGIN_NAMES = frozenset({ONE.name, TWO.name})


class Fate(StrEnum):
    """How far a match gets. All but `OPEN` and `WALKOVER` begin with a record or a report.

    The games before a match's last one are confirmed whatever its fate, unless nothing was played.
    """

    CONFIRMED = "confirmed"  # by a record the opponent confirmed
    TYPED = "typed"  # the same without a record
    REPORTED = "reported"  # waits for the opponent
    DISPUTED = "disputed"  # the opponent says otherwise
    CONFLICT = "conflict"  # the record contradicts who played
    WALKOVER = "walkover"  # one side withdrew
    LAST_OPEN = "last_open"  # all but the last game are played
    OPEN = "open"


# by position in the round; the rest of the first round is confirmed
_FIRST: Mapping[int, Fate] = {
    7: Fate.WALKOVER, 37: Fate.WALKOVER, 10: Fate.TYPED, 22: Fate.TYPED, 51: Fate.TYPED,
}  # fmt: skip
# repeated over the second round
_SECOND = (
    Fate.CONFIRMED, Fate.CONFIRMED, Fate.OPEN, Fate.REPORTED,
    Fate.CONFIRMED, Fate.CONFIRMED, Fate.CONFLICT, Fate.DISPUTED,
    Fate.CONFIRMED, Fate.CONFIRMED, Fate.REPORTED, Fate.OPEN,
    Fate.CONFIRMED, Fate.CONFIRMED, Fate.OPEN, Fate.OPEN,
)  # fmt: skip
# of the third round, where both feeding matches are decided
_THIRD = {0: Fate.CONFIRMED, 2: Fate.CONFIRMED, 4: Fate.REPORTED}


def fates_of_games(fate: Fate, games: int) -> list[Fate]:
    """What becomes of each game of a match that is played."""
    before = Fate.TYPED if fate == Fate.TYPED else Fate.CONFIRMED
    last = [] if fate == Fate.LAST_OPEN else [fate]
    return [before] * (games - 1) + last


def fate_of(match: Match, names: tuple[str, str]) -> Fate:
    """The fate of an open match between these two."""
    if match.state != MatchState.OPEN:
        return Fate.OPEN
    both, one = LOGIN_NAMES.issubset(names), bool(LOGIN_NAMES & set(names))
    if match.round == 1:
        return Fate.CONFIRMED if one else _FIRST.get(match.position, Fate.CONFIRMED)
    if both:
        return Fate.LAST_OPEN  # the game that decides is the newcomer's
    if match.round == 2:
        return _SECOND[match.position % len(_SECOND)]
    if match.round == 3:
        return _THIRD.get(match.position, Fate.OPEN)
    return Fate.OPEN
