"""A stage played in brackets as pages show it: its parts, each as a lens, as a tree or as a list.

Everything here is the same for all viewers of one language; who is followed is added by the template.
"""

import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.formats import bracket as core
from tournaments.formats.double_elimination import FINAL, LOSERS
from tournaments.formats.fold import MatchState
from tournaments.formats.graph import Bye, EntryId
from tournaments.formats.knockout import PRELIMINARY
from tournaments.formats.plate import PLATE
from tournaments.formats.play_offs import PLAY_OFF
from tournaments.models import Event, Stage, StageKind, StageState
from tournaments.selectors.pages.boxes import OVER, Box, BoxWriter
from tournaments.selectors.pages.loading import EntryRow, Knockout, load_knockout, tree_stages
from tournaments.selectors.pages.round_names import MAIN, RoundName, round_name

PLACES = "places"
"""The part that holds the play-offs of all places."""
QUARTERS = 4
LEAST_SIZE_FOR_QUARTERS = 32
MOST_LENS_ROUNDS = 7


@dataclass(frozen=True, slots=True)
class Part:
    """A tab of the bracket: its key in the address, what it is called, how much of it is decided."""

    key: str
    title: str
    done: int
    total: int

    @property
    def is_done(self) -> bool:
        return self.done == self.total

    @property
    def count(self) -> str:
        return f"{self.done}/{self.total}"


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """The deadline of a round."""

    title: str
    at: datetime


@dataclass(frozen=True)
class Bracket:
    """A drawn stage. `stages` are all of the event that are played in brackets, this one among them."""

    knockout: Knockout
    stages: tuple[Stage, ...]

    @property
    def stage(self) -> Stage:
        return self.knockout.stage

    @property
    def entries(self) -> Mapping[EntryId, EntryRow]:
        return self.knockout.entries

    @property
    def is_last(self) -> bool:
        """Whoever wins here wins the event."""
        return self.stage.number == max(stage.number for stage in self.stages)

    @property
    def champion(self) -> EntryRow | None:
        return self.knockout.entry(self.knockout.folded.champion()) if self.is_last else None

    @property
    def plate_winner(self) -> EntryRow | None:
        return self.knockout.entry(self.knockout.folded.champion(PLATE))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The brackets of the stage in the order in which they are shown."""
        found = dict.fromkeys(node.bracket for node in self.knockout.folded.structure.matches)
        return tuple(sorted(found, key=lambda name: (ORDER.index(part_of(name)), name != PRELIMINARY, len(name), name)))

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The tabs in their order; a plain knockout has one."""
        counts: dict[str, list[int]] = {part_of(name): [0, 0] for name in self.names}
        for found in self.knockout.folded.matches.values():
            count = counts[part_of(found.node.bracket)]
            count[0] += found.state in OVER
            is_bye = any(isinstance(occupant, Bye) for occupant in found.occupants)
            count[1] += found.state is not MatchState.NOT_NEEDED and not is_bye
        titles = part_titles(self.stage)
        return tuple(Part(key, titles[key], done, total) for key, (done, total) in counts.items())

    @cached_property
    def _views(self) -> dict[str, core.BracketView]:
        return {}

    def view(self, name: str = MAIN) -> core.BracketView:
        """The core's view of one bracket."""
        if name not in self._views:
            found = core.bracket_view(self.knockout.folded, name, parts=1)
            if found.is_regular and found.size >= LEAST_SIZE_FOR_QUARTERS:
                found = replace(found, parts=QUARTERS)
            self._views[name] = found
        return self._views[name]

    def writer(self, name: str) -> BoxWriter:
        """Notes are for brackets that losers leave or come to; those of a main draw are told of in its plate."""
        notes = self.stage.kind == StageKind.DOUBLE_ELIMINATION or name not in (MAIN, PRELIMINARY)
        return BoxWriter(self.knockout, name, notes=notes)

    def boxes_of(self, name: str) -> tuple[Box, ...]:
        """All boxes of one bracket, round by round, the match for third place last."""
        writer, view = self.writer(name), self.view(name)
        found = [writer.box(box) for round_ in view.rounds for box in round_.boxes]
        return tuple(found if view.third_place is None else [*found, writer.box(view.third_place)])

    @property
    def boxes(self) -> Iterable[Box]:
        """All boxes of the stage."""
        for name in self.names:
            yield from self.boxes_of(name)

    def round_name(self, name: str, number: int) -> RoundName:
        """What a round is called where its bracket is known."""
        return round_name(self.stage, name, number, inside=True)

    def end_of(self, name: str, number: int) -> RoundEnd | None:
        """When a round is to be over: the last deadline of its matches still to play."""
        found = [
            match.deadline
            for pk, match in self.knockout.matches.items()
            if (match.bracket, match.round) == (name, number)
            and match.deadline
            and not self.knockout.folded[pk].is_settled
        ]
        return RoundEnd(round_name(self.stage, name, number).title, max(found)) if found else None

    @cached_property
    def shape(self) -> str:
        """Changes when matches come or go, so that an open page must be loaded anew."""
        nodes = self.knockout.folded.structure.matches
        found = [(node.number, node.bracket, node.round, node.position) for node in nodes]
        return f"{len(found)}-{zlib.crc32(repr(found).encode()):x}"


