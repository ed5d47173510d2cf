"""Why a Swiss round is paired as it is, in sentences (`docs/regulations.md` 5.4)."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.formats.graph import EntryId
from tournaments.formats.swiss import Doubt, Method, PairingWarning, Reason, Relaxed
from tournaments.selectors.pages.words import tp_text

Names = Mapping[EntryId, str]


def method_text(method: str) -> str:
    """How the pairs of a round were found."""
    return {
        Method.HALVES: _("Upper half by seed against the lower half."),
        Method.LOT: _("Drawn by lot."),
        Method.MATCHING: _("Paired so that the squared differences in points have the least sum."),
        Method.TABLES: _("Everybody meets everybody: paired by Berger tables."),
    }[Method(method)]


def nearer_text(stored: Mapping[str, Any], names: Names) -> str:
    """One opponent nearer in points, and why it was not to be had."""
    both = {
        "entry": names.get(stored["entry"], ""),
        "other": names.get(stored["other"], ""),
        "points": tp_text(stored["difference"]),
        "round": stored.get("round", ""),
        "third": names.get(stored.get("with_entry", 0), ""),
    }
    return _nearer(Reason(stored["reason"])).format(**both)


def _nearer(reason: Reason) -> str:
    return {
        Reason.MET: _("{entry} – {other}, {points} apart: they met in round {round}."),
        Reason.FORBIDDEN: _("{entry} – {other}, {points} apart: they never meet in this event."),
        Reason.FIXED: _("{entry} – {other}, {points} apart: an organiser set {other} against {third}."),
        Reason.BYE: _("{entry} – {other}, {points} apart: {other} has the bye."),
        Reason.TAKEN: _(
            "{entry} – {other}, {points} apart: {other} meets {third}; bringing the two together costs at least as "
            "much in all."
        ),
        Reason.AHEAD: _(
            "{entry} – {other}, {points} apart: bringing the two together would have left a later round without a "
            "pairing."
        ),
        Reason.METHOD: _("{entry} – {other}, {points} apart: this round is not paired by points."),
        Reason.HAD_BYE: _("{entry} – {other}, {points} apart."),
        Reason.NO_PARTNER: _("{entry} – {other}, {points} apart."),
        Reason.MET_ALL: _("{entry} – {other}, {points} apart."),
    }[reason]


def passed_text(stored: Mapping[str, Any], names: Names) -> str:
    """Why an entry lower in the table does not have the bye, or why one is left over."""
    name = names.get(stored["entry"], "")
    texts = {
        Reason.HAD_BYE: _("{name} has had a bye, or won a match without play."),
        Reason.NO_PARTNER: _("{name}: the others could then not all be paired."),
        Reason.MET_ALL: _("{name} has met everybody who is there."),
        Reason.FIXED: _("{name} has a match that an organiser set."),
        Reason.AHEAD: _("{name}: a later round would then be left without a pairing."),
        Reason.METHOD: _("{name}: the tables give another the bye."),
    }
    return texts.get(Reason(stored["reason"]), "{name}").format(name=name)


def relaxation_text(stored: Mapping[str, Any], total: int, names: Names) -> str:
    """What a proposed round does not keep to: a warning."""
    code = Relaxed(stored["code"])
    listed = ", ".join(names.get(entry, "") for entry in stored.get("entries", ()))
    if code is Relaxed.AHEAD:
        return _(
            "The nearest opponents would have left a later round without a pairing: the sum of squares is {total} "
            "instead of {least}."
        ).format(total=squares_text(total), least=squares_text(stored["optimum"]))
    if code is Relaxed.SECOND_BYE:
        return _("{name} has a second bye: nobody without one could have it.").format(name=names[stored["entry"]])
    if code is Relaxed.BYES_AHEAD:
        return _("In a later round somebody will have a second bye.")
    if code is Relaxed.ROUNDS:
        return ngettext(
            "Of the {remaining} rounds left only {possible} can be paired without anybody meeting twice.",
            "Of the {remaining} rounds left only {possible} can be paired without anybody meeting twice.",
            stored["possible"],
        ).format(possible=stored["possible"], remaining=stored["remaining"])
    if code is Relaxed.UNPROVED:
        return _("It could not be worked out whether all later rounds can be paired.")
    if code is Relaxed.UNPAIRED:
        return _("Without an opponent, as all others have been met: {names}.").format(names=listed)
    return _("They meet again, because an organiser set it: {names}.").format(names=listed)


def doubt_text(doubt: PairingWarning, names: Names) -> str:
    """What is doubtful about a pairing made by hand."""
    listed = [names.get(entry, "?") for entry in doubt.entries]
    values: dict[str, Any] = {
        "names": ", ".join(listed),
        "first": listed[0] if listed else "",
        "second": listed[1] if len(listed) > 1 else "",
        "n": doubt.value,
    }
    if doubt.code is Doubt.COST_ABOVE_OPTIMUM:
        values["n"] = squares_text(doubt.value or 0)
    if doubt.code is Doubt.DEAD_END:
        rounds = doubt.value or 0
        return ngettext(
            "The round after this one can then not be paired.",
            "The {n} rounds after this one can then not all be paired.",
            rounds,
        ).format(n=rounds)
    return _doubt(doubt.code).format(**values)


def _doubt(code: Doubt) -> str:
    return {
        Doubt.UNKNOWN: _("Not there for this round: {names}."),
        Doubt.TWICE: _("In two places: {names}."),
        Doubt.UNPAIRED: _("Neither opponent nor bye: {names}."),
        Doubt.REMATCH: _("{first} and {second} met in round {n}."),
        Doubt.FORBIDDEN: _("{first} and {second} should never meet."),
        Doubt.SECOND_BYE: _("{first} has had a bye, or won a match without play."),
        Doubt.BYE_NOT_LOWEST: _("{first} has the bye; it is the turn of {second}, who stands lower."),
        Doubt.COST_ABOVE_OPTIMUM: _("The sum of squared differences is {n} above the least."),
    }[code]


def squares_text(hundredths: int) -> str:
    """A sum of squared differences, kept in hundredths, as people write it."""
    return str(number_format(hundredths / 100, decimal_pos=0 if hundredths % 100 == 0 else 2))


def names_of(rows: Sequence[Any] | Mapping[EntryId, Any]) -> dict[EntryId, str]:
    """Names by entry, from rows with `id` and `name`."""
    found = rows.values() if isinstance(rows, Mapping) else rows
    return {row.id: row.name for row in found}
