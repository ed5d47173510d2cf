"""The bracket as a page shows it: the core's boxes with names, scores and sentences, and the path of one entry.

Everything here is the same for all viewers of one language; who is followed is added by the template.
"""

import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.utils.translation import gettext as _

from tournaments.formats import bracket as core
from tournaments.formats import lens
from tournaments.formats.facts import DecisionKind
from tournaments.formats.fold import MatchState
from tournaments.formats.graph import EntryId
from tournaments.models import Event
from tournaments.selectors.pages import words
from tournaments.selectors.pages.loading import EntryRow, Knockout, load_knockout
from tournaments.selectors.pages.names import initial, short_name, split_name
from tournaments.selectors.pages.round_names import key_name

PARTS = 4
LEAST_SIZE_FOR_PARTS = 32
OVER = (MatchState.DECIDED, MatchState.WALKOVER)
UNPLAYED = (DecisionKind.WALKOVER, DecisionKind.DEFAULT, DecisionKind.DOUBLE_DEFAULT)


@dataclass(frozen=True, slots=True)
class Side:
    """One line of a box. `role` is "w" for the winner, "l" for a loser, "u" while nobody is known, else empty."""

    entry: EntryId | None = None
    seed: int | None = None
    name: str = ""
    given: str = ""
    initial: str = ""
    surname: str = ""
    country: str = ""
    score: str = ""
    role: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Box:
    """One match. `kind` is "match", "empty" while a side is unknown, or "bye"; `tag` stands right of both lines."""

    number: int
    round: int
    position: int
    kind: str
    sides: tuple[Side, Side]
    tag: str
    tone: str
    sentence: str
    state: words.StateWord

    @property
    def v(self) -> str:
        """Changes exactly when something shown changes."""
        shown = (self.kind, self.sides, self.tag, self.tone, self.sentence)
        return f"{zlib.crc32(repr(shown).encode()) & 0xFFFFFF:x}"

    @property
    def present(self) -> Side | None:
        """Of a bye: the one who is there, if anybody."""
        return next((side for side in self.sides if side.entry is not None), None)


@dataclass(frozen=True, slots=True)
class Round:
    """A column. `depth` counts from the final (0); `groups` are the parts of the draw, or one group with part 0."""

    number: int
    depth: int
    title: str
    tab: str
    done: int
    total: int
    groups: tuple[tuple[int, tuple[Box, ...]], ...]

    @property
    def boxes(self) -> Iterable[Box]:
        return (box for _part, boxes in self.groups for box in boxes)

    @property
    def count(self) -> str:
        return f"{self.done}/{self.total}"

    @property
    def is_done(self) -> bool:
        return self.done == self.total


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """The deadline of a round."""

    title: str
    at: datetime


@dataclass(frozen=True)
class Bracket:
    """A drawn knockout. `size` is a power of two; `has_parts` says whether the draw is shown in quarters."""

    knockout: Knockout
    view: core.BracketView
    rounds: tuple[Round, ...]
    third: Box | None

    @property
    def size(self) -> int:
        return self.view.size

    @property
    def third_list(self) -> tuple[Box, ...]:
        return () if self.third is None else (self.third,)

    @property
    def entries(self) -> Mapping[EntryId, EntryRow]:
        return self.knockout.entries

    @property
    def has_parts(self) -> bool:
        return self.view.parts > 1

    @property
    def current_round(self) -> int:
        return self.view.current_round

    @property
    def champion(self) -> EntryRow | None:
        return self.knockout.entry(self.knockout.folded.champion())

    @property
    def ends(self) -> "RoundEnd | None":
        """When the current round is to be over: the last deadline of its matches still to play."""
        number = self.current_round
        found = [
            match.deadline
            for pk, match in self.knockout.matches.items()
            if match.round == number and match.deadline and not self.knockout.folded[pk].is_settled
        ]
        return RoundEnd(self.rounds[number - 1].title, max(found)) if found else None

    @property
    def boxes(self) -> Iterable[Box]:
        for round_ in self.rounds:
            yield from round_.boxes
        if self.third is not None:
            yield self.third

    @cached_property
    def shape(self) -> str:
        """Changes when boxes come or go, so that an open page must be loaded anew."""
        return f"{self.size}-{zlib.crc32(repr([(b.number, b.kind == 'bye') for b in self.boxes]).encode()):x}"

    def strip(self, follow: EntryId | None) -> lens.Strip:
        """The overview of the whole draw."""
        return lens.strip(self.view, follow=follow)

    @property
    def strip_heights(self) -> tuple[float, ...]:
        """The heights of its levels, for the script that draws the path of a hovered player."""
        return lens.strip_levels(len(self.rounds))


def load_bracket(event: Event) -> Bracket | None:
    """The bracket of the event's knockout, or None before the draw. Five queries for any number of entries."""
    knockout = load_knockout(event)
    if knockout is None:
        return None
    lines = 2 * sum(
        1 for m in knockout.folded.structure.matches if m.bracket == "main" and m.round == 1 and not m.label
    )
    view = core.bracket_view(knockout.folded, parts=PARTS if lines >= LEAST_SIZE_FOR_PARTS else 1)
    return _Builder(knockout, view).bracket()


