"""What an act on several rows is, and what it comes to for one of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum


class SeveralAct(StrEnum):
    """What can be done to several at once: the first ones to open matches, the others to entries."""

    DEADLINE = "deadline"
    REMIND = "remind"
    CONFIRM = "confirm"
    WALKOVER = "walkover"
    DEFAULT = "default"
    DOUBLE_DEFAULT = "double_default"
    OPEN_BOARDS = "open_boards"
    ACCEPT = "accept"
    REFUSE = "refuse"
    WITHDRAW = "withdraw"
    CHECK_IN = "check_in"
    CHECK_OUT = "check_out"


@dataclass(frozen=True)
class SeveralOrder:
    """An act and what it is done to: numbers of matches of the event, or keys of its entries.

    `sides` says for a walkover or a default which side was absent or at fault, by number of the match. With
    `without_warnings` defaults are pronounced though not all warnings were sent (`docs/regulations.md` 3.3).
    """

    act: SeveralAct
    ids: tuple[int, ...]
    deadline: datetime | None = None
    sides: Mapping[int, int] = field(default_factory=dict)
    reason: str = ""
    without_warnings: bool = False


@dataclass(frozen=True, slots=True)
class SeveralLine:
    """One row: what happens to it, or with a `code` why nothing does. `names` are the two sides of a match.

    `state` is that in which it was found: if it is another when the act is done, it has to be looked at again.
    `before` and `after` are the deadlines, where the act moves them.
    """

    id: int
    name: str
    text: str
    code: str = ""
    state: str = ""
    names: tuple[str, ...] = ()
    before: datetime | None = None
    after: datetime | None = None


class Passed(Exception):
    """Nothing is done to this row."""

    def __init__(self, line: SeveralLine) -> None:
        super().__init__(line.code)
        self.line = line
