"""A change of a rating in words and numbers, step by step (`docs/regulations.md` 8.2 to 8.5)."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from ratings.maths.elo import GAME_TP, Change
from ratings.maths.parameters import CURRENT
from ratings.selectors import EventRow
from ratings.templatetags.rating_words import factor, grouped, signed


@dataclass(frozen=True, slots=True)
class Step:
    """What is done, and the line of numbers that does it."""

    words: str
    numbers: str


def steps(row: EventRow, weight: float) -> tuple[Step, ...]:
    """All steps, so that everybody with a calculator comes to the same rating."""
    return working(row.change, [(opponent.games, opponent.rating) for opponent in row.opponents], weight)


def working(
    change: Change, met: Sequence[tuple[int, float]], weight: float, *, is_whole_event: bool = True
) -> tuple[Step, ...]:
    """The steps for games against opponents of such ratings; the last one, of 8.5, takes the whole event."""
    elo = CURRENT.elo
    told = " + ".join(f"{games} × {_n(rating)}" for games, rating in met)
    raw = change.tp / (GAME_TP * change.games)
    kept = "" if raw == change.share else f" → {grouped(change.share, 2)}"
    deviation = elo.difference_deviation
    z = (change.performance - change.opponents) / deviation
    found = [
        Step(_("The mean of the opponents’ ratings, game by game (Rc)"),
             f"({told}) / {change.games} = {_n(change.opponents)}"),
        Step(_("The share of the points (p), kept within 0.01 and 0.99"),
             f"{grouped(change.tp / 10, 1)} / {20 * change.games} = {factor(raw)}{kept}"),
        Step(_("The performance (Rp): the rating at which this share is expected; z inverts the normal distribution"),
             f"{_n(change.opponents)} + {_n(deviation)} × z(p) = {_n(change.opponents)} + {_n(deviation)} × "
             f"{grouped(z, 6)} = {_n(change.performance)}"),
    ]  # fmt: skip
    if change.before is None:
        return (*found, Step(_("A newcomer’s rating is the performance; newcomers are worked out again and again until"
                               " none moves by more than 0.001"), _n(change.after.rating)))  # fmt: skip
    known = min(change.before.games, elo.memory)
    games = change.games if weight == 1.0 else f"{grouped(weight, 2)} × {change.games}"
    found.append(
        Step(
            _("The rating so far and the performance, each with its games; those so far count for 72 at most"),
            f"({known} × {_n(change.before.rating)} + {games} × {_n(change.performance)}) / ({known} + {games}) = "
            f"{_n(change.unbalanced)}",
        )
    )
    if not is_whole_event:
        return tuple(found)
    found.append(
        Step(
            _("The same constant for all who had a rating, so that the sum over the event stays what it was"),
            f"{_n(change.unbalanced)} {signed(change.balance, 2)} = {_n(change.after.rating)}",
        )
    )
    return tuple(found)


def _n(value: float) -> str:
    return grouped(value, 2)
