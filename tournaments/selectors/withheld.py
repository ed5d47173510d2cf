"""What is left of matches while their results are held back: who was drawn where, and nothing that follows from play.

A slot filled by the winner or loser of a match, and a seed of a later stage, tell results. A published round of a Swiss
does too, but publishing it is an act of its own (`docs/decisions/0128-two-switches.md`).
"""

from typing import Final

from django.db.models import Q, QuerySet

from tournaments.models import Event, Match, MatchState, Slot, SourceKind

_FROM_PLAY: Final = (SourceKind.WINNER, SourceKind.LOSER)
#: of slots: who stands in them was drawn
DRAWN: Final = ~Q(source__in=_FROM_PLAY) & ~Q(source=SourceKind.SEED, match__stage__number__gt=1)


def is_from_play(source: str, stage: int) -> bool:
    """Whether who stands in a slot of that stage follows from results."""
    return source in _FROM_PLAY or (source == SourceKind.SEED and stage > 1)


def state_without_results(state: str, known: int) -> str:
    """The state of a match of which `known` sides were drawn, as if nothing had been played."""
    if state == MatchState.BYE:
        return state
    return MatchState.OPEN if known == 2 else MatchState.WAITING


def seen_matches(event: Event, *, results: bool) -> QuerySet[Match]:
    """The matches of an event, boards among them; without `results` those whose players were drawn."""
    matches = Match.every.filter(event=event)
    if results:
        return matches
    from_play = Slot.objects.filter(~DRAWN, match__event=event)
    return matches.filter(team_match=None).exclude(pk__in=from_play.values("match"))


def withhold(match: Match) -> None:
    """Take results out of a match loaded with `api.lookup.with_details`, before it is shown."""
    known = 0
    for slot in match.both:  # type: ignore[attr-defined]
        if is_from_play(slot.source, match.stage.number):
            slot.occupant = None
        known += slot.occupant_id is not None
    match.current_decisions = []  # type: ignore[attr-defined]
    match._prefetched_objects_cache = {"reports": [], "results": []}  # type: ignore[attr-defined]
    match.state, match.winner_id = state_without_results(match.state, known), None
