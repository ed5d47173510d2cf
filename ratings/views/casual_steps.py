"""What a casual game made of a ranking, in words and numbers (`docs/regulations.md` 9.1, 9.2)."""

from math import sqrt

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ratings.maths.elo import GAME_TP
from ratings.maths.expectation import expected_share
from ratings.maths.parameters import CURRENT
from ratings.models import CasualGame, Ladder, LadderChange
from ratings.templatetags.rating_words import factor, grouped, percent, signed
from ratings.views.calculation import Step


def casual_steps(game: CasualGame, change: LadderChange) -> tuple[Step, ...]:
    """All steps, so that everybody with a calculator comes to the same ranking."""
    if change.ladder != Ladder.LOBBY:
        return _margin_steps(game, change)
    if change.margin == 0:
        return (Step(_("A draw changes nothing"), f"{_n(change.before_rating)} = {_n(change.after_rating)}"),)
    return _lobby_steps(change, is_against_robot=bool(game.robot))


def _lobby_steps(change: LadderChange, *, is_against_robot: bool) -> tuple[Step, ...]:
    lobby, own, other, margin = CURRENT.lobby, change.own, change.opponent, abs(change.margin)
    has_won = change.margin > 0
    root = sqrt(margin)
    ratio = sqrt(other / own) if has_won else sqrt(own / other)
    fraction = f"{_n(other)} / {_n(own)}" if has_won else f"{_n(own)} / {_n(other)}"
    won = ngettext("A win by %(n)d point counts with its root", "A win by %(n)d points counts with its root", margin)
    lost = ngettext("A loss by %(n)d point counts with its root", "A loss by %(n)d points counts with its root", margin)
    found = [Step((won if has_won else lost) % {"n": margin}, f"√{margin} = {factor(root)}")]
    if has_won:
        words = _("Against a stronger opponent there is more to win: the root of the opponent’s ranking over one’s own")
        drag = min(1.0, (lobby.most - own) / lobby.drag_from)
        top = _("Near the top gains shrink: full up to %(full)s, nothing at %(most)s") % {
            "full": grouped(lobby.most - lobby.drag_from), "most": grouped(lobby.most),
        }  # fmt: skip
        shown = f"({grouped(lobby.most)} − {_n(own)}) / {grouped(lobby.drag_from)}"
        kept = "" if (lobby.most - own) / lobby.drag_from <= 1.0 else f" → {factor(1.0)}"
        shown += f" = {factor((lobby.most - own) / lobby.drag_from)}{kept}"
    else:
        words = _("Against a weaker opponent there is more to lose: the root of one’s own ranking over the opponent’s")
        drag = own / lobby.most
        top = _("Near the top losses grow: the ranking over %(most)s") % {"most": grouped(lobby.most)}
        shown = f"{_n(own)} / {grouped(lobby.most)} = {factor(drag)}"
    found += [Step(words, f"√({fraction}) = {factor(ratio)}"), Step(top, shown)]
    factors = f"{grouped(lobby.k)} × {factor(root)} × {factor(ratio)} × {factor(drag)}"
    amount = lobby.k * root * ratio * drag
    if is_against_robot:
        if has_won and own - other >= lobby.robot_lead:
            lead = grouped(lobby.robot_lead)
            words = _("Nothing is won from a robot that stands %(lead)s or more below") % {"lead": lead}
            found.append(Step(words, f"{_n(own)} − {_n(other)} ≥ {lead}"))
            return (*found, _end(change, 0.0))
        factors, amount = f"{factors} × {factor(lobby.robot_factor)}", amount * lobby.robot_factor
        found.append(Step(_("Games against robots count half"), factor(lobby.robot_factor)))
    amount = amount if has_won else -amount
    found.append(Step(_("All of it times %(k)s") % {"k": grouped(lobby.k)}, f"{factors} = {_n(abs(amount))}"))
    return (*found, _end(change, amount))


def _margin_steps(game: CasualGame, change: LadderChange) -> tuple[Step, ...]:
    numbers = CURRENT.margin
    difference = change.own - change.opponent
    expected = expected_share(difference)
    share = change.tp / GAME_TP
    found = []
    if game.is_doubles:
        words = _("A pair’s ranking is the mean of its members’; theirs and that of the other pair")
        found.append(Step(words, f"{_n(change.own)} – {_n(change.opponent)}"))
    k = numbers.k_new if change.before_games < numbers.new_games else numbers.k
    said = _("The factor is %(new)s in the first %(games)d games, then %(later)s; this was game %(n)d") % {
        "new": grouped(numbers.k_new), "later": grouped(numbers.k), "games": numbers.new_games,
        "n": change.before_games + 1,
    }  # fmt: skip
    amount = k * (share - expected)
    return (
        *found,
        Step(
            _("The tournament points of the game, as a share of 20"),
            f"{grouped(change.tp / 10, 1)} / 20 = {percent(share)}",
        ),
        Step(
            _("The share to be expected of this difference; Φ is the normal distribution"),
            f"Φ({signed(difference, 2)} / {_n(numbers.deviation * sqrt(2))}) = {percent(expected)}",
        ),
        Step(said, grouped(k)),
        Step(
            _("The factor times what the share is above or below what was expected"),
            f"{grouped(k)} × ({grouped(share, 5)} − {grouped(expected, 5)}) = {signed(amount, 2)}",
        ),
        _end(change, amount),
    )


def _end(change: LadderChange, amount: float) -> Step:
    lobby = CURRENT.lobby
    plain = change.before_rating + amount
    words = _("The ranking before and what the game makes of it")
    kept = ""
    if change.ladder == Ladder.LOBBY and not lobby.least <= plain <= lobby.most:
        words = _("The ranking before and what the game makes of it, kept within %(least)s and %(most)s") % {
            "least": grouped(lobby.least), "most": grouped(lobby.most),
        }  # fmt: skip
        kept = f" → {_n(change.after_rating)}"
    return Step(words, f"{_n(change.before_rating)} {signed(amount, 2) if amount else '+0'} = {_n(plain)}{kept}")


def _n(value: float) -> str:
    return grouped(value, 2)
