"""Who sits at which board (`docs/regulations.md` 6.1).

A line-up names one player for each board, or nobody: an empty board is lost by default. The captain
may order the regular players as he likes. Somebody else sits in only for one who is absent, and is not
stronger by seeding points than the player on the board above.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from tournaments.formats.errors import LineUpError
from tournaments.formats.graph import EntryId

LineUp: TypeAlias = tuple[EntryId | None, ...]
"""The player of board 1, of board 2 and so on; None for an empty board."""

LEAST_PRESENT: Final = 3
"""Players a team needs to play at all (6.2)."""


@dataclass(frozen=True, slots=True)
class TeamPlayer:
    """A player of a team; `points` are the seeding points, `is_substitute` says that it is none of the first five."""

    entry: EntryId
    points: float
    is_substitute: bool = False


@dataclass(frozen=True, slots=True)
class Squad:
    """The players of a team in its order: the regular players by board, then the substitutes."""

    players: tuple[TeamPlayer, ...]
    boards: int

    @property
    def regular(self) -> tuple[TeamPlayer, ...]:
        return tuple(player for player in self.players if not player.is_substitute)

    def player(self, entry: EntryId) -> TeamPlayer | None:
        return next((player for player in self.players if player.entry == entry), None)


def least_present(boards: int) -> int:
    """How many players a team needs: three, or all where there are fewer boards."""
    return min(LEAST_PRESENT, boards)


def default_line_up(squad: Squad, last: LineUp | None = None) -> LineUp:
    """The order of a team whose captain sends none: the last one it played in, else that of the squad.

    Who is no longer in the squad leaves the board empty; regular players who sit nowhere fill empty boards.
    """
    known = {player.entry for player in squad.players}
    boards: list[EntryId | None] = [entry if entry in known else None for entry in last or ()][: squad.boards]
    boards += [None] * (squad.boards - len(boards))
    waiting = [player.entry for player in squad.regular if player.entry not in boards]
    for index, entry in enumerate(boards):
        if entry is None and waiting:
            boards[index] = waiting.pop(0)
    return tuple(boards)


def check_line_up(line_up: Sequence[EntryId | None], squad: Squad) -> LineUp:
    """The line-up, if it may be played.

    Raises `LineUpError`: `line_up_length`; `not_in_team`; `player_twice`; `too_few_players` (three are needed,
    6.2); `too_strong`, naming the board, for a substitute with more seeding points than the player above.
    """
    found = tuple(line_up)
    if len(found) != squad.boards:
        raise LineUpError("line_up_length", f"A line-up names {squad.boards} boards.", boards=squad.boards)
    seated = [entry for entry in found if entry is not None]
    for entry in seated:
        if squad.player(entry) is None:
            raise LineUpError("not_in_team", "This player is not in the team.", entry=entry)
    if len(set(seated)) < len(seated):
        raise LineUpError("player_twice", "A player sits at one board.")
    least = least_present(squad.boards)
    if len(seated) < least:
        raise LineUpError("too_few_players", f"A team needs {least} players.", least=least, present=len(seated))
    for board, seat in enumerate(found, start=1):
        if seat is None or not _is_substitute(squad, seat):
            continue
        if (above := _stronger_than(found, squad, board, seat)) is not None:
            raise _too_strong(board, seat, above)
    return found


def substitute(line_up: LineUp, squad: Squad, board: int, replacement: EntryId | None) -> LineUp:
    """The line-up once `replacement` has taken a board from an absentee; None leaves it empty.

    Whoever steps in counts as a substitute. Raises `LineUpError` `no_such_board`, `already_seated` if the replacement
    sits at a board already, and those of `check_line_up`.
    """
    if not 1 <= board <= len(line_up):
        raise LineUpError("no_such_board", f"Boards are numbered 1 to {len(line_up)}.", board=board)
    if replacement is not None and replacement in line_up:
        raise LineUpError("already_seated", "The replacement sits at a board already.", entry=replacement)
    after = check_line_up([*line_up[: board - 1], replacement, *line_up[board:]], squad)
    if replacement is not None and (above := _stronger_than(after, squad, board, replacement)) is not None:
        raise _too_strong(board, replacement, above)
    return after


def possible_substitutes(
    line_up: LineUp, squad: Squad, board: int, away: Collection[EntryId] = ()
) -> tuple[EntryId, ...]:
    """Who may take that board, strongest first; those `away` cannot."""
    found = []
    for player in sorted(squad.players, key=lambda player: (-player.points, player.entry)):
        if player.entry in away or player.entry in line_up:
            continue
        try:
            substitute(line_up, squad, board, player.entry)
        except LineUpError:
            continue
        found.append(player.entry)
    return tuple(found)


def _is_substitute(squad: Squad, entry: EntryId) -> bool:
    player = squad.player(entry)
    return player is not None and player.is_substitute


def _stronger_than(line_up: LineUp, squad: Squad, board: int, entry: EntryId) -> EntryId | None:
    """The player on the board above if the one at this board outranks him; empty boards are passed over."""
    player = squad.player(entry)
    above = next((other for other in reversed(line_up[: board - 1]) if other is not None), None)
    other = None if above is None else squad.player(above)
    if player is None or other is None:
        return None
    return other.entry if player.points > other.points else None


def _too_strong(board: int, entry: EntryId, above: EntryId) -> LineUpError:
    return LineUpError(
        "too_strong", "A substitute is not stronger than the player on the board above.",
        board=board, entry=entry, above=above,
    )  # fmt: skip
