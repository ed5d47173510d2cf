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
        if seat is not None and (above := _too_strong(found, squad, board, seat)) is not None:
            raise LineUpError(
                "too_strong", "A substitute is not stronger than the player on the board above.",
                board=board, entry=seat, above=above,
            )  # fmt: skip
    return found


def substitute(line_up: LineUp, squad: Squad, absent: EntryId, replacement: EntryId | None) -> LineUp:
    """The line-up once `replacement` has taken the absentee's board; None leaves it empty.

    Raises `LineUpError` `not_at_board` if the absentee sits nowhere, `already_seated` if the replacement sits at
    a board of its own, and those of `check_line_up`.
    """
    if absent not in line_up:
        raise LineUpError("not_at_board", "The absentee sits at no board.", entry=absent)
    if replacement is not None and replacement in line_up:
        raise LineUpError("already_seated", "The replacement sits at a board already.", entry=replacement)
    return check_line_up([replacement if entry == absent else entry for entry in line_up], squad)


def possible_substitutes(
    line_up: LineUp, squad: Squad, absent: EntryId, away: Collection[EntryId] = ()
) -> tuple[EntryId, ...]:
    """Who may take the absentee's board, strongest first; those `away` cannot."""
    found = []
    for player in sorted(squad.players, key=lambda player: (-player.points, player.entry)):
        if player.entry in away or player.entry in line_up:
            continue
        try:
            substitute(line_up, squad, absent, player.entry)
        except LineUpError:
            continue
        found.append(player.entry)
    return tuple(found)


def _too_strong(line_up: LineUp, squad: Squad, board: int, entry: EntryId) -> EntryId | None:
    """The player above whom the substitute at this board outranks, if any; empty boards are passed over."""
    player = squad.player(entry)
    if player is None or not player.is_substitute:
        return None
    above = next((other for other in reversed(line_up[: board - 1]) if other is not None), None)
    other = None if above is None else squad.player(above)
    return other.entry if other is not None and player.points > other.points else None
