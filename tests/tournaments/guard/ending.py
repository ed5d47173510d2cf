"""Bringing an event to its end by ordinary acts: nobody may be stuck on the way."""

from tantrix_site.errors import Conflict, DomainError
from tests.tournaments.guard.invariants import Broken
from tests.tournaments.guard.play import Play
from tests.tournaments.guard.results import _next_game
from tests.tournaments.guard.rounds import note_shown
from tests.tournaments.scene import LEFT_WINS
from tournaments import services
from tournaments.formats.settings import SwissSettings
from tournaments.models import Event, EventState, Exit, GameResult, Match, Report, Stage, StageState
from tournaments.models.report import LIVE_STATES
from tournaments.selectors.feeding import entries_of, feed_rule
from tournaments.selectors.stages import stage_settings
from tournaments.selectors.swiss import load_swiss
from tournaments.services import StagePlan

MOST = 1000


def end(play: Play) -> None:
    """Play what is open, pair what is due, close, draw, finish. Raises `Broken` where that leads nowhere."""
    for _ in range(MOST):
        play.later(minutes=1)
        event = play.event
        if event.state == EventState.FINISHED:
            _check_places(play)
            return
        if not _settle(play) and not _go_on(play, event):
            raise Broken(f"nothing leads on; stages {[str(stage.state) for stage in play.stages()]}")
    raise Broken("the event does not end")


def _settle(play: Play) -> bool:
    """Answer what waits for an answer, or play the open matches: what is missing of each, then what is due beyond."""
    for report in Report.objects.filter(match__event=play.event_id, state__in=LIVE_STATES):
        try:
            services.accept_report(**play.by, report_id=report.pk, reason="r")
        except Conflict:
            services.refuse_report(**play.by, report_id=report.pk, reason="r")
        return True
    found = play.matches("open")
    for match in found:
        games = dict.fromkeys(_missing(match) or [_next_game(match)], LEFT_WINS)
        services.enter_results(**play.by, match_id=match.pk, games=games)
    return bool(found)


def _missing(match: Match) -> list[int]:
    played = set(GameResult.objects.filter(match=match, current=True).values_list("number", flat=True))
    return [number for number in range(1, match.games + 1) if number not in played]


def _go_on(play: Play, event: Event) -> bool:
    for stage in play.stages(StageState.RUNNING):
        settings = stage_settings(stage, event)
        if isinstance(settings, SwissSettings) and _pair(play, stage):
            return True
        services.close_stage(**play.at(stage.number), early=True, reason="nobody is left to meet")
        return True
    for stage in play.stages(StageState.PLANNED):
        found = entries_of(event, stage)
        if found is None or len([entry for entry in found.entries if entry is not None]) < 2:
            _drop_from(play, stage)
        else:
            services.make_draw(**play.at(stage.number), lot=1)
            note_shown(play, stage)
        return True
    services.finish_event(**play.at())
    return True


def _pair(play: Play, stage: Stage) -> bool:
    state = load_swiss(stage)
    if state is None or state.is_over:
        return False
    try:
        services.propose_pairing(**play.at(stage.number))
        services.publish_pairing(**play.at(stage.number))
    except DomainError as refused:
        if refused.code not in ("too_few_entries", "no_pairs"):
            raise
        return False
    note_shown(play, stage)
    return True


def _drop_from(play: Play, stage: Stage) -> None:
    """Too few are left for this stage: the event ends with the one before."""
    plans = []
    for kept in play.stages():
        if kept.number >= stage.number:
            break
        plans.append(
            StagePlan(
                kept.kind, kept.name, kept.settings, None if not kept.feed else feed_rule(kept),
                bool((kept.feed or {}).get("crossing")),
            )
        )  # fmt: skip
    services.plan_stages(**play.at(), plans=plans)


def _check_places(play: Play) -> None:
    """At the end everybody who stayed has a place, of its own or shared with those who lost beside it."""
    left_once = set(Exit.objects.filter(entry__event=play.event_id).values_list("entry", flat=True))
    entries = list(play.event.entries.values_list("pk", "place"))
    places = sorted(place for _, place in entries if place is not None)
    for place in set(places):
        if sum(other < place for other in places) >= place:
            raise Broken(f"places {places}: {place} stands behind too many")
    without = [entry for entry, place in entries if place is None and entry not in left_once]
    if without:
        raise Broken(f"{without} stayed to the end and have no place; places {places}")
