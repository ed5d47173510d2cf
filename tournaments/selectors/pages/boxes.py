"""The boxes of brackets with names, scores and sentences, the same for all viewers of one language."""

import zlib
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.formats import bracket as core
from tournaments.formats.facts import DecisionKind
from tournaments.formats.fold import MatchState
from tournaments.formats.graph import Bye, EntryId, LoserOf, Seed
from tournaments.selectors.pages import words
from tournaments.selectors.pages.loading import Knockout
from tournaments.selectors.pages.names import initial, split_name

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
    """One match. `kind` is "match", "empty" while a side is unknown, "bye", or "unneeded" where it is left out.

    `tag` stands right of both lines, `note` below them: where losers come from or go to, in another bracket.
    """

    number: int
    round: int
    position: int
    kind: str
    sides: tuple[Side, Side]
    tag: str
    tone: str
    note: str
    sentence: str
    state: words.StateWord

    @property
    def v(self) -> str:
        """Changes exactly when something shown changes."""
        shown = (self.kind, self.sides, self.tag, self.tone, self.note, self.sentence)
        return f"{zlib.crc32(repr(shown).encode()) & 0xFFFFFF:x}"

    @property
    def present(self) -> Side | None:
        """Of a bye: the one who is there, or who will come there, if anybody."""
        if self.kind == "unneeded":
            return None
        found = next((side for side in self.sides if side.entry is not None), None)
        return found or next((side for side in self.sides if side.text), None)


