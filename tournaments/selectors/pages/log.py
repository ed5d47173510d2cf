"""The log of a match or an event in sentences."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from players.models import ActionLog
from tantrix_site.compiled import CompiledObjects
from tournaments.models import Event, Match
from tournaments.selectors.pages import words
from tournaments.selectors.pages.log_changes import Change, changes_of, moment_text
from tournaments.selectors.pages.several_words import ACT_WORDS
from tournaments.selectors.pages.words import Text

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
    return tuple(_line(row) for row in _of_match(match.pk))


@CompiledObjects
def _of_match(match: int) -> QuerySet[ActionLog]:
    return _rows().filter(target_type=Match._meta.label_lower, target_id=match).order_by("at", "pk")[:SHOWN]


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
    if action not in _TEMPLATES:
        return action
    template = str(_TEMPLATES[action])
    try:
        return template.format(**values)
    except (KeyError, IndexError):
        return template.partition("{")[0].rstrip(" :,") or action


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


_TEMPLATES: Final[dict[str, Text]] = {
    "report.sent": gettext_lazy("reported game {game}: {tiles} tiles"),
    "report.record.attached": gettext_lazy("sent a record for game {game}"),
    "report.record.verified": gettext_lazy("game {game}: the record is legal, {tiles} tiles"),
    "report.record.rejected": gettext_lazy("game {game}: the record breaks a rule"),
    "report.conflict": gettext_lazy("game {game}: the record contradicts the report"),
    "report.confirmed": gettext_lazy("confirmed game {game}: {tiles} tiles"),
    "report.confirmed.time": gettext_lazy("game {game} counts: nobody objected in time"),
    "report.disputed": gettext_lazy("disputed game {game}"),
    "report.withdrawn": gettext_lazy("took back the report of game {game}"),
    "report.accepted": gettext_lazy("accepted the report of game {game}"),
    "report.refused": gettext_lazy("set the report of game {game} aside"),
    "typed.accepted": gettext_lazy("looked at game {game} of M{match}: right, {tiles} tiles"),
    "typed.rejected": gettext_lazy("looked at game {game} of M{match}: not right"),
    "typed.checking": gettext_lazy("a second person looks at typed results"),
    "typed.no_checking": gettext_lazy("nobody looks at typed results a second time any more"),
    "clock.started": gettext_lazy("started the clock: {minutes} minutes"),
    "clock.paused": gettext_lazy("stopped the clock"),
    "clock.resumed": gettext_lazy("let the clock go on"),
    "clock.adjusted": gettext_lazy("set the clock by {minutes} minutes"),
    "clock.removed": gettext_lazy("took the clock away"),
    "hall.tables": gettext_lazy("said at which tables {count} matches are played"),
    "hall.fixed": gettext_lazy("gave an entry a fixed table"),
    "hall.not_fixed": gettext_lazy("ended the fixed table of an entry"),
    "game.recorded": gettext_lazy("game {game} counts: {tiles} tiles, {tp} points"),
    "match.decided": gettext_lazy("the match is decided: {tp} points"),
    "match.ruled": gettext_lazy("ruled: {kind}"),
    "match.corrected": gettext_lazy("corrected the result"),
    "match.voided": gettext_lazy("the result is void, as the players of this match changed"),
    "match.reinstated": gettext_lazy("the earlier result counts again"),
    "time.claimed": gettext_lazy("claimed {points} for time in game {game}"),
    "time.objected": gettext_lazy("objected to the time claim for game {game}"),
    "time.withdrawn": gettext_lazy("withdrew the time claim for game {game}"),
    "time.ruled": gettext_lazy("ruled on the time of game {game}: {points}"),
    "event.created": gettext_lazy("created the event"),
    "event.from_template": gettext_lazy("made it from the template “{template}”, for {entrants} entries"),
    "template.saved": gettext_lazy("kept the event as the template “{name}”"),
    "event.updated": gettext_lazy("changed the settings"),
    "event.published": gettext_lazy("published the event"),
    "event.unpublished": gettext_lazy("took the event back to a draft"),
    "event.seeded": gettext_lazy("set the seeds"),
    "event.player_merged": gettext_lazy("the profiles {name} and {kept} are one now"),
    "event.entry_rules": gettext_lazy("changed the terms of entering"),
    "event.invited": gettext_lazy("invited {name}"),
    "event.invitation_revoked": gettext_lazy("took the invitation of {name} back"),
    "event.entries.import_undone": gettext_lazy("took a list of {lines} entries back"),
    "entry.waits": gettext_lazy("{name} is on the waiting list"),
    "entry.promoted": gettext_lazy("{name} has a place now, as number {number} of the waiting list"),
    "entry.checked_in": gettext_lazy("{name} is there"),
    "entry.check_in_revoked": gettext_lazy("{name} is not there after all"),
    "entry.age_seen": gettext_lazy("saw that the age of {name} fits"),
    "entry.age_seen_revoked": gettext_lazy("took back that the age of {name} fits"),
    "event.points.taken": gettext_lazy("took the seeding points of {on}"),
    "entry.points.set": gettext_lazy("gave {name} {points} seeding points by hand"),
    "entry.points.cleared": gettext_lazy("took the seeding points of {name} entered by hand back"),
    "event.drawn": gettext_lazy("made draw {draw} of {entries} entries"),
    "stage.closed": gettext_lazy("closed stage {stage}"),
    "stage.opened": gettext_lazy("stage {stage} has all its entries and is open"),
    "stage.reopened": gettext_lazy("opened stage {stage} again"),
    "round.proposed": gettext_lazy("proposed a pairing for round {round}"),
    "round.edited": gettext_lazy("changed the proposal for round {round} by hand"),
    "round.discarded": gettext_lazy("gave up the proposal for round {round}"),
    "round.published": gettext_lazy("published round {round}"),
    "round.unpublished": gettext_lazy("took round {round} back"),
    "round.changed": gettext_lazy("changed pairings of round {round}"),
    "table.ruled": gettext_lazy("ordered entries that are level in stage {stage}"),
    "entry.joined": gettext_lazy("{name} joins in round {round}"),
    "entry.absent": gettext_lazy("{name} misses round {round}"),
    "entry.present": gettext_lazy("{name} is there in round {round}"),
    "event.draw.discarded": gettext_lazy("discarded the draw"),
    "event.draw.replaced": gettext_lazy("let an alternate into the draw of stage {stage}"),
    "event.stages": gettext_lazy("changed the stages"),
    "event.started": gettext_lazy("started the event"),
    "event.finished": gettext_lazy("finished the event"),
    "event.archived": gettext_lazy("put the event into the archive"),
    "event.unarchived": gettext_lazy("took the event out of the archive"),
    "event.personal_hidden": gettext_lazy("deleted answers, messages, invitations and private links"),
    "event.keep_days": gettext_lazy("changed how long personal data are kept"),
    "event.categorised": gettext_lazy("put the event into another category"),
    "event.reopened": gettext_lazy("opened the event again"),
    "event.rebuilt": gettext_lazy("the bracket was made anew from its facts"),
    "offer.made": gettext_lazy("offered {starts_at}"),
    "offer.accepted": gettext_lazy("agreed to {starts_at}"),
    "offer.declined": gettext_lazy("declined {starts_at}"),
    "offer.withdrawn": gettext_lazy("took the offer of {starts_at} back"),
    "offer.lapsed": gettext_lazy("the offer of {starts_at} is past"),
    "match.ready": gettext_lazy("is there and ready"),
    "match.lot": gettext_lazy("drew the lot {lot} for who starts"),
    "match.ruled.unwarned": gettext_lazy("ruled: {kind}, though not all warnings had been sent"),
    "deadline.extension_asked": gettext_lazy("asked for time until {after}"),
    "deadline.extension_agreed": gettext_lazy("agreed to time until {after}"),
    "deadline.extension_withdrawn": gettext_lazy("asks no longer for time until {after}"),
    "deadline.extension_refused": gettext_lazy("gave no time until {after}"),
    "deadline.extended": gettext_lazy("the deadline is {after} now; before, it was {before}"),
    "deadline.reminder": gettext_lazy("both sides were reminded of the deadline"),
    "deadline.final_reminder": gettext_lazy("both sides were reminded of the deadline for the last time"),
    "deadline.warning": gettext_lazy("both sides were warned of a default"),
    "deadline.final_warning": gettext_lazy("both sides were warned of a default for the last time"),
    "message.hidden": gettext_lazy("hid a message"),
    "event.arranging.set": gettext_lazy("set how times are agreed and sides reminded"),
    "event.announced": gettext_lazy("announced “{subject}” to {recipients} accounts"),
    "event.several": gettext_lazy("acted on {count} rows at once: {act}"),
    "match.deadline.set": gettext_lazy("set the deadline of the match"),
    "match.reminded": gettext_lazy("reminded both sides"),
    "event.deadline.set": gettext_lazy("set the deadline of round {round}"),
    "event.entries.imported": gettext_lazy("entered players from a list"),
    "event.organiser.added": gettext_lazy("made {user} an organiser"),
    "event.organiser.removed": gettext_lazy("took the role of organiser from {user}"),
    "event.invitation.made": gettext_lazy("made a link that invites others to help run the event"),
    "event.invitation.revoked": gettext_lazy("revoked a link that invites others to help run the event"),
    "event.invitation.accepted": gettext_lazy("{user} came to help by an invitation"),
    "event.listed": gettext_lazy("put the event in the lists"),
    "event.unlisted": gettext_lazy("took the event out of the lists"),
    "event.draw.released": gettext_lazy("released the draw"),
    "event.draw.held": gettext_lazy("held the draw back"),
    "event.results.released": gettext_lazy("released the results"),
    "event.results.held": gettext_lazy("held the results back"),
    "entry.added": gettext_lazy("entered {name}"),
    "team.player.added": gettext_lazy("entered {name} in {team}"),
    "team.player.removed": gettext_lazy("took {name} out of {team}"),
    "team.player.moved": gettext_lazy("moved {name} from {from} to {team}"),
    "team.ordered": gettext_lazy("gave {team} another order"),
    "team.captains.named": gettext_lazy("named captain and deputy of {team}"),
    "team.line_up.sent": gettext_lazy("sent the line-up of {team}"),
    "team.line_ups.fixed": gettext_lazy("the line-ups are fixed"),
    "team.substituted": gettext_lazy("{team}, board {board}: {name} for {absent}"),
    "event.overall_captain.named": gettext_lazy("named the overall captain of {for}"),
    "event.line_ups.due": gettext_lazy("set until when line-ups of round {round} are sent"),
    "prize_list.created": gettext_lazy("made the prize list “{list}”"),
    "prize_list.removed": gettext_lazy("removed the prize list “{list}”"),
    "prize_list.member.added": gettext_lazy("put {name} in the prize list “{list}”"),
    "prize_list.member.removed": gettext_lazy("took {name} out of the prize list “{list}”"),
    "sittings.drawn": gettext_lazy("drew round {round}: {tables} tables"),
    "sittings.taken_back": gettext_lazy("took round {round} back"),
    "sitting.reported": gettext_lazy("reported round {round}, table {table}, game {game}: {result}"),
    "sitting.confirmed": gettext_lazy("confirmed round {round}, table {table}, game {game}: {result}"),
    "sitting.disputed": gettext_lazy("disputed round {round}, table {table}, game {game}"),
    "sitting.entered": gettext_lazy("entered round {round}, table {table}, game {game}: {result}"),
    "entry.removed": gettext_lazy("removed the entry of {name}"),
    "entry.withdrawn": gettext_lazy("{name} withdrew"),
    "entry.disqualified": gettext_lazy("disqualified {name}"),
    "entry.returned": gettext_lazy("let an entry come back"),
    "entry.answers.changed": gettext_lazy("changed the answers of {name}"),
    "pair.proposed": gettext_lazy("{name} asked {partner} to enter as a pair"),
    "pair.accepted": gettext_lazy("{partner} agreed to play with {name}"),
    "pair.refused": gettext_lazy("{partner} refused to play with {name}"),
    "pair.withdrawn": gettext_lazy("{name} asks {partner} no longer"),
    "pair.lapsed": gettext_lazy("{partner} can no longer agree to play with {name}"),
    "pair.link_made": gettext_lazy("made a private link for the answer of {partner}"),
    "entry.claimed": gettext_lazy("took over the profile of an entry"),
    "entry.link.made": gettext_lazy("made a private link"),
    "entry.link.revoked": gettext_lazy("ended a private link"),
}
