"""An impact plan in sentences, for the person who has to agree to it."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.formats.facts import Decision, DecisionKind
from tournaments.formats.graph import Bye, EntryId, MatchId, Occupant
from tournaments.formats.impact import ImpactPlan
from tournaments.models import EventState
from tournaments.selectors.pages import words
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

    `reopens` says that a finished event goes on: some of its matches have to be played or decided anew.
    """

    digest: str
    is_empty: bool
    effects: tuple[Effect, ...]
    places: tuple[str, ...]
    offers: tuple[Offer, ...]
    reopens: bool = False

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

    def effects(self) -> list[Effect]:
        number = self.loaded.number
        changed = {change.match for change in self.plan.changes if change.match is not None}
        found: list[tuple[int, int, Effect]] = []
        for slot in self.plan.slots:
            n = number(slot.match)
            if slot.after is None:
                text = _("M{n}: {before} no longer stands there.").format(n=n, before=self.name(slot.before))
            elif slot.before is None:
                text = _("M{n}: {after} comes in.").format(n=n, after=self.name(slot.after))
            else:
                text = _("M{n}: {after} stands there instead of {before}.").format(
                    n=n, after=self.name(slot.after), before=self.name(slot.before)
                )
            found.append((n, 0, Effect(n, text)))
        for void in self.plan.voided:
            n = number(void.decision.match)
            text = _("M{n}: the result becomes void: {result}").format(n=n, result=self.result(void.decision))
            found.append((n, 1, Effect(n, text, "bad")))
        for walkover in self.plan.walkovers:
            n = number(walkover.match)
            absent = ", ".join(self.name(entry) for entry in walkover.absent)
            text = (
                _("M{n}: walkover, {absent} left.").format(n=n, absent=absent)
                if walkover.made
                else _("M{n}: the walkover ends, {absent} plays again.").format(n=n, absent=absent)
            )
            found.append((n, 2, Effect(n, text)))
        for winner in self.plan.winners:
            n = number(winner.match)
            if winner.match in changed:
                text = _("M{n}: the winner is now {after} instead of {before}.").format(
                    n=n, after=self.name(winner.after), before=self.name(winner.before)
                )
                found.append((n, -1, Effect(n, text)))
        return [effect for _n, _order, effect in sorted(found, key=lambda item: item[:2])]

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
        """Places that were settled, in the order in which they were held."""
        found = []
        settled = [(change.before, change) for change in self.plan.places if change.before is not None]
        for had, change in sorted(settled, key=lambda item: item[0]):
            name = self.name(change.entry)
            if change.after is None:
                found.append(_("{name}: place {n} is open again.").format(name=name, n=had))
            else:
                before = words.place_text(had)
                found.append(
                    _("{name}: {after} instead of {before}.").format(
                        name=name, after=words.place_text(change.after), before=before
                    )
                )
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
