"""Prize lists: juniors and newcomers in an event, or an event for juniors alone (`docs/regulations.md` 7.1, 7.3)."""

from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from players.actors import Actor
from players.models import Player
from players.services import log_action
from ratings.selectors import current_standings
from tantrix_site.compiled import CompiledObjects
from tantrix_site.errors import Conflict, InvalidInput, NotFound
from tournaments.models import (
    AgeEvidence,
    Entry,
    EntryState,
    Event,
    EventState,
    PrizeKind,
    PrizeList,
    PrizeMember,
)
from tournaments.models.prize import JUNIOR_AGE
from tournaments.selectors.ages import evidence_for_list, is_too_old
from tournaments.selectors.entry_rules import conditions_of, rules_of
from tournaments.selectors.prizes import members_of
from tournaments.selectors.teams import players_of
from tournaments.services.access import lock_event, raise_version, require_organiser

MOST_LISTS: Final = 12
OLDEST: Final = 120


@transaction.atomic
def create_prize_list(
    *,
    actor: Actor,
    now: datetime,
    event_id: int,
    kind: str,
    name: str,
    under_age: int | None = None,
    for_all: bool = False,
) -> PrizeList:
    """A prize list without members. Juniors are under 16 unless said otherwise; `for_all` makes the event theirs alone.

    Raises NotPermitted; InvalidInput `bad_choice`, `name_empty`, `name_too_long`, `bad_age`; Conflict
    `prize_list_exists`, `too_many_lists`, `event_finished`, `event_started` (for `for_all`).
    """
    event = lock_event(event_id)
    require_organiser(actor, event)
    _refuse_finished(event)
    name = " ".join(name.split())
    if kind not in PrizeKind.values:
        raise InvalidInput("bad_choice", _("There is no such kind of prize list."), field="kind")
    if not name:
        raise InvalidInput("name_empty", _("A prize list needs a name."), field="name")
    if len(name) > 60:
        raise InvalidInput("name_too_long", _("The name may have at most 60 characters."), field="name")
    age = _age(kind, under_age)
    if for_all and event.state == EventState.RUNNING:
        raise Conflict("event_started", _("The event has started; who may play stands."), field="for_all")
    lists = PrizeList.objects.filter(event=event)
    if lists.filter(name=name).exists():
        raise Conflict("prize_list_exists", _("There is a prize list of this name already."), field="name")
    if lists.count() >= MOST_LISTS:
        raise Conflict("too_many_lists", _("An event has at most %(most)d prize lists.") % {"most": MOST_LISTS})
    made = PrizeList.objects.create(event=event, kind=kind, name=name, under_age=age, for_all=for_all)
    log_action(actor=actor, now=now, action="prize_list.created", target=event, scope=event, data={"list": name})
    raise_version(event)
    return made


@transaction.atomic
def remove_prize_list(*, actor: Actor, now: datetime, list_id: int) -> None:
    """Take a prize list away, with who was in it. Raises NotPermitted; NotFound; Conflict `event_finished`."""
    event, found = _locked(list_id)
    require_organiser(actor, event)
    _refuse_finished(event)
    log_action(actor=actor, now=now, action="prize_list.removed", target=event, scope=event, data={"list": found.name})
    found.delete()
    raise_version(event)


@transaction.atomic
def put_in_prize_list(*, actor: Actor, now: datetime, list_id: int, entry_id: int) -> Entry:
    """An organiser vouches that an entry belongs in a prize list: of a junior that evidence of age was seen.

    Stored are the day and who saw it, nothing of what was shown. A date of birth in the profile, or a rating, that
    speaks against it is heeded; it is not told. Of a pair or team all players count. Evidence seen here counts for the
    terms of the event, and the other way round. Doing it twice changes nothing. Returns the entry.

    Raises NotPermitted; NotFound `prize_list_not_found`, `entry_not_found`; Conflict `too_old`, `not_newcomer`,
    `first_day_missing`, `event_finished`.
    """
    event, found = _locked(list_id)
    require_organiser(actor, event)
    _refuse_finished(event)
    entry = _entry(event, entry_id)
    if entry.pk in members_of(event, found):
        return entry
    people = _people(entry)
    if found.kind == PrizeKind.JUNIOR and found.under_age is not None:
        _refuse_too_old(event, entry, people, found.under_age)
    if found.kind == PrizeKind.NEWCOMER and current_standings([player.pk for player in people]):
        raise Conflict("not_newcomer", _("%(name)s has a rating already.") % {"name": entry.name}, field="entry")
    by: dict[str, Any] = {"prize_list": found, "at": now, "user": actor.user, "player": actor.player, "via": actor.via}
    if found.kind == PrizeKind.JUNIOR:
        seen = set(_evidence(event, found, people).values_list("holder", flat=True))
        AgeEvidence.objects.bulk_create(
            AgeEvidence(event=event, holder=player, **by) for player in people if player.pk not in seen
        )
    else:
        PrizeMember.objects.create(entry=entry, **by)
    _log_member(actor, now, event, found, entry, "prize_list.member.added")
    return entry


