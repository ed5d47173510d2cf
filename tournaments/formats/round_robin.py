"""Groups in which everybody meets everybody, in the order of Berger (`docs/regulations.md` 5)."""

from collections.abc import Mapping, Sequence

from .berger import berger
from .errors import StructureError
from .graph import TIE_BREAKS, MatchNode, Seed, Structure, Table, TableKind, TablePoints
from .standings import checked_tie_breaks

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def group_key(index: int) -> str:
    """The name of a group, counted from 0: A to Z, then AA, AB …"""
    key = ""
    index += 1
    while index:
        index, letter = divmod(index - 1, len(_LETTERS))
        key = _LETTERS[letter] + key
    return key


def round_robin(
    groups: Sequence[Sequence[int]],
    *,
    games: int = 1,
    cycles: int = 1,
    first_number: int = 1,
    tie_breaks: Sequence[str] = TIE_BREAKS,
    points: TablePoints | None = None,
) -> Structure:
    """The structure of groups with these seed numbers, each group in the order given.

    Each pair meets in one match of `games` games; with two `cycles` it meets a second time, sides
    reversed, after everybody has met everybody once. A group of odd size has one idle entry in
    each round, which is in no match: nothing stands there to be played.

    Each group is a table, bracket and ranking "A", "B" … Matches are numbered round by round
    across the groups, ids equal numbers, positions from 0 in each round of a group. Raises
    `StructureError` for a group of fewer than two, a seed in two places, an unknown tie-break.
    """
    tie_breaks = checked_tie_breaks(tie_breaks)
    _check(groups, cycles)
    keys = [group_key(index) for index in range(len(groups))]
    rounds = [_rounds(group, cycles) for group in groups]
    nodes: list[MatchNode] = []
    for index in range(max((len(found) for found in rounds), default=0)):
        for key, found in zip(keys, rounds, strict=True):
            for position, (left, right) in enumerate(found[index] if index < len(found) else ()):
                number = first_number + len(nodes)
                nodes.append(
                    MatchNode(
                        id=number, number=number, round=index + 1, position=position, sources=(Seed(left), Seed(right)),
                        games=games, bracket=key, ranking=key, table=key,
                    )
                )  # fmt: skip
    tables = [
        Table(
            key=key,
            kind=TableKind.GROUP,
            members=tuple(Seed(seed) for seed in group),
            rounds=len(found),
            tie_breaks=tie_breaks,
            points=points or TablePoints(),
        )
        for key, group, found in zip(keys, groups, rounds, strict=True)
    ]
    return Structure(nodes, tables)


def idle(structure: Structure, table: Table) -> Mapping[int, tuple[Seed, ...]]:
    """Who has no match in each round of a group that has one; empty where all always play."""
    playing: dict[int, set[object]] = {}
    for node in structure.matches:
        if node.table == table.key:
            playing.setdefault(node.round, set()).update(node.sources)
    found = {
        round_: tuple(seed for seed in table.members if isinstance(seed, Seed) and seed not in there)
        for round_, there in playing.items()
    }
    return {round_: seeds for round_, seeds in found.items() if seeds}


def _rounds(group: Sequence[int], cycles: int) -> list[list[tuple[int, int]]]:
    once = [[(group[a - 1], group[b - 1]) for a, b in pairs] for pairs in berger(len(group))]
    again = [[(b, a) for a, b in pairs] for pairs in once]
    return [pairs for cycle in range(cycles) for pairs in (again if cycle % 2 else once)]


def _check(groups: Sequence[Sequence[int]], cycles: int) -> None:
    if cycles < 1:
        raise StructureError("bad_cycles", f"Everybody meets everybody at least once, not {cycles} times.")
    seen: set[int] = set()
    for group in groups:
        if len(group) < 2:
            raise StructureError("small_group", "A group needs at least two entries.", group=tuple(group))
        for seed in group:
            if seed in seen:
                raise StructureError("double", f"Seed {seed} is in two places.", what="seed", value=seed)
            seen.add(seed)
