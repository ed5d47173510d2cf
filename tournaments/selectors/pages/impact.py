"""An impact plan in sentences, for the person who has to agree to it."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.formats.facts import CauseKind, Decision, DecisionKind
from tournaments.formats.graph import Bye, EntryId, MatchId, Occupant
from tournaments.formats.impact import ImpactPlan, SlotChange
from tournaments.formats.plate import PLATE
from tournaments.models import EventState, StageKind
from tournaments.selectors.pages import words
from tournaments.selectors.pages.round_names import MAIN, round_name
from tournaments.selectors.pages.stage_words import table_title
from tournaments.selectors.stages import Loaded


@dataclass(frozen=True, slots=True)
class Effect:
    """One consequence in a sentence; `tone` says whether something is lost ("bad"), or merely moves on."""

    match: int | None
    text: str
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """An earlier result that may be brought back. `needs` are the matches that must come back with it."""

    match_id: MatchId
    match: int
    text: str
    needs: tuple[int, ...]


@dataclass(frozen=True)
class PlanView:
    """A plan for a page: what changes, what may come back, and the digest to send with the agreement.

    `reopens` says that a finished event goes on: some of its matches have to be played or decided anew. `leaves_swiss`
    that somebody leaves a Swiss, whose later rounds are no part of the plan (`docs/regulations.md` 3.5).
    """

    digest: str
    is_empty: bool
    effects: tuple[Effect, ...]
    places: tuple[str, ...]
    offers: tuple[Offer, ...]
    reopens: bool = False
    leaves_swiss: bool = False

    @property
    def lost(self) -> int:
        """How many results lose their ground."""
        return sum(effect.tone == "bad" for effect in self.effects)


def plan_view(plan: ImpactPlan, loaded: Loaded, names: Mapping[EntryId, str]) -> PlanView:
    """The plan in sentences, in the order of the matches."""
    writer = _Writer(plan, loaded, names)
    return PlanView(
        digest=plan.digest,
        is_empty=plan.is_empty,
        effects=tuple(writer.effects()),
        places=tuple(writer.places()),
        offers=tuple(writer.offers()),
        # whoever stands in a match that is undecided again has lost the place he had
        reopens=loaded.event.state == EventState.FINISHED
        and any(change.before is not None and change.after is None for change in plan.places),
        leaves_swiss=loaded.stage.kind == StageKind.SWISS
        and any(change.kind is CauseKind.EXIT for change in plan.changes),
    )


class _Writer:
    def __init__(self, plan: ImpactPlan, loaded: Loaded, names: Mapping[EntryId, str]) -> None:
        self.plan = plan
        self.loaded = loaded
        self.names = names

    def name(self, occupant: Occupant) -> str:
        if occupant is None:
            return _("nobody yet")
        if isinstance(occupant, Bye):
            return _("a bye")
        return self.names.get(occupant, str(occupant))

    def where(self, match: MatchId) -> str:
        """The match, with its round where that is not one of the main draw: "M152 (plate, round 1)"."""
        node = self.loaded.structure[match]
        if node.bracket == MAIN or node.table:
            return f"M{node.number}"
        name = round_name(self.loaded.stage, node.bracket, node.round, label=node.label)
        return _("M{n} ({round})").format(n=node.number, round=name.word)

    def effects(self) -> list[Effect]:
        number = self.loaded.number
        changed = {change.match for change in self.plan.changes if change.match is not None}
        found: list[tuple[int, int, Effect]] = []
        for slot in self.plan.slots:
            text = self._slot(slot)
            found.append((number(slot.match), 0, Effect(number(slot.match), text)))
        for void in self.plan.voided:
            match = void.decision.match
            text = _("{match}: the result becomes void: {result}").format(
                match=self.where(match), result=self.result(void.decision)
            )
            found.append((number(match), 1, Effect(number(match), text, "bad")))
        for walkover in self.plan.walkovers:
            absent = ", ".join(self.name(entry) for entry in walkover.absent)
            text = _("{match}: walkover, {absent} left.") if walkover.made else _(
                "{match}: the walkover ends, {absent} plays again."
            )  # fmt: skip
            text = text.format(match=self.where(walkover.match), absent=absent)
            found.append((number(walkover.match), 2, Effect(number(walkover.match), text)))
        for winner in self.plan.winners:
            n = number(winner.match)
            if winner.match in changed:
                text = _("{match}: the winner is now {after} instead of {before}.").format(
                    match=self.where(winner.match), after=self.name(winner.after), before=self.name(winner.before)
                )
                found.append((n, -1, Effect(n, text)))
            elif self.loaded.structure[winner.match].condition is not None:
                text = (
                    _("{match} has to be played after all.")
                    if winner.after is None
                    else _("{match} is not needed any more.")
                ).format(match=self.where(winner.match))
                found.append((n, 3, Effect(n, text)))
        return [effect for _n, _order, effect in sorted(found, key=lambda item: item[:2])]

    def _slot(self, slot: SlotChange) -> str:
        """Who stands somewhere now; a place that nobody can take any more stays empty."""
        match, before, after = self.where(slot.match), self.name(slot.before), self.name(slot.after)
        if slot.after is None:
            return _("{match}: {before} no longer stands there.").format(match=match, before=before)
        if isinstance(slot.after, Bye):
            if slot.before is None:
                return _("{match}: a place there stays empty.").format(match=match)
            return _("{match}: {before} no longer has a place there.").format(match=match, before=before)
        if slot.before is None or isinstance(slot.before, Bye):
            return _("{match}: {after} comes in.").format(match=match, after=after)
        return _("{match}: {after} stands there instead of {before}.").format(match=match, after=after, before=before)

    def result(self, decision: Decision) -> str:
        """A stored result: "A beat B, 20.7 to 19.3"."""
        if decision.winner is None:
            return _("{left} and {right}: double default.").format(
                left=self.name(decision.occupants[0]), right=self.name(decision.occupants[1])
            )
        winner = self.name(decision.occupants[decision.winner])
        loser = self.name(decision.occupants[1 - decision.winner])
        tp = decision.tp or (None, None)
        if tp[0] is None or tp[1] is None or decision.kind in (DecisionKind.WALKOVER, DecisionKind.DEFAULT):
            return _("{winner} advanced against {loser} ({kind}).").format(
                winner=winner, loser=loser, kind=words.MATCH_WORDS[str(decision.kind)].text
            )
        high, low = tp[decision.winner], tp[1 - decision.winner]
        return _("{winner} beat {loser}, {high} to {low}.").format(
            winner=winner, loser=loser, high=words.tp_text(high), low=words.tp_text(low)
        )

    def places(self) -> list[str]:
        """Places that were settled, in the order in which they were held; those of a plate follow."""
        found = []
        settled = [(change.before, change) for change in self.plan.places if change.before is not None]
        for had, change in sorted(settled, key=lambda item: (item[1].ranking != MAIN, item[1].ranking, item[0])):
            name, before = self.name(change.entry), place_in(change.ranking, had)
            if change.after is None:
                found.append(_("{name}: {place} is open again.").format(name=name, place=before))
            else:
                after = place_in(change.ranking, change.after)
                found.append(_("{name}: {after} instead of {before}.").format(name=name, after=after, before=before))
        return found

    def offers(self) -> list[Offer]:
        number = self.loaded.number
        return [
            Offer(
                offer.decision.match,
                number(offer.decision.match),
                self.result(offer.decision),
                tuple(number(match) for match in offer.needs),
            )
            for offer in self.plan.reinstatable
        ]


def place_in(ranking: str, place: int) -> str:
    """A place of the event, of its plate or of a group: "Plate, place 3"."""
    if ranking == MAIN:
        return words.place_text(place)
    if ranking == PLATE:
        return _("Winner of the plate") if place == 1 else _("Plate, place {n}").format(n=place)
    return _("{table}, place {n}").format(table=table_title(ranking), n=place)
