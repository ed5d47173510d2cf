"""What needs somebody in open matches: results that are disputed, and what the players are behind with."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import ArrangingRules, Event, Extension, ExtensionState, Match, MatchState
from tournaments.selectors.pages.open_matches import OpenMatch
from tournaments.selectors.pages.todo_words import Problem

SOON: Final = timedelta(hours=6)
NEAR: Final = timedelta(hours=48)
# an offer that waits as long presses
UNANSWERED: Final = timedelta(days=2)


def problems_of_matches(
    events: Sequence[Event], matches: Mapping[int, Sequence[OpenMatch]], *, now: datetime
) -> Iterable[tuple[Event, list[Problem]]]:
    """The problems of these events' open matches, three queries; a match of teams is reported of board by board."""
    if not any(matches.get(event.pk) for event in events):
        return
    ids = [event.pk for event in events]
    arranging = set(ArrangingRules.objects.filter(event__in=ids).values_list("event", flat=True))
    asked = {
        row.match_id: row
        for row in Extension.objects.filter(match__event__in=ids, state=ExtensionState.AGREED).order_by("pk")
    }
    played = _played_out(
        match.row for event in events if event.is_for_teams for match in matches.get(event.pk, ())
    )  # fmt: skip
    for event in events:
        found = matches.get(event.pk, ())
        boards = [match for match in found if match.row.board is not None]
        reported = {match.row.team_match_id for match in boards if match.reports}
        opened = {match.row.team_match_id for match in boards}
        arranges = event.pk in arranging or any(match.arrangement.last_word is not None for match in found)
        problems: list[Problem] = []
        for match in found:
            problems += _of_reports(event, match, now)
            if match.row.board is not None:
                continue
            if match.row.pk in played:
                text = _("Level on every board, an arbiter decides: {pair}").format(pair=match.pair)
                problems.append(_problem("level", event, match, text, _("Decide"), match.deadline))
                continue
            if match.row.pk in asked:
                problems.append(_more_time(event, match, asked[match.row.pk]))
            elif match.row.pk not in reported:
                problems += _late(event, match, now, arranges=arranges)
            if event.is_for_teams and match.row.pk not in opened:
                problems += _orders(event, match, now)
        yield event, problems


def _played_out(rows: Iterable[Match]) -> set[int]:
    """The open matches of teams with no board left to play: level in every way; no query without such matches."""
    whole = [row.pk for row in rows if row.board is None]
    if not whole:
        return set()
    left = Count("pk", filter=Q(state__in=(MatchState.OPEN, MatchState.WAITING)))
    boards = Match.every.filter(team_match__in=whole).values("team_match").annotate(left=left).filter(left=0)
    return {pk for pk in boards.values_list("team_match", flat=True) if pk is not None}


def _problem(
    code: str, event: Event, match: OpenMatch, text: str, action: str, moment: datetime | None,
    who: tuple[str, ...] = (),
) -> Problem:  # fmt: skip
    page = "organise:decide" if code in ("overdue", "level") else "events:match"
    path = reverse(page, args=[event.slug, match.number])
    return Problem(code, text, action, path, moment, match.number, match.round, who)


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


def _more_time(event: Event, match: OpenMatch, asked: Extension) -> Problem:
    """Both sides agree to play later, and it is for an organiser to say yes."""
    text = _("More time is asked for: {pair}").format(pair=match.pair)
    return _problem("extension_asked", event, match, text, _("Decide"), asked.before)


def _late(event: Event, match: OpenMatch, now: datetime, *, arranges: bool) -> Iterable[Problem]:
    """A match of which nothing is known though its time is over, or nearly."""
    if match.reports:
        return
    told, due, agreed = match.arrangement, match.deadline, match.arrangement.agreed_at
    if due is not None and due < now:
        text = _("Overdue, nothing reported: {pair}").format(pair=match.pair)
        yield _problem("overdue", event, match, text, _("Decide"), due)
    elif agreed is None and told.since is not None and told.since < now - UNANSWERED:
        days = (now - told.since).days
        who = match.names if told.turn is None else (match.names[told.turn],)
        text = ngettext(
            "Offer of a time unanswered for {n} day, {pair}: {who} has to answer",
            "Offer of a time unanswered for {n} days, {pair}: {who} has to answer",
            days,
        ).format(n=days, who=" / ".join(who), pair=match.pair)
        yield _problem("offer_unanswered", event, match, text, _("Open"), due, who)
    elif due is not None and due < now + NEAR and (agreed is None or agreed < now):
        if arranges and told.last_word is None:
            text = _("No offer of a time from either side: {pair}").format(pair=match.pair)
            yield _problem("no_offer", event, match, text, _("Open"), due, match.names)
        else:
            text = _("Nothing reported yet: {pair}").format(pair=match.pair)
            yield _problem("nothing_reported", event, match, text, _("Open"), due, match.names)


def _orders(event: Event, match: OpenMatch, now: datetime) -> Iterable[Problem]:
    """Two teams whose orders are due soon."""
    due = match.row.line_ups_by
    if due is not None and due <= now + NEAR:
        text = _("The orders are not fixed yet: {pair}").format(pair=match.pair)
        yield _problem("line_ups_missing", event, match, text, _("Open"), due)