@transaction.atomic
def take_out_of_prize_list(*, actor: Actor, now: datetime, list_id: int, entry_id: int) -> None:
    """Take an entry out; that it was in stays known. Doing it twice changes nothing. Raises as `put_in_prize_list`.

    Of a junior the evidence of age is taken back, for the terms of the event too where it counted for both.
    """
    event, found = _locked(list_id)
    require_organiser(actor, event)
    _refuse_finished(event)
    entry = _entry(event, entry_id)
    if entry.pk not in members_of(event, found):
        return
    if found.kind == PrizeKind.JUNIOR:
        _evidence(event, found, _people(entry)).update(revoked_at=now)
    else:
        members = PrizeMember.objects.filter(prize_list=found, entry=entry, revoked_at=None)
        members.update(revoked_at=now, revoked_by=actor.user)
    _log_member(actor, now, event, found, entry, "prize_list.member.removed")


_lists_for_all = CompiledObjects(lambda event: PrizeList.objects.filter(event=event, for_all=True))


def require_eligible(event: Event) -> None:
    """Raises Conflict `not_eligible`, naming the entries that are not in the prize list an event is for alone."""
    for found in _lists_for_all(event.pk):
        found.event = event
        members = members_of(event, found)
        accepted = Entry.objects.filter(event=event, state=EntryState.ACCEPTED).order_by("pk")
        others = [entry for entry in accepted if entry.pk not in members]
        if others:
            raise Conflict(
                "not_eligible",
                _("Nobody has vouched yet that %(name)s belongs to “%(list)s”, and others may not play.")
                % {"name": others[0].name, "list": found.name},
                {"entries": [entry.pk for entry in others], "list": found.name},
            )


def _locked(list_id: int) -> tuple[Event, PrizeList]:
    event_id = PrizeList.objects.filter(pk=list_id).values_list("event", flat=True).first()
    event = None if event_id is None else lock_event(event_id)
    found = PrizeList.objects.filter(pk=list_id).first()
    if event is None or found is None:
        raise NotFound("prize_list_not_found", _("There is no such prize list."))
    return event, found


def _entry(event: Event, entry_id: int) -> Entry:
    entry = Entry.objects.filter(pk=entry_id, event=event).select_related("player").first()
    if entry is None:
        raise NotFound("entry_not_found", _("There is no such entry."), field="entry")
    return entry


def _evidence(event: Event, found: PrizeList, people: list[Player]) -> QuerySet[AgeEvidence]:
    return evidence_for_list(event, found, conditions_of(rules_of(event))).filter(holder__in=people)


def _people(entry: Entry) -> list[Player]:
    if entry.player is not None:
        return [entry.player]
    return [row.player for row in players_of([entry.pk])[entry.pk] if row.player is not None]


def _age(kind: str, under_age: int | None) -> int | None:
    if kind != PrizeKind.JUNIOR:
        return None
    age = JUNIOR_AGE if under_age is None else under_age
    if not 1 <= age <= OLDEST:
        raise InvalidInput("bad_age", _("An age is from 1 to %(most)d.") % {"most": OLDEST}, field="under_age")
    return age


def _refuse_too_old(event: Event, entry: Entry, people: list[Player], age: int) -> None:
    if event.starts_on is None:
        raise Conflict(
            "first_day_missing",
            _("Say on which day the event begins: what counts is the age on the first day."),
            field="entry",
        )
    if any(is_too_old(player, event, age) for player in people):
        raise Conflict(
            "too_old",
            _("By the profile %(name)s is not under %(age)d on the first day.") % {"name": entry.name, "age": age},
            field="entry",
        )


def _refuse_finished(event: Event) -> None:
    if event.state == EventState.FINISHED:
        raise Conflict("event_finished", _("The event is finished; its results stand."))


def _log_member(actor: Actor, now: datetime, event: Event, found: PrizeList, entry: Entry, action: str) -> None:
    log_action(
        actor=actor, now=now, action=action, target=entry, scope=event, data={"list": found.name, "name": entry.name}
    )
    raise_version(event)
