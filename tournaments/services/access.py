"""Taking the locks and asking who may: the first lines of every service.

One way to lock: the event row first. Whoever holds it is the only one to write anything inside the event, so no other
row of it needs a lock of its own.
"""

from collections.abc import Iterable

from django.db.models import F, QuerySet, Subquery
from django.utils.translation import gettext as _

from players.actors import Actor
from tantrix_site.compiled import Compiled, CompiledObjects, CompiledUpdate
from tantrix_site.errors import Conflict, NotFound, NotPermitted, StaleVersion
from tournaments import permissions
from tournaments.models import Entry, Event, EventState, Match, Report, Stage, StageState
from tournaments.selectors.pairs import plays_in_pair
from tournaments.selectors.parties import is_party
from tournaments.selectors.slots import read_sides

_event_locked = CompiledObjects(lambda event: Event.objects.select_for_update().filter(pk=event))
_match = CompiledObjects(lambda match: Match.every.filter(pk=match).select_related("stage"))
_match_of_report = Compiled(lambda report: Report.objects.filter(pk=report).values_list("match_id"))
_report = CompiledObjects(lambda report: Report.objects.filter(pk=report).select_related("submission"))
_event_of_entry = Compiled(lambda entry: Entry.every.filter(pk=entry).values_list("event_id"))
_entry = CompiledObjects(lambda entry: Entry.every.filter(pk=entry).select_related("player"))
_new_version = CompiledUpdate(lambda event, version: (Event.objects.filter(pk=event), {"version": version}))
# relative to the row, as the fold may have raised it since the match was read
_next_match_version = CompiledUpdate(lambda match: (Match.every.filter(pk=match), {"version": F("version") + 1}))


@CompiledObjects
def _event_of_match_locked(match: int) -> QuerySet[Event, Event]:
    # a match never changes its event
    of_match = Match.every.filter(pk=match).order_by().values("event_id")
    return Event.objects.select_for_update().filter(pk=Subquery(of_match))


def lock_event(event_id: int, *, archived_too: bool = False) -> Event:
    """The event, locked until the end of the transaction.

    Raises NotFound `event_not_found`; Conflict `archived` for one in the archive, which nothing changes: only what the
    site does by itself, and what is not about the event, asks for `archived_too`.
    """
    event = _event_locked.one(event_id)
    if event is None:
        raise NotFound("event_not_found", _("There is no such event."))
    _require_in_use(event, archived_too=archived_too)
    return event


def _require_in_use(event: Event, *, archived_too: bool = False) -> None:
    if event.archived_at is not None and not archived_too:
        raise Conflict(
            "archived", _("The event is in the archive and changes no more. Its owner can take it out of there.")
        )


def lock_match(match_id: int) -> tuple[Event, Match]:
    """The event locked, and the match as it is now. Raises NotFound `match_not_found`."""
    event = _event_of_match_locked.one(match_id)
    if event is None:
        raise NotFound("match_not_found", _("There is no such match."))
    _require_in_use(event)
    match = _match.one(match_id)
    if match is None:
        raise NotFound("match_not_found", _("There is no such match."))
    read_sides([match])
    match.event = event
    return event, match


def lock_report(report_id: int) -> tuple[Event, Match, Report]:
    """The event locked, the match and the report as they are now. Raises NotFound `report_not_found`."""
    found = _match_of_report(report_id)
    if not found:
        raise NotFound("report_not_found", _("There is no such report."))
    event, match = lock_match(found[0][0])
    report = _report.one(report_id)
    if report is None:
        raise NotFound("report_not_found", _("There is no such report."))
    report.match = match
    return event, match, report


def lock_entry(entry_id: int) -> tuple[Event, Entry]:
    """The event locked and the entry as it is now. Raises NotFound `entry_not_found`."""
    found = _event_of_entry(entry_id)
    if not found:
        raise NotFound("entry_not_found", _("There is no such entry."))
    event = lock_event(found[0][0])
    entry = _entry.one(entry_id)
    if entry is None:
        raise NotFound("entry_not_found", _("There is no such entry."))
    entry.event = event
    return event, entry


def require_owner(actor: Actor, event: Event) -> None:
    """Raises NotPermitted `not_owner`."""
    owns = permissions.is_site_staff(actor.user) or permissions.owns_event(actor.user, event)
    if not (actor.is_system or (actor.via != "link" and owns)):
        raise NotPermitted("not_owner", _("Only the owner of the event may do this."))


def may_organise(actor: Actor, event: Event) -> bool:
    return actor.is_system or (
        actor.via != "link"
        and (permissions.is_site_staff(actor.user) or permissions.organises_event(actor.user, event))
    )


def require_organiser(actor: Actor, event: Event) -> None:
    """Raises NotPermitted `not_organiser`."""
    if not may_organise(actor, event):
        raise NotPermitted("not_organiser", _("Only an organiser of the event may do this."))