ORDER = (MAIN, PLATE, LOSERS, FINAL, PLACES)


def part_of(name: str) -> str:
    """The part in which a bracket is shown."""
    if name.startswith(PLAY_OFF):
        return PLACES
    return MAIN if name == PRELIMINARY else name


def part_titles(stage: Stage) -> dict[str, str]:
    """What the parts of a stage are called."""
    is_double = stage.kind == StageKind.DOUBLE_ELIMINATION
    return {
        MAIN: pgettext("part of a bracket", "Winners") if is_double else pgettext("part of a bracket", "Main draw"),
        PLATE: pgettext("part of a bracket", "Plate"),
        LOSERS: pgettext("part of a bracket", "Losers"),
        FINAL: _("Grand final"),
        PLACES: pgettext("part of a bracket", "Places"),
    }


def part_text(bracket: Bracket, key: str) -> str:
    """What a part is and who gets there, in a sentence; empty for a plain knockout."""
    stage = bracket.stage
    if bracket.knockout.origins:
        return _("Drawn ahead: who comes to which place is known once the stage before is finished.")
    is_double = stage.kind == StageKind.DOUBLE_ELIMINATION
    texts = {
        PRELIMINARY: _("The winners go on to the main draw."),
        MAIN: _("Whoever loses here plays on among the losers.") if is_double else "",
        LOSERS: _("Whoever loses here is out."),
        FINAL: _("The unbeaten player against the one who has lost once."),
        PLATE: _("A knockout of those who lost early.")
        if stage.settings.get("plate") == "feed_in"
        else _("A knockout of those who lost the first match they played."),
        PLACES: _("Losers of a round play on for its places."),
    }
    if key == MAIN and PLATE in bracket.names and stage.settings.get("plate") != "feed_in":
        return _("Whoever loses the first match plays on in the plate.")
    return texts[key]


def find_stage(stages: Sequence[Stage], wanted: str = "") -> Stage | None:
    """The stage an address names by its number, else the one in which things happen now."""
    named = next((stage for stage in stages if str(stage.number) == wanted), None)
    opened = [stage for stage in stages if stage.state != StageState.PLANNED]
    return named or (opened[-1] if opened else next(iter(stages), None))


def load_bracket(event: Event, stage: str = "", *, results: bool = True) -> Bracket | None:
    """A stage of the event that is played in brackets, by its number; None without one, and before its draw.

    Five queries for any number of entries, at most eight where it is one of several stages. Without `results` as it was
    drawn.
    """
    stages = tree_stages(event)
    found = find_stage(stages, stage)
    knockout = None if found is None else load_knockout(found, results=results)
    return None if knockout is None else Bracket(knockout, stages)
