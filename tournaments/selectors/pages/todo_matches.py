"""What needs somebody in open matches: results that are disputed, and what the players are behind with."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Event
from tournaments.selectors.pages.open_matches import OpenMatch
from tournaments.selectors.pages.todo_words import Problem

SOON: Final = timedelta(hours=6)
NEAR: Final = timedelta(hours=48)


def problems_of_matches(
    events: Sequence[Event], matches: Mapping[int, Sequence[OpenMatch]], *, now: datetime
) -> Iterable[tuple[Event, list[Problem]]]:
    """The problems of these events' open matches; a match of teams is reported of board by board."""
    for event in events:
        found = matches.get(event.pk, ())
        boards = [match for match in found if match.row.board is not None]
        reported = {match.row.team_match_id for match in boards if match.reports}
        opened = {match.row.team_match_id for match in boards}
        problems: list[Problem] = []
        for match in found:
            problems += _of_reports(event, match, now)
            if match.row.board is not None:
                continue
            if match.row.pk not in reported:
                problems += _late(event, match, now)
            if event.is_for_teams and match.row.pk not in opened:
                problems += _orders(event, match, now)
        yield event, problems


def _problem(code: str, event: Event, match: OpenMatch, text: str, action: str, moment: datetime | None) -> Problem:
    page = "organise:decide" if code == "overdue" else "events:match"
    path = reverse(page, args=[event.slug, match.number])
    return Problem(code, text, action, path, moment, match.number, match.round)


def _of_reports(event: Event, match: OpenMatch, now: datetime) -> Iterable[Problem]:
    states = {report.state for report in match.reports}
    numbers = sorted({report.number for report in match.reports if report.state in ("disputed", "conflict")})
    games = ", ".join(map(str, numbers))
    if "disputed" in states:
        text = _("Disputed, game {games}: {pair}").format(games=games, pair=match.pair)
        yield _problem("dispute", event, match, text, _("Compare and rule"), match.deadline)
    elif "conflict" in states:
        text = _("The record contradicts the report, game {games}: {pair}").format(games=games, pair=match.pair)
        yield _problem("record_conflict", event, match, text, _("Look and rule"), match.deadline)
    due = [report.confirm_by for report in match.reports if report.state == "open" and report.confirm_by]
    if due and min(due) < now + SOON:
        text = _("Counts soon without an answer: {pair}").format(pair=match.pair)
        yield _problem("counts_soon", event, match, text, _("Open"), min(due))


def _late(event: Event, match: OpenMatch, now: datetime) -> Iterable[Problem]:
    """A match of which nothing is known though its time is over, or nearly."""
    if match.deadline is None or match.reports:
        return
    if match.deadline < now:
        text = _("Overdue, nothing reported: {pair}").format(pair=match.pair)
        yield _problem("overdue", event, match, text, _("Decide"), match.deadline)
    elif match.deadline < now + NEAR:
        text = _("Nothing reported yet: {pair}").format(pair=match.pair)
        yield _problem("nothing_reported", event, match, text, _("Open"), match.deadline)


def _orders(event: Event, match: OpenMatch, now: datetime) -> Iterable[Problem]:
    """Two teams whose orders are due soon."""
    due = match.row.line_ups_by
    if due is not None and due <= now + NEAR:
        text = _("The orders are not fixed yet: {pair}").format(pair=match.pair)
        yield _problem("line_ups_missing", event, match, text, _("Open"), due)
