"""What the engine says of a record, in the columns of `Record`. Touches no table."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from games.engine.errors import Code, fault
from games.engine.keys import key_of_legal_game
from games.engine.replay import verify
from games.engine.verdict import ENGINE_VERSION, Verdict, refusal
from games.models import Record, RecordState
from games.services.reading import read_bytes
from tantrix_site.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict with what the columns beside it repeat of it."""

    state: RecordState
    verdict: dict[str, Any]
    complete: bool
    game_key: str
    colours: list[str]
    scores: dict[str, int]
    outcome: str
    winner: str

    #: the columns that `fill` sets
    COLUMNS: ClassVar = (
        "state", "verdict", "complete", "game_key", "players", "colours", "scores", "outcome", "winner",
        "engine_version",
    )  # fmt: skip

    def fill(self, record: Record) -> None:
        record.state = self.state
        record.verdict = self.verdict
        record.complete = self.complete
        record.game_key = self.game_key
        record.players = len(self.colours) or None
        record.colours = self.colours
        record.scores = self.scores
        record.outcome = self.outcome
        record.winner = self.winner
        record.engine_version = ENGINE_VERSION


def judge(record: Mapping[str, Any]) -> Judgement:
    """Replay a record. A game key is given only to what is verified, as only that can count."""
    return _judgement(verify(record), record)


def judge_stored(record: Record) -> Judgement:
    """Replay the bytes of a stored record.

    They were readable when they were sent. Should a later version of the engine read more strictly, that is a verdict
    too: a record must never be without one for good.
    """
    try:
        return judge(read_bytes(bytes(record.raw), record.content_type))
    except InvalidInput as error:
        found = refusal(fault(Code.MALFORMED, "%(reason)s", reason=str(error.message)), -1)
        return _judgement(found, {})


def _judgement(found: Verdict, record: Mapping[str, Any]) -> Judgement:
    return Judgement(
        state=RecordState.VERIFIED if found.ok else RecordState.REJECTED,
        # the verdict on a legal game repeats nothing that was typed into the record
        verdict=found.as_dict() if found.ok else storable(found.as_dict()),
        complete=found.complete,
        game_key=key_of_legal_game(record) if found.ok else "",
        colours=seat_colours(record, found),
        scores=dict(found.scores),
        outcome=found.outcome or "",
        winner=found.winner or "",
    )


def seat_colours(record: Mapping[str, Any], found: Verdict) -> list[str]:
    """The colours in turn order; none where the set-up itself is at fault."""
    if found.index == -1:
        return []
    return [str(player["colour"]) for player in record["players"]]


def storable(value: Any) -> Any:
    """The same data without what PostgreSQL keeps in no text: NUL and halves of characters."""
    if isinstance(value, str):
        return value.replace("\x00", "\ufffd").encode(errors="replace").decode()
    if isinstance(value, dict):
        return {key: storable(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [storable(inner) for inner in value]
    return value