class BoxWriter:
    """Puts names and sentences to the core's boxes of one bracket; with `notes` it says where losers come and go."""

    def __init__(self, knockout: Knockout, bracket: str, *, notes: bool = False) -> None:
        self.knockout = knockout
        self.bracket = bracket
        self.notes = notes
        self.entries = knockout.entries

    def box(self, box: core.Box) -> Box:
        state = self.knockout.state_word(box.match)
        scores = self._scores(box)
        left, right = self._side(box, 0, scores[0]), self._side(box, 1, scores[1])
        if box.state is MatchState.NOT_NEEDED:
            kind = "unneeded"
        elif not box.is_to_play:
            kind = "bye"
        else:
            kind = "match" if left.entry is not None and right.entry is not None else "empty"
        tag, tone = _tag(state.key)
        note = self._note(box) if self.notes and box.is_to_play else ""
        sentence = self._sentence(box, (left, right), scores, state)
        return Box(box.number, box.round, box.position, kind, (left, right), tag, tone, note, sentence, state)

    def _scores(self, box: core.Box) -> tuple[str, str]:
        """What stands at the end of both lines: points, or "w/o" and "def"."""
        if box.state is MatchState.WALKOVER or box.kind in UNPLAYED:
            lost = _("def") if box.kind in (DecisionKind.DEFAULT, DecisionKind.DOUBLE_DEFAULT) else ""
            return _pick(box, _("w/o"), lost)
        points = [words.tp_text(slot.tp) for slot in box.slots]
        if box.kind is DecisionKind.RETIRED and not any(points):
            return _pick(box, "", _("ret"))
        if is_level(box):
            points = [f"{tp}+" if slot.is_winner else tp for tp, slot in zip(points, box.slots, strict=True)]
        if box.state is MatchState.OPEN:
            points = [words.tp_text(tp) for tp in self.knockout.running_tp.get(box.match, (None, None))]
        return points[0], points[1]

    def _side(self, box: core.Box, number: int, score: str) -> Side:
        slot = box.slots[number]
        entry = self.knockout.entry(slot.occupant)
        if entry is None:
            return Side(role="u", text="" if slot.is_bye else self._expected(box, number))
        given = split_name(entry.name)[0] if entry.is_player else ""
        role = ""
        if box.state in OVER:
            role = "w" if slot.is_winner else "l"
        return Side(
            entry.id, entry.seed, entry.name, given, initial(given), entry.short, entry.country, score, role
        )  # fmt: skip

    def _expected(self, box: core.Box, number: int) -> str:
        """Who may come into an empty slot: "Svoboda or Halbach", else "Winner of M98" or "Winner of group A"."""
        slot = box.slots[number]
        source = self.knockout.folded.structure[box.match].sources[number]
        if isinstance(source, Seed):
            return self.knockout.origins.get(source.n, _("not drawn yet"))
        if slot.fed_by is None:
            return _("not drawn yet")
        if slot.takes_loser:
            if isinstance(source, LoserOf) and self.is_conditional(source):
                return _("Loser of M{number}, if it was a first match").format(number=slot.fed_by)
            return _("Loser of M{number}").format(number=slot.fed_by)
        if len(slot.possible) == 2:
            one, other = (self.entries[entry].short for entry in slot.possible)
            return _("{one} or {other}").format(one=one, other=other)
        return _("Winner of M{number}").format(number=slot.fed_by)

    def is_conditional(self, source: LoserOf) -> bool:
        """Whether it is open if that loser comes at all: somebody there may have played before."""
        if not source.first_match_only:
            return False
        return not all(isinstance(s, Seed) for s in self.knockout.folded.structure[source.match].sources)

    def _note(self, box: core.Box) -> str:
        found = [f"M{box.number}"]
        coming = [
            f"M{slot.fed_by}"
            for slot in box.slots
            if slot.takes_loser and slot.fed_from != self.bracket and self.knockout.entry(slot.occupant) is not None
        ]
        if coming:
            found.append(_("from {matches}").format(matches=", ".join(coming)))
        if (number := self._loser_goes(box)) is not None:
            found.append(_("loser to M{number}").format(number=number))
        return " · ".join(found)

    def _loser_goes(self, box: core.Box) -> int | None:
        """The match of another bracket where the loser plays on, as far as that is certain."""
        folded, target = self.knockout.folded, box.loser_to
        if target is None or target.bracket == self.bracket:
            return None
        slot = folded.structure.loser_to[box.match]
        source = folded.structure[slot[0]].sources[slot[1]]
        if isinstance(folded.occupant(slot), Bye):
            return None
        if folded.occupant(slot) is None and isinstance(source, LoserOf) and self.is_conditional(source):
            return None
        return target.number

    def _sentence(
        self, box: core.Box, sides: tuple[Side, Side], scores: tuple[str, str], state: words.StateWord
    ) -> str:  # fmt: skip
        """The link's text for those who do not see the box."""
        n = box.number
        left, right = (_spoken(side) for side in sides)
        if box.state is MatchState.NOT_NEEDED:
            return _("Match {n} is not needed.").format(n=n)
        if not box.is_to_play:
            present = next((side for side in sides if side.entry is not None or side.text), None)
            if present is None:
                return _("Match {n} is not played: both places are empty.").format(n=n)
            return _("{name} has a bye.").format(name=present.name or present.text)
        if box.state not in OVER:
            text = _("Match {n}: {left} against {right}, {state}.").format(
                n=n, left=left, right=right, state=state.text
            )
            return self._with_drop(box, text)
        winner_side = next((i for i, slot in enumerate(box.slots) if slot.is_winner), None)
        if winner_side is None:
            return _("Match {n}: neither {left} nor {right} advances.").format(n=n, left=left, right=right)
        if winner_side == 1:
            left, right, scores = right, left, (scores[1], scores[0])
        if is_level(box):
            text = (
                _("Match {n}: {winner} beat {loser}, level in points, by boards.")
                if self.knockout.stage.event.is_for_teams
                else _("Match {n}: {winner} beat {loser}, level in points, by tiles or a decider game.")
            ).format(n=n, winner=left, loser=right)
        else:
            text = _result_sentence(n, left, right, scores, state.key)
        if box.winner_to is not None:
            text = _("{sentence} The winner plays in match {n}.").format(sentence=text, n=box.winner_to.number)
        return self._with_drop(box, text)

    def _with_drop(self, box: core.Box, text: str) -> str:
        number = self._loser_goes(box)
        if number is None:
            return text
        return _("{sentence} The loser plays in match {n}.").format(sentence=text, n=number)


def is_level(box: core.Box) -> bool:
    """Decided by play, though both have the same points: then their tiles or a decider game say who won."""
    left, right = box.slots
    return box.kind is DecisionKind.PLAYED and left.tp == right.tp and left.tp is not None


def condition_text(state: str, number: int) -> str:
    """On what a match depends that may not be needed, by its state and the number of the match before it."""
    if state == MatchState.NOT_NEEDED:
        return _("Not needed: whoever had lost before lost M{number}.").format(number=number)
    if state == MatchState.WAITING:
        return _("Only if whoever has lost before wins M{number}: then both have lost once.").format(number=number)
    return ""


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
