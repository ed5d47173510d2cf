"""The plate: a second knockout for early losers, drawn anew (`docs/regulations.md` 4.5).

`docs/decisions/0081-the-plate.md` says why its rounds are as they are.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from .feed_in import PAIR, Drop, drop_masks, dropped, feed_in
from .graph import BYE, Bye, EntrySource, LoserOf, MatchId, MatchNode, Seed, Source, Structure
from .knockout import PRELIMINARY
from .lot import Lot
from .rounds import paired, play_round, real, with_games
from .seeding import bracket_size
from .separation import Swap, separate
from .sources import losers_by_round

PLATE = "plate"
"""The bracket and the ranking."""
PLATE_GAMES = 4
SECTIONS = 8
"""Sections of a draw whose losers can be kept apart."""


@dataclass(frozen=True, slots=True)
class PlateDraw:
    """A main draw with its plate, and the lot by which the plate was drawn.

    `lines` has a row for the lines of the plate and one for each later round that drops in: the
    match whose loser comes there, None for nobody. `swaps` name matches too: two that changed
    lines so that losers of one section do not meet at once.
    """

    structure: Structure
    lot: int
    lines: tuple[tuple[MatchId | None, ...], ...] = ()
    swaps: tuple[Swap, ...] = ()


def with_plate(
    main: Structure,
    *,
    lot: int,
    bracket: str = "main",
    through_round: int | None = None,
    every_loser: bool = False,
    sections_apart: bool = False,
    games: int | Sequence[int] = PLATE_GAMES,
) -> PlateDraw:
    """The structure `main` and a plate for losers of its knockout `bracket`, its matches numbered on.

    Losers come from the preliminary round and from the rounds 1 to `through_round`, by default
    as far as an entry may have its first match there, and 2 at least; never from the final, nor from
    matches whose losers play on for a place. Only a loser of the first match it really played
    comes in; whether it was is decided by the fold, and a slot for which it was not is a bye.
    Two such losers can never have met before. The lines are drawn by lot, with `sections_apart`
    so that losers of one section of the draw do not meet in the first round where that can be avoided.

    With `every_loser` (a feed-in consolation) all losers of these rounds come in. The lot then
    only exchanges halves, quarters and so on of the draw as wholes, and later losers drop in far
    from those they beat.

    Losers of a round and of those who drop in right after it share a place, as the latter come in
    only for somebody who did not. With fewer than two sources there is no plate.
    """
    nodes = [node for node in main.matches if node.bracket == bracket]
    preliminary = [node for node in main.matches if node.bracket == PRELIMINARY]
    source = partial(LoserOf, first_match_only=not every_loser)
    rounds = losers_by_round(nodes, without=main.loser_to.keys(), source=source)
    last = max(2, _last_entry(nodes)) if through_round is None else through_round
    feeding = rounds[: min(last, len(rounds) - 1)]
    before = [(source(node.id), main.winner_to[node.id][0]) for node in preliminary]
    if sum(map(real, feeding)) + len(before) < 2 or not feeding:
        return PlateDraw(main, lot)
    swaps: tuple[Swap, ...] = ()
    if every_loser:
        start, drops = _in_order(feeding, len(rounds), lot)
    else:
        section = _sections(nodes, len(rounds)) if sections_apart else {}
        start, swaps = _by_lot(feeding[0], len(feeding) > 1, section, lot)
        drops = _drops_by_lot(start, feeding[1:], lot)
    number = max(node.number for node in main.matches) + 1
    opening, entering = _opening(
        start, before, number=number, later=sum(map(real, drops)) if every_loser else 0, apart=every_loser
    )
    steps: list[Drop | None] = []
    for drop in drops:
        steps += [PAIR, drop]
    left = len(drops[-1]) if drops else len(start)
    steps += [PAIR] * (left.bit_length() - 1)
    found = feed_in(
        entering, steps, number=number + len(opening), bracket=PLATE, ranking=PLATE,
        first_round=1 + max((node.round for node in opening), default=0), alternatives=not every_loser, winner_place=1,
    )  # fmt: skip
    plate = with_games([*opening, *found.matches], games)
    return PlateDraw(
        structure=Structure([*main.matches, *plate], main.tables),
        lot=lot,
        lines=tuple(tuple(_match(source) for source in row) for row in (start, *drops)),
        swaps=swaps,
    )


def _last_entry(nodes: Sequence[MatchNode]) -> int:
    """The last round in which an entry may play its first match: one after a bye, or where it comes in."""
    rounds = (
        node.round + any(isinstance(source, Bye) for source in node.sources)
        for node in nodes
        if any(isinstance(source, Seed | EntrySource) for source in node.sources)
    )
    return max(rounds, default=1)


def _match(source: Source) -> MatchId | None:
    return source.match if isinstance(source, LoserOf) else None


def _sections(nodes: Sequence[MatchNode], rounds: int) -> dict[MatchId, str]:
    """The section of the draw in which a match of the first round stands."""
    matches = 1 << (rounds - 1)
    sections = min(SECTIONS, matches // 2)
    return {node.id: str(node.position * sections // matches + 1) for node in nodes if node.round == 1}


def _by_lot(
    losers: Sequence[Source], with_drops: bool, section: dict[MatchId, str], lot: int
) -> tuple[tuple[Source, ...], tuple[Swap, ...]]:
    """The lines of the plate: drawn, with empty lines spread so that they meet as few others as possible."""
    coming = [source for source in losers if not isinstance(source, Bye)]
    size = len(losers) if with_drops or len(coming) < 2 else bracket_size(len(coming))
    drawn = Lot(lot, "plate").shuffled(coming)
    pairs = Lot(lot, "plate lines").shuffled(range(size // 2)) if size > 1 else [0]
    at: dict[int, int | None] = dict.fromkeys(range(1, size + 1))
    for i in range(len(drawn)):
        pair = pairs[i % len(pairs)]
        at[pair + 1 if i < len(pairs) else size - pair] = i + 1
    mapping = {i: section[match] for i, source in enumerate(drawn, start=1) if (match := _match(source)) in section}
    everywhere = range(1, size + 1)
    swaps = separate(at, dict.fromkeys(range(1, len(drawn) + 1), everywhere), [mapping], lot)
    lines: list[Source] = []
    for pair in range(max(1, size // 2)):
        for place in dict.fromkeys((pair + 1, size - pair)):
            number = at[place]
            lines.append(BYE if number is None else drawn[number - 1])
    return tuple(lines), tuple(
        Swap(_match(drawn[swap.moved - 1]) or 0, _match(drawn[swap.with_seed - 1]) or 0, swap.shared) for swap in swaps
    )


def _drops_by_lot(start: Sequence[Source], later: Sequence[Sequence[Source]], lot: int) -> list[Drop]:
    """Each later round's losers by lot: those who come with certainty where nobody stands, while there is room."""
    drops: list[Drop] = []
    filled = [real(pair) > 0 for pair in paired(start)]
    for round_, losers in enumerate(later, start=2):
        free = Lot(lot, f"plate slots {round_}").shuffled(range(len(filled)))
        free.sort(key=lambda slot: filled[slot])
        drop: list[Source] = [BYE] * len(filled)
        coming = Lot(lot, f"plate {round_}").shuffled([source for source in losers if not isinstance(source, Bye)])
        for slot, source in zip(free, coming, strict=False):
            drop[slot] = source
            filled[slot] = True
        drops.append(tuple(drop))
        filled = [a or b for a, b in zip(filled[::2], filled[1::2], strict=False)]
    return drops