class _Builder:
    """Puts names and sentences to the core's boxes; lives for one call of `load_bracket`."""

    def __init__(self, knockout: Knockout, view: core.BracketView) -> None:
        self.knockout = knockout
        self.view = view
        self.entries = knockout.entries

    def bracket(self) -> Bracket:
        rounds = tuple(self.column(round_) for round_ in self.view.rounds)
        third = None if self.view.third_place is None else self.box(self.view.third_place)
        return Bracket(self.knockout, self.view, rounds, third)

    def column(self, round_: core.RoundView) -> Round:
        boxes = [self.box(box) for box in round_.boxes]
        in_parts = self.view.parts > 1 and len(boxes) >= self.view.parts
        parts = self.view.parts if in_parts else 1
        share = len(boxes) // parts
        name = key_name(round_.key, round_.number)
        return Round(
            number=round_.number,
            depth=len(self.view.rounds) - round_.number,
            title=name.title,
            tab=name.tab,
            done=round_.settled,
            total=round_.total,
            groups=tuple(
                (n + 1 if in_parts else 0, tuple(boxes[n * share : (n + 1) * share])) for n in range(parts)
            ),
        )  # fmt: skip

    def box(self, box: core.Box) -> Box:
        state = self.knockout.state_word(box.match)
        scores = self.scores(box)
        left, right = self.side(box, 0, scores[0]), self.side(box, 1, scores[1])
        if not box.is_to_play:
            kind = "bye"
        else:
            kind = "match" if left.entry is not None and right.entry is not None else "empty"
        tag, tone = _tag(state.key)
        sentence = self.sentence(box, (left, right), scores, state)
        return Box(box.number, box.round, box.position, kind, (left, right), tag, tone, sentence, state)

    def scores(self, box: core.Box) -> tuple[str, str]:
        """What stands at the end of both lines: points, or "w/o" and "def"."""
        if box.state is MatchState.WALKOVER or box.kind in UNPLAYED:
            lost = _("def") if box.kind in (DecisionKind.DEFAULT, DecisionKind.DOUBLE_DEFAULT) else ""
            return _pick(box, _("w/o"), lost)
        points = [words.tp_text(slot.tp) for slot in box.slots]
        if box.kind is DecisionKind.RETIRED and not any(points):
            return _pick(box, "", _("ret"))
        if box.state is MatchState.OPEN:
            points = [words.tp_text(tp) for tp in self.knockout.running_tp.get(box.match, (None, None))]
        return points[0], points[1]

    def side(self, box: core.Box, number: int, score: str) -> Side:
        slot = box.slots[number]
        entry = self.knockout.entry(slot.occupant)
        if entry is None:
            return Side(role="u", text="" if slot.is_bye else self.expected(slot))
        given, surname = split_name(entry.name)
        role = ""
        if box.state in OVER:
            role = "w" if slot.is_winner else "l"
        return Side(
            entry.id, entry.seed, entry.name, given, initial(given), surname, entry.country, score, role
        )  # fmt: skip

    def expected(self, slot: core.BoxSlot) -> str:
        """Who may come into an empty slot: "Svoboda or Halbach", else "Winner of M98"."""
        if len(slot.possible) == 2:
            one, other = (short_name(self.entries[entry].name) for entry in slot.possible)
            return _("{one} or {other}").format(one=one, other=other)
        if slot.fed_by is None:
            return _("not drawn yet")
        if slot.takes_loser:
            return _("Loser of M{number}").format(number=slot.fed_by)
        return _("Winner of M{number}").format(number=slot.fed_by)

    def sentence(self, box: core.Box, sides: tuple[Side, Side], scores: tuple[str, str], state: words.StateWord) -> str:
        """The link's text for those who do not see the box."""
        n = box.number
        left, right = (_spoken(side) for side in sides)
        if box.state is MatchState.NOT_NEEDED:
            return _("Match {n} is not needed.").format(n=n)
        if box.state is MatchState.BYE:
            present = next((side for side in sides if side.entry is not None), None)
            if present is None:
                return _("Match {n} is not played: both places are empty.").format(n=n)
            return _("{name} has a bye.").format(name=present.name)
        if box.state not in OVER:
            return _("Match {n}: {left} against {right}, {state}.").format(
                n=n, left=left, right=right, state=state.text
            )
        winner_side = next((i for i, slot in enumerate(box.slots) if slot.is_winner), None)
        if winner_side is None:
            return _("Match {n}: neither {left} nor {right} advances.").format(n=n, left=left, right=right)
        if winner_side == 1:
            left, right, scores = right, left, (scores[1], scores[0])
        text = _result_sentence(n, left, right, scores, state.key)
        if box.next_match is None:
            return text
        following = self.view.boxes[box.next_match].number
        return _("{sentence} The winner plays in match {n}.").format(sentence=text, n=following)


def _pick(box: core.Box, won: str, lost: str) -> tuple[str, str]:
    return (won if box.slots[0].is_winner else lost), (won if box.slots[1].is_winner else lost)


def _tag(key: str) -> tuple[str, str]:
    """The cell over both lines, only where a word is worth the space it takes from the names."""
    tags = {
        "reported": (_("To confirm"), "warn"),
        "checking": (_("Checking"), ""),
        "disputed": (_("Disputed"), "bad"),
        "conflict": (_("In conflict"), "bad"),
    }
    return tags.get(key, ("", ""))


def _result_sentence(n: int, winner: str, loser: str, scores: tuple[str, str], key: str) -> str:
    if key in ("walkover", "default"):
        return _("Match {n}: {winner} advances, {loser} did not play.").format(n=n, winner=winner, loser=loser)
    if key == "retired":
        return _("Match {n}: {winner} advances, {loser} retired.").format(n=n, winner=winner, loser=loser)
    if not scores[0]:
        return _("Match {n}: {winner} beat {loser}.").format(n=n, winner=winner, loser=loser)
    return _("Match {n}: {winner} beat {loser}, {high} to {low}.").format(
        n=n, winner=winner, loser=loser, high=scores[0], low=scores[1]
    )


def _spoken(side: Side) -> str:
    if side.entry is None:
        return side.text or _("nobody")
    if side.seed is None:
        return side.name
    return _("{name} (seed {seed})").format(name=side.name, seed=side.seed)
