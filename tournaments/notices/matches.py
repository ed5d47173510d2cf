"""Matches: opponents, results to answer, disputes, rulings."""

from collections.abc import Mapping
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from players.notices import Group, Kind, Words, time_in

Data = Mapping[str, Any]


def _pair(data: Data) -> str:
    return " – ".join(data["names"])


def _opponent(data: Data) -> str:
    return str(data["names"][1 - data["side"]])


def _score(data: Data) -> str:
    """ "Anna 31 : 24 Boris", or the two names where nothing is known."""
    left, right = data["names"]
    tiles = data.get("tiles")
    return f"{left} {tiles[0]} : {tiles[1]} {right}" if tiles else f"{left} – {right}"


def _open(data: Data, zone: ZoneInfo) -> Words:
    opponent = _opponent(data)
    subject = _("{event}: you play {opponent}").format(event=data["event"], opponent=opponent)
    lines = [_("Match M{match}: {pair}.").format(match=data["match"], pair=_pair(data))]
    if data.get("board"):
        lines.append(_("You sit at board {board}.").format(board=data["board"]))
    return Words(subject, [*lines, *_where_and_when(data, zone)], _("To the match"))


def _where_and_when(data: Data, zone: ZoneInfo) -> list[str]:
    lines = []
    if data.get("table"):
        lines.append(_("Table {table}.").format(table=data["table"]))
    if data.get("deadline"):
        lines.append(_("It is to be played by {time}.").format(time=time_in(zone, data["deadline"])))
    return lines


def _line_up(data: Data, zone: ZoneInfo) -> Words:
    subject = _("{event}: your team plays {opponent}").format(event=data["event"], opponent=_opponent(data))
    lines = [
        _("Match M{match}: {pair}.").format(match=data["match"], pair=_pair(data)),
        _("As its captain or deputy you send the line-up; your opponents see it when theirs is there too."),
    ]
    return Words(subject, [*lines, *_where_and_when(data, zone)], _("To the match"))


def _bye(data: Data, zone: ZoneInfo) -> Words:
    subject = _("{event}: no opponent in round {round}").format(event=data["event"], round=data["round"])
    return Words(subject, [_("You have a bye in this round, which counts as won.")], _("To the match"))


def _report(data: Data, zone: ZoneInfo) -> Words:
    reporter = data["names"][data["side"]]
    subject = _("{event}: is this result right?").format(event=data["event"])
    lines = [
        _("{name} reports game {game} of match M{match}: {score}.").format(
            name=reporter, game=data["game"], match=data["match"], score=_score(data)
        ),
        _("Confirm it on the page of the match, or say there what is wrong."),
    ]
    if data.get("until"):
        lines.append(_("Without an answer it counts from {time} on.").format(time=time_in(zone, data["until"])))
    return Words(subject, lines, _("To the match"))


def _disputed(data: Data, zone: ZoneInfo) -> Words:
    subject = _("{event}: your opponent disagrees").format(event=data["event"])
    lines = [
        _("{name} does not agree with your report of game {game} of match M{match}: {score}.").format(
            name=_opponent(data), game=data["game"], match=data["match"], score=_score(data)
        ),
        _("An arbiter will decide. You can say on the page of the match what happened."),
    ]
    return Words(subject, lines, _("To the match"))


def _dispute(data: Data, zone: ZoneInfo) -> Words:
    subject = _("{event}: match M{match} needs an arbiter").format(event=data["event"], match=data["match"])
    line = _("{pair}: what was reported of game {game} cannot stand without a decision.").format(
        pair=_pair(data), game=data["game"]
    )
    return Words(subject, [line], _("To the match"))


def _ruled(data: Data, zone: ZoneInfo) -> Words:
    subject = _("{event}: a decision in your match M{match}").format(event=data["event"], match=data["match"])
    lines = [_("{pair}: {what}").format(pair=_pair(data), what=_what(data))]
    if data.get("reason"):
        lines.append(_("Reason: {reason}").format(reason=data["reason"]))
    return Words(subject, lines, _("To the match"))


def _what(data: Data) -> str:
    """What was ruled, in a sentence."""
    side = data.get("side")
    name = data["names"][side] if side in (0, 1) else ""
    sentences = {
        "walkover": _("{name} did not play; the opponent goes on without a game."),
        "default": _("{name} loses by default."),
        "double_default": _("Both lose by default."),
        "retired": _("{name} retired."),
        "adjudicated": _("The match was adjudicated."),
        "accepted": _("The report of game {game} was accepted."),
        "refused": _("The report of game {game} was refused."),
        "corrected": _("The result was corrected."),
        "time": _("The time penalty of game {game} was ruled on."),
    }
    sentence = sentences.get(data["what"], _("An arbiter decided."))
    return sentence.format(name=name, game=data.get("game", ""))


def _counted(data: Data, zone: ZoneInfo) -> Words:
    subject = _("{event}: a result of match M{match} counts").format(event=data["event"], match=data["match"])
    lines = [
        _("Game {game}: {score}.").format(game=game, score=_score({**data, "tiles": tiles}))
        for game, *tiles in data["games"]
    ]
    return Words(subject, lines, _("To the match"))


def _rejected(data: Data, zone: ZoneInfo) -> Words:
    subject = _("{event}: the record you sent for match M{match} is refused")
    lines = [
        _("The record of game {game} breaks a rule of the game, so it says nothing about the result.").format(
            game=data["game"]
        ),
        _("Look at what is wrong, and report the game or send another record."),
    ]
    return Words(subject.format(event=data["event"], match=data["match"]), lines, _("To the match"))


KINDS: Final[tuple[Kind, ...]] = (
    Kind("match.open", Group.EVENTS, _open),
    Kind("line_up.due", Group.EVENTS, _line_up),
    Kind("round.bye", Group.EVENTS, _bye),
    Kind("report.open", Group.REPORTS, _report),
    Kind("report.disputed", Group.REPORTS, _disputed),
    Kind("report.rejected", Group.REPORTS, _rejected),
    Kind("dispute.open", Group.DUTIES, _dispute),
    Kind("match.ruled", Group.DECISIONS, _ruled),
    Kind("result.counted", Group.RESULTS, _counted),
)