def may_arbitrate(actor: Actor, event: Event) -> bool:
    return actor.is_system or (
        actor.via != "link" and (permissions.is_site_staff(actor.user) or permissions.rules_on_event(actor.user, event))
    )


def require_arbiter(actor: Actor, event: Event, match: Match | None) -> None:
    """For every ruling: who may rule, and not in an own match (`docs/regulations.md` 3.6, `docs/decisions/0127`).

    `match` is None only for what is no ruling on a match or a table. Raises NotPermitted `not_arbiter`, `own_match`.
    """
    if not may_arbitrate(actor, event):
        raise NotPermitted("not_arbiter", _("Only an organiser or arbiter of the event may do this."))
    if match is not None:
        require_neutral(actor, event, match_entries(match))


def require_neutral(actor: Actor, event: Event, entries: Iterable[int]) -> None:
    """Raises NotPermitted `own_match` where the actor is, plays in or leads one of these entries."""
    if not is_neutral(actor, event, entries):
        raise NotPermitted(
            "own_match",
            _(
                "You play in this match yourself, or lead a team in it. Another organiser or arbiter of the event, or"
                " the site's staff, has to rule; as a player you may report and confirm results."
            ),
        )


def is_neutral(actor: Actor, event: Event, entries: Iterable[int]) -> bool:
    """Whether the actor has no part in these entries; the site's staff decide where nobody else can."""
    if actor.is_system or permissions.is_site_staff(actor.user):
        return True
    return not is_party(actor, event, entries)


def may_rule(actor: Actor, match: Match) -> bool:
    """Whether `require_arbiter` lets the actor rule on this match: for pages, which offer what can be done."""
    return may_rule_among(actor, match.event, match_entries(match))


def may_rule_among(actor: Actor, event: Event, entries: Iterable[int]) -> bool:
    """The same for the entries of a table."""
    return may_arbitrate(actor, event) and is_neutral(actor, event, entries)


def organises_match(actor: Actor, match: Match) -> bool:
    """Whether the actor is shown both orders of a match of teams and may fix them: an organiser of neither team."""
    return may_organise(actor, match.event) and is_neutral(actor, match.event, match_entries(match))


def match_entries(match: Match) -> list[int]:
    """The keys of the entries that stand in the match."""
    return [slot.occupant_id for slot in match.slots.all() if slot.occupant_id is not None]


def may_check_in(actor: Actor, event: Event) -> bool:
    """Whether the actor says of others that they are there: organisers, and who has the role for it."""
    return may_organise(actor, event) or (actor.via != "link" and permissions.checks_in_event(actor.user, event))


def require_check_in(actor: Actor, event: Event) -> None:
    """Raises NotPermitted `not_check_in`."""
    if not may_check_in(actor, event):
        raise NotPermitted("not_check_in", _("Only an organiser of the event, or who does its check-in, may do this."))


def is_entrant(actor: Actor, entry: Entry) -> bool:
    """Whether the actor is that entry, or a player of that pair: by the private link, or by the player's account."""
    if entry.player_id is None:
        return plays_in_pair(actor, entry)
    if actor.via == "link":
        return actor.entry_id == entry.pk
    return actor.player is not None and actor.player.pk == entry.player_id


def side_of(actor: Actor, match: Match) -> int | None:
    """The side on which the actor plays this match now, if any."""
    for slot in match.slots.all():
        if slot.occupant is not None and is_entrant(actor, slot.occupant):
            return slot.side
    return None


def require_side(actor: Actor, match: Match) -> int:
    """The side on which the actor plays. Raises NotPermitted `not_in_match`."""
    side = side_of(actor, match)
    if side is None:
        raise NotPermitted("not_in_match", _("Only the two players of this match may do this."))
    return side


def require_running(event: Event) -> None:
    """Raises Conflict `event_not_started` or `event_finished`."""
    if event.state == EventState.FINISHED:
        raise Conflict("event_finished", _("The event is finished; its results stand."))
    if event.state != EventState.RUNNING:
        raise Conflict("event_not_started", _("The event has not started."))


def require_open_stage(stage: Stage) -> None:
    """Raises Conflict `stage_finished` where a later stage was drawn from the standings, which must not lose ground."""
    later = Stage.objects.filter(event=stage.event_id, number__gt=stage.number, opened_at__isnull=False)
    if stage.state == StageState.FINISHED and later.exists():
        raise Conflict(
            "stage_finished",
            _("This stage is finished; its results stand unless it is opened again."),
            {"stage": stage.number},
        )


def require_version(current: int, expected: int | None) -> None:
    """Raises StaleVersion `stale_version` if the caller saw another version than the current one."""
    if expected is not None and expected != current:
        raise StaleVersion(
            "stale_version",
            _("Somebody changed this since you read it. Look again before you change it."),
            {"version": current, "expected": expected},
        )


def raise_version(event: Event) -> None:
    """Note a change that the public can see."""
    event.version += 1
    _new_version(event.pk, event.version)


def raise_match_version(match: Match) -> None:
    """Note a change of the match or of what is said about it."""
    _next_match_version(match.pk)
