"""The log of a match or an event in sentences."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from players.models import ActionLog
from tournaments.models import Event, Match
from tournaments.selectors.pages import words
from tournaments.selectors.pages.log_changes import Change, changes_of, moment_text
from tournaments.selectors.pages.several_words import ACT_WORDS

SHOWN = 100


@dataclass(frozen=True, slots=True)
class LogLine:
    """One act: when, who, what, why, and what it changed. `match` is the number of the match it was about."""

    at: datetime
    who: str
    what: str
    reason: str
    match: int | None
    action: str
    changes: tuple[Change, ...] = ()


def match_log(match: Match) -> tuple[LogLine, ...]:
    """Everything done in a match, the latest last; one query."""
    rows = _rows().filter(target_type=match._meta.label_lower, target_id=match.pk).order_by("at", "pk")[:SHOWN]
    return tuple(_line(row) for row in rows)


def event_log(event: Event) -> QuerySet[ActionLog]:
    """Everything done in an event, the latest first, for paging."""
    return _rows().filter(scope_type=event._meta.label_lower, scope_id=event.pk).order_by("-at", "-pk")


def log_lines(rows: Any) -> tuple[LogLine, ...]:
    """Rows of the log as sentences."""
    return tuple(_line(row) for row in rows)


def _rows() -> QuerySet[ActionLog]:
    return ActionLog.objects.select_related("player", "user")


def _line(row: ActionLog) -> LogLine:
    number = row.data.get("match")
    return LogLine(row.at, _who(row), what_text(row.action, row.data), row.reason,
                   number if isinstance(number, int) else None, row.action,
                   changes_of(row.action, row.data))  # fmt: skip


def _who(row: ActionLog) -> str:
    if row.player is not None:
        return row.player.name
    if row.user is not None:
        return row.user.get_username()
    return _("the site") if row.via == "system" else _("somebody who has left")


def what_text(action: str, data: dict[str, Any]) -> str:
    """The act as a sentence; an act without words of its own is named by its code."""
    values = _values(data)
    if action == "match.ruled" and data.get("unwarned"):
        action = "match.ruled.unwarned"
    template = _templates().get(action)
    if template is None:
        return action
    try:
        return template.format(**values)
    except (KeyError, IndexError):
        return template.split("{")[0].rstrip(" :,") or action


def _values(data: dict[str, Any]) -> dict[str, Any]:
    tiles = data.get("tiles")
    tp = data.get("tp")
    values = {
        key: (moment_text(value) or value) if isinstance(value, str) else value
        for key, value in data.items()
        if isinstance(value, str | int)
    }
    values["tiles"] = f"{tiles[0]}–{tiles[1]}" if isinstance(tiles, list) and len(tiles) == 2 else "–"
    pair = isinstance(tp, list) and len(tp) == 2 and all(isinstance(x, int) for x in tp)
    values["tp"] = f"{words.tp_text(tp[0])}–{words.tp_text(tp[1])}" if pair and tp else "–"
    kind = data.get("kind")
    values["kind"] = str(words.MATCH_WORDS[kind].text) if kind in words.MATCH_WORDS else _("by games")
    if isinstance(data.get("act"), str):
        values["act"] = str(ACT_WORDS.get(data["act"], data["act"]))
    if isinstance(data.get("tenths"), int):
        values["points"] = words.tp_text(data["tenths"])
    if isinstance(data.get("points"), float):
        values["points"] = f"{data['points']:g}"
    if isinstance(data.get("on"), str):
        values["on"] = date_format(date.fromisoformat(data["on"]), pgettext("format of a date", "j M Y"))
    return values


def _templates() -> dict[str, str]:
    return {
        "report.sent": _("reported game {game}: {tiles} tiles"),
        "report.record.attached": _("sent a record for game {game}"),
        "report.record.verified": _("game {game}: the record is legal, {tiles} tiles"),
        "report.record.rejected": _("game {game}: the record breaks a rule"),
        "report.conflict": _("game {game}: the record contradicts the report"),
        "report.confirmed": _("confirmed game {game}: {tiles} tiles"),
        "report.confirmed.time": _("game {game} counts: nobody objected in time"),
        "report.disputed": _("disputed game {game}"),
        "report.withdrawn": _("took back the report of game {game}"),
        "report.accepted": _("accepted the report of game {game}"),
        "report.refused": _("set the report of game {game} aside"),
        "typed.accepted": _("looked at game {game} of M{match}: right, {tiles} tiles"),
        "typed.rejected": _("looked at game {game} of M{match}: not right"),
        "typed.checking": _("a second person looks at typed results"),
        "typed.no_checking": _("nobody looks at typed results a second time any more"),
        "clock.started": _("started the clock: {minutes} minutes"),
        "clock.paused": _("stopped the clock"),
        "clock.resumed": _("let the clock go on"),
        "clock.adjusted": _("set the clock by {minutes} minutes"),
        "clock.removed": _("took the clock away"),
        "hall.tables": _("said at which tables {count} matches are played"),
        "hall.fixed": _("gave an entry a fixed table"),
        "hall.not_fixed": _("ended the fixed table of an entry"),
        "game.recorded": _("game {game} counts: {tiles} tiles, {tp} points"),
        "match.decided": _("the match is decided: {tp} points"),
        "match.ruled": _("ruled: {kind}"),
        "match.corrected": _("corrected the result"),
        "match.voided": _("the result is void, as the players of this match changed"),
        "match.reinstated": _("the earlier result counts again"),
        "time.claimed": _("claimed {points} for time in game {game}"),
        "time.objected": _("objected to the time claim for game {game}"),
        "time.withdrawn": _("withdrew the time claim for game {game}"),
        "time.ruled": _("ruled on the time of game {game}: {points}"),
        "event.created": _("created the event"),
        "event.from_template": _("made it from the template “{template}”, for {entrants} entries"),
        "template.saved": _("kept the event as the template “{name}”"),
        "event.updated": _("changed the settings"),
        "event.published": _("published the event"),
        "event.unpublished": _("took the event back to a draft"),
        "event.seeded": _("set the seeds"),
        "event.player_merged": _("the profiles {name} and {kept} are one now"),
        "event.entry_rules": _("changed the terms of entering"),
        "event.invited": _("invited {name}"),
        "event.invitation_revoked": _("took the invitation of {name} back"),
        "event.entries.import_undone": _("took a list of {lines} entries back"),
        "entry.waits": _("{name} is on the waiting list"),
        "entry.promoted": _("{name} has a place now, as number {number} of the waiting list"),
        "entry.checked_in": _("{name} is there"),
        "entry.check_in_revoked": _("{name} is not there after all"),
        "entry.age_seen": _("saw that the age of {name} fits"),
        "entry.age_seen_revoked": _("took back that the age of {name} fits"),
        "event.points.taken": _("took the seeding points of {on}"),
        "entry.points.set": _("gave {name} {points} seeding points by hand"),
        "entry.points.cleared": _("took the seeding points of {name} entered by hand back"),
        "event.drawn": _("made draw {draw} of {entries} entries"),
        "stage.closed": _("closed stage {stage}"),
        "stage.opened": _("stage {stage} has all its entries and is open"),
        "stage.reopened": _("opened stage {stage} again"),
        "round.proposed": _("proposed a pairing for round {round}"),
        "round.edited": _("changed the proposal for round {round} by hand"),
        "round.discarded": _("gave up the proposal for round {round}"),
        "round.published": _("published round {round}"),
        "round.unpublished": _("took round {round} back"),
        "round.changed": _("changed pairings of round {round}"),
        "table.ruled": _("ordered entries that are level in stage {stage}"),
        "entry.joined": _("{name} joins in round {round}"),
        "entry.absent": _("{name} misses round {round}"),
        "entry.present": _("{name} is there in round {round}"),
        "event.draw.discarded": _("discarded the draw"),
        "event.draw.replaced": _("let an alternate into the draw of stage {stage}"),
        "event.stages": _("changed the stages"),
        "event.started": _("started the event"),
        "event.finished": _("finished the event"),
        "event.archived": _("put the event into the archive"),
        "event.unarchived": _("took the event out of the archive"),
        "event.personal_hidden": _("deleted answers, messages, invitations and private links"),
        "event.keep_days": _("changed how long personal data are kept"),
        "event.categorised": _("put the event into another category"),
        "event.reopened": _("opened the event again"),
        "event.rebuilt": _("the bracket was made anew from its facts"),
        "offer.made": _("offered {starts_at}"),
        "offer.accepted": _("agreed to {starts_at}"),
        "offer.declined": _("declined {starts_at}"),
        "offer.withdrawn": _("took the offer of {starts_at} back"),
        "offer.lapsed": _("the offer of {starts_at} is past"),
        "match.ready": _("is there and ready"),
        "match.lot": _("drew the lot {lot} for who starts"),
        "match.ruled.unwarned": _("ruled: {kind}, though not all warnings had been sent"),
        "deadline.extension_asked": _("asked for time until {after}"),
        "deadline.extension_agreed": _("agreed to time until {after}"),
        "deadline.extension_withdrawn": _("asks no longer for time until {after}"),
        "deadline.extension_refused": _("gave no time until {after}"),
        "deadline.extended": _("the deadline is {after} now; before, it was {before}"),
        "deadline.reminder": _("both sides were reminded of the deadline"),
        "deadline.final_reminder": _("both sides were reminded of the deadline for the last time"),
        "deadline.warning": _("both sides were warned of a default"),
        "deadline.final_warning": _("both sides were warned of a default for the last time"),
        "message.hidden": _("hid a message"),
        "event.arranging.set": _("set how times are agreed and sides reminded"),
        "event.announced": _("announced “{subject}” to {recipients} accounts"),
        "event.several": _("acted on {count} rows at once: {act}"),
        "match.deadline.set": _("set the deadline of the match"),
        "match.reminded": _("reminded both sides"),
        "event.deadline.set": _("set the deadline of round {round}"),
        "event.entries.imported": _("entered players from a list"),
        "event.organiser.added": _("made {user} an organiser"),
        "event.organiser.removed": _("took the role of organiser from {user}"),
        "event.invitation.made": _("made a link that invites others to help run the event"),
        "event.invitation.revoked": _("revoked a link that invites others to help run the event"),
        "event.invitation.accepted": _("{user} came to help by an invitation"),
        "event.listed": _("put the event in the lists"),
        "event.unlisted": _("took the event out of the lists"),
        "event.draw.released": _("released the draw"),
        "event.draw.held": _("held the draw back"),
        "event.results.released": _("released the results"),
        "event.results.held": _("held the results back"),
        "entry.added": _("entered {name}"),
        "team.player.added": _("entered {name} in {team}"),
        "team.player.removed": _("took {name} out of {team}"),
        "team.player.moved": _("moved {name} from {from} to {team}"),
        "team.ordered": _("gave {team} another order"),
        "team.captains.named": _("named captain and deputy of {team}"),
        "team.line_up.sent": _("sent the line-up of {team}"),
        "team.line_ups.fixed": _("the line-ups are fixed"),
        "team.substituted": _("{team}, board {board}: {name} for {absent}"),
        "event.overall_captain.named": _("named the overall captain of {for}"),
        "event.line_ups.due": _("set until when line-ups of round {round} are sent"),
        "prize_list.created": _("made the prize list “{list}”"),
        "prize_list.removed": _("removed the prize list “{list}”"),
        "prize_list.member.added": _("put {name} in the prize list “{list}”"),
        "prize_list.member.removed": _("took {name} out of the prize list “{list}”"),
        "sittings.drawn": _("drew round {round}: {tables} tables"),
        "sittings.taken_back": _("took round {round} back"),
        "sitting.reported": _("reported round {round}, table {table}, game {game}: {result}"),
        "sitting.confirmed": _("confirmed round {round}, table {table}, game {game}: {result}"),
        "sitting.disputed": _("disputed round {round}, table {table}, game {game}"),
        "sitting.entered": _("entered round {round}, table {table}, game {game}: {result}"),
        "entry.removed": _("removed the entry of {name}"),
        "entry.withdrawn": _("{name} withdrew"),
        "entry.disqualified": _("disqualified {name}"),
        "entry.returned": _("let an entry come back"),
        "entry.answers.changed": _("changed the answers of {name}"),
        "pair.proposed": _("{name} asked {partner} to enter as a pair"),
        "pair.accepted": _("{partner} agreed to play with {name}"),
        "pair.refused": _("{partner} refused to play with {name}"),
        "pair.withdrawn": _("{name} asks {partner} no longer"),
        "pair.lapsed": _("{partner} can no longer agree to play with {name}"),
        "pair.link_made": _("made a private link for the answer of {partner}"),
        "entry.claimed": _("took over the profile of an entry"),
        "entry.link.made": _("made a private link"),
        "entry.link.revoked": _("ended a private link"),
    }
