"""What needs somebody in running events, most pressing first: as many queries for one event as for all of them."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count, Exists, OuterRef, Q, Subquery
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from players.models import ClaimState, ProfileClaim
from tournaments.models import (
    CheckIn,
    Entry,
    EntryRules,
    EntryState,
    Event,
    EventState,
    GameResult,
    PenaltyState,
    ScoreState,
    SittingScore,
    TimePenalty,
    WaitingPlace,
)
from tournaments.selectors.pages.closing import load_closing
from tournaments.selectors.pages.open_matches import OpenMatch, open_matches
from tournaments.selectors.pages.stages import StageLine, lines_of_stages
from tournaments.selectors.pages.todo_matches import problems_of_matches
from tournaments.selectors.pages.todo_words import Problem, in_order

STARTS_SOON: Final = timedelta(days=3)
CHECK_IN_NEAR: Final = timedelta(hours=6)


def load_todo(event: Event, *, now: datetime, organises: bool = True) -> tuple[Problem, ...]:
    """The problems of one event, level entries of a stage that is played out among them."""
    lines = lines_of_stages([event])
    return todo_of([event], open_matches({event.pk: event}), lines, now=now, organises=organises, ties=True)[event.pk]


def count_todo(events: Sequence[Event], *, now: datetime) -> dict[int, int]:
    """How many problems each of these events has; as many queries for any number of events."""
    if not events:
        return {}
    matches = open_matches({event.pk: event for event in events})
    return {pk: len(rows) for pk, rows in todo_of(events, matches, lines_of_stages(events), now=now).items()}


def todo_of(
    events: Sequence[Event],
    matches: dict[int, list[OpenMatch]],
    lines: dict[int, tuple[StageLine, ...]],
    *,
    now: datetime,
    organises: bool = True,
    ties: bool = False,
) -> dict[int, tuple[Problem, ...]]:
    """The problems of these events by event. `ties` looks into stages that are played out, which folds each; their
    number does not change by it."""
    found: dict[int, list[Problem]] = {event.pk: [] for event in events}
    running = [event for event in events if event.state == EventState.RUNNING]
    for event, problems in problems_of_matches(running, matches, now=now):
        found[event.pk] += problems
    for event in running:
        found[event.pk] += _of_stages(event, lines[event.pk], ties=ties)
    for event, problem in (*_of_tables(running), *_of_typed(running), *_of_objections(running)):
        found[event.pk].append(problem)
    coming = [event for event in events if event.state in (EventState.DRAFT, EventState.PUBLISHED)]
    for event in coming:
        found[event.pk] += _of_draw(event, lines[event.pk], now)
    undrawn = [event for event in coming if not any(line.is_drawn for line in lines[event.pk])]
    for event, problem in (*_of_entries(undrawn, now), *_of_claims(events)):
        found[event.pk].append(problem)
    return {
        pk: in_order([problem for problem in problems if organises or not problem.for_organisers], now)
        for pk, problems in found.items()
    }


def _page(name: str, event: Event, *more: object) -> str:
    return reverse(f"organise:{name}", args=[event.slug, *more])


def _of_stages(event: Event, lines: Sequence[StageLine], *, ties: bool) -> Iterable[Problem]:
    """The one step of its stages that nothing holds up any more."""
    line = next((line for line in lines if not line.is_finished), None)
    if line is None or event.has_sittings:
        return
    title = line.title
    if not line.is_running:
        text = _("Draw {stage}: the stage before is closed").format(stage=title)
        yield Problem("stage_to_draw", text, _("To the draw"), f"{_page('draw', event)}?stage={line.number}")
    elif line.proposed is not None:
        text = _("Round {n} is proposed and not published").format(n=line.proposed)
        path = f"{_page('rounds', event)}?stage={line.number}"
        yield Problem("round_to_publish", text, _("Look and publish"), path)
    elif line.done == line.total and line.is_swiss and line.last_round < line.rounds:
        text = _("Round {n} can be paired").format(n=line.last_round + 1)
        path = f"{_page('rounds', event)}?stage={line.number}"
        yield Problem("round_to_pair", text, _("Pair"), path)
    elif line.is_played_out:
        yield _closing(event, line, lines, ties=ties)


def _closing(event: Event, line: StageLine, lines: Sequence[StageLine], *, ties: bool) -> Problem:
    later = next((other for other in lines if other.number == line.number + 1), None)
    levels = 0
    if ties and line.stage.is_table:
        levels = sum(not level.is_ruled for level in load_closing(event, line, later).levels)
    if levels:
        text = ngettext(
            "{stage} is played; {n} tie is left to the seeds",
            "{stage} is played; {n} ties are left to the seeds",
            levels,
        ).format(stage=line.title, n=levels)
        return Problem("ties_to_break", text, _("Look and rule"), _page("stage-ties", event, line.number))
    text = _("{stage} is played and can be closed").format(stage=line.title)
    if later is None:
        return Problem("stage_to_close", text, _("Look and finish"), _page("finish", event))
    return Problem("stage_to_close", text, _("Look and close"), _page("stage-close", event, line.number))


def _of_draw(event: Event, lines: Sequence[StageLine], now: datetime) -> Iterable[Problem]:
    """An event that starts soon without a draw."""
    if event.starts_on is None or event.has_sittings or not lines or lines[0].is_drawn:
        return
    first = datetime(event.starts_on.year, event.starts_on.month, event.starts_on.day, tzinfo=event.zone)
    if now > first - STARTS_SOON:
        yield Problem(
            "not_drawn", _("The event starts and is not drawn"), _("To the draw"), _page("draw", event), first
        )


def _of_tables(events: Sequence[Event]) -> Iterable[tuple[Event, Problem]]:
    """Disputed games of tables that are drawn each round; one query."""
    known = {event.pk: event for event in events if event.has_sittings}
    if not known:
        return
    rows = SittingScore.objects.filter(sitting__round__event__in=known, state=ScoreState.DISPUTED)
    for score in rows.select_related("sitting__round").order_by("pk"):
        round_, number = score.sitting.round, score.sitting.number
        event = known[round_.event_id]
        text = _("Disputed: round {round}, table {table}, game {game}").format(
            round=round_.number, table=number, game=score.number
        )
        path = reverse("events:sitting", args=[event.slug, round_.number, number])
        yield event, Problem("table_disputed", text, _("Compare and rule"), path)


def _of_typed(events: Sequence[Event]) -> Iterable[tuple[Event, Problem]]:
    """Typed results that a second person found wrong; one query where anybody looks at them, else none."""
    known = {event.pk: event for event in events if event.results_checked}
    if not known:
        return
    rows = GameResult.objects.filter(match__event__in=known, current=True, check_row__accepted=False)
    for pk, number, game in rows.order_by("pk").values_list("match__event", "match__number", "number"):
        event = known[pk]
        text = _("Not as on the sheet: M{n}, game {game}").format(n=number, game=game)
        path = reverse("events:match-correct", args=[event.slug, number])
        yield event, Problem("typed_rejected", text, _("Correct"), path, match=number)


def _of_objections(events: Sequence[Event]) -> Iterable[tuple[Event, Problem]]:
    """Time claims to which the accused side objects (`docs/regulations.md` 1.4); one query."""
    known = {event.pk: event for event in events if not event.has_sittings}
    if not known:
        return
    rows = TimePenalty.objects.filter(match__event__in=known, state=PenaltyState.CLAIMED, objected_at__isnull=False)
    for pk, number, game in rows.order_by("pk").values_list("match__event", "match__number", "number"):
        event = known[pk]
        text = _("Objection to a time claim: M{n}, game {game}").format(n=number, game=game)
        path = _page("time", event, number)
        yield event, Problem("time_objection", text, _("Look and rule"), path, match=number)


def _of_entries(events: Sequence[Event], now: datetime) -> Iterable[tuple[Event, Problem]]:
    """Who waits though places are free, and who is missing while the check-in ends; three queries."""
    known = {event.pk: event for event in events}
    rules = {row.event_id: row for row in EntryRules.objects.filter(event__in=known)} if known else {}
    if not rules:
        return
    there = CheckIn.objects.filter(entry=OuterRef("pk"), revoked_at=None)
    counts = {
        row["event"]: row
        for row in Entry.objects.filter(event__in=rules)
        .annotate(there=Exists(there))
        .values("event")
        .annotate(
            accepted=Count("pk", filter=Q(state=EntryState.ACCEPTED)),
            missing=Count("pk", filter=Q(state=EntryState.ACCEPTED, there=False)),
        )
    }
    waiting = dict(
        WaitingPlace.objects.filter(event__in=rules, ended_at=None)
        .order_by()
        .values("event")
        .annotate(n=Count("pk"))
        .values_list("event", "n")
    )
    for pk, row in counts.items():
        event, free, waits = known[pk], known[pk].capacity - row["accepted"], waiting.get(pk, 0)
        if waits and free > 0:
            text = ngettext("{n} waits though a place is free", "{n} wait though places are free", waits)
            yield event, Problem("places_free", text.format(n=waits), _("Look"), _page("entrants", event))
        ends = rules[pk].check_in_closes_at
        if ends is not None and row["missing"] and now > ends - CHECK_IN_NEAR:
            text = ngettext("{n} has not checked in", "{n} have not checked in", row["missing"])
            path = _page("check-in", event)
            yield event, Problem("check_in_missing", text.format(n=row["missing"]), _("Look"), path, ends)


def _of_claims(events: Sequence[Event]) -> Iterable[tuple[Event, Problem]]:
    """Requests for profiles that were first entered here; one query."""
    known = {event.pk: event for event in events}
    first = Entry.every.filter(player=OuterRef("player")).order_by("created_at", "pk").values("event")[:1]
    claims = ProfileClaim.objects.filter(state=ClaimState.PENDING).annotate(home=Subquery(first))
    for claim in claims.filter(home__in=known).select_related("player", "user").order_by("created_at", "pk"):
        text = _("{user} asks for the profile of {name}").format(user=claim.user, name=claim.player.name)
        path = reverse("organise:claims")
        yield known[claim.home], Problem("profile_claim", text, _("Decide"), path, who=(claim.player.name,))
