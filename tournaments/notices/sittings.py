"""Tables drawn each round: where one sits, scores to answer, disputes."""

from collections.abc import Mapping
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from players.notices import Group, Kind, Words

Data = Mapping[str, Any]


def _seated(data: Data, zone: ZoneInfo) -> Words:
    subject = _("{event}: table {table} in round {round}").format(
        event=data["event"], table=data["table"], round=data["round"]
    )
    return Words(subject, [_names(data)], _("To the table"))


def _score(data: Data, zone: ZoneInfo) -> Words:
    subject = _("{event}: is this result right?").format(event=data["event"])
    lines = [
        _("{name} reports game {game} of table {table} in round {round}.").format(
            name=data["name"], game=data["game"], table=data["table"], round=data["round"]
        ),
        _result(data),
        _("Confirm it on the page of the table, or say there what is wrong."),
    ]
    return Words(subject, lines, _("To the table"))


def _dispute(data: Data, zone: ZoneInfo) -> Words:
    subject = _("{event}: table {table} needs an arbiter").format(event=data["event"], table=data["table"])
    line = _("Round {round}, game {game}: what was reported cannot stand without a decision.").format(
        round=data["round"], game=data["game"]
    )
    return Words(subject, [line, _names(data)], _("To the table"))


def _names(data: Data) -> str:
    return " · ".join(data["names"])


def _result(data: Data) -> str:
    return f"{_names(data)}: {' – '.join(map(str, data['tiles']))}" if data["tiles"] else _names(data)


KINDS: Final[tuple[Kind, ...]] = (
    Kind("table.seated", Group.EVENTS, _seated),
    Kind("table.score", Group.REPORTS, _score),
    Kind("table.dispute", Group.DUTIES, _dispute),
)