def _in_order(feeding: Sequence[Sequence[Source]], rounds: int, lot: int) -> tuple[tuple[Source, ...], list[Drop]]:
    """The losers as they stand in the draw, its halves, quarters … exchanged by lot, later ones dropped in far away."""
    masks = drop_masks(rounds)
    turned = [_turned(losers, lot) for losers in feeding]
    return turned[0], [dropped(losers, mask) for losers, mask in zip(turned[1:], masks[1:], strict=False)]


def _turned(losers: Sequence[Source], lot: int) -> tuple[Source, ...]:
    """A round's losers after the exchanges, which are the same for every round."""
    result = list(losers)
    parts = 1
    while 2 * parts <= len(losers):
        width = len(losers) // parts
        for part in range(parts):
            if Lot(lot, f"plate part {part + 1} of {parts}").below(2):
                first, half = part * width, width // 2
                result[first : first + width] = result[first + half : first + width] + result[first : first + half]
        parts *= 2
    return tuple(result)


def _opening(
    start: Sequence[Source],
    coming: Sequence[tuple[Source, MatchId]],
    *,
    number: int,
    later: int,
    apart: bool,
) -> tuple[list[MatchNode], tuple[Source, ...]]:
    """The first matches of the plate, of preliminary losers with losers of the first round; and the lines after them.

    `coming` names with each preliminary loser the match its winner went to. It stands beside the loser of that match:
    the winner of a preliminary match lost no first match if it loses there, so that such a line would often be empty.
    With `apart`, where all losers come in, it stands half the plate away, or it could meet its winner at once. Where
    that line is taken, or not there as losers of the first round play on elsewhere, it is the next one. More
    preliminary losers than lines first play among themselves.
    """
    line_of = {_match(source): line for line, source in enumerate(start)}
    sources = [source for source, _ in coming]
    own = [{line_of[match]} if match in line_of else set() for _, match in coming]
    matches: list[MatchNode] = []
    if len(coming) > len(start):
        sources += [BYE] * (len(sources) % 2)
        own += [set()] * (len(own) % 2)
        pairs = paired(sources)
        place = real(start) + later + len(pairs) + 1
        played = play_round(pairs, number=number, round_=1, bracket=PLATE, ranking=PLATE, loser_place=place)
        matches += played.matches
        sources = list(played.winners)
        own = [a | b for a, b in zip(own[::2], own[1::2], strict=True)]
    beside: list[Source] = [BYE] * len(start)
    for source, lines in zip(sources, own, strict=True):
        wanted = min(lines, default=0) ^ (len(start) // 2 if apart else 0)
        free = [line for line, taken in enumerate(beside) if isinstance(taken, Bye)]
        free.sort(key=lambda line: (line - wanted) % len(start))
        if apart:
            free.sort(key=lambda line: line in lines)
        elif not lines:
            free.sort(key=lambda line: not isinstance(start[line], Bye))
        beside[free[0]] = source
    played = play_round(
        tuple(zip(start, beside, strict=True)), number=number + len(matches), round_=1 + bool(matches),
        bracket=PLATE, ranking=PLATE, loser_place=real(start) + later + 1,
    )  # fmt: skip
    return [*matches, *played.matches], played.winners
