"""Entering as a pair by oneself: one asks, the other agrees, and only then there is an entry."""

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from players.actors import SYSTEM, Actor
from players.models import Player
from players.services import log_action
from players.services.notices import notify
from tantrix_site.errors import Conflict, InvalidInput, NotFound, NotPermitted
from tournaments.models import Entry, Event, EventState, PairProposal, ProposalState
from tournaments.selectors.entry_rules import rules_of
from tournaments.services.access import lock_event, raise_version, require_organiser
from tournaments.services.admission import admit_all
from tournaments.services.entries import require_entries_open, require_room
from tournaments.services.links import hash_link
from tournaments.services.pairs import EnteredPair, enter_pair, require_free, require_pair_event
from tournaments.services.waiting import must_wait

BATCH: Final = 100


@transaction.atomic
def propose_pair(*, actor: Actor, now: datetime, event_id: int, partner_id: int) -> PairProposal:
    """A player asks another one to enter as a pair. Both meet the terms already, so that nobody agrees in vain.

    Raises NotPermitted `no_profile`, `entry_closed` (organisers enter the pairs); NotFound `player_not_found`;
    InvalidInput `same_player`; Conflict `not_for_pairs`, `event_started`, `already_entered`, `disqualified`,
    `pair_drawn`, `proposal_open` and those of the terms (`services.admission`).
    """
    event = lock_event(event_id)
    require_pair_event(event)
    first = _own(actor)
    if event.state == EventState.DRAFT or not event.self_entry:
        raise NotPermitted("entry_closed", _("The organiser enters the pairs of this event."))
    second = Player.objects.filter(pk=partner_id).first()
    if second is None:
        raise NotFound("player_not_found", _("There is no such player."), field="partner")
    if second == first:
        raise InvalidInput("same_player", _("Nobody plays against oneself, or with oneself."), field="partner")
    if PairProposal.objects.filter(event=event, first=first, state=ProposalState.OPEN).exists():
        raise Conflict("proposal_open", _("You have asked somebody already. Take that back first."))
    _require_enterable(event, (first, second))
    admit_all(actor=actor, now=now, event=event, people=[(first, ""), (second, "")])
    row = PairProposal.objects.create(
        event=event, first=first, second=second, at=now, user=actor.user, player=actor.player, via=actor.via
    )
    _log(actor, now, row, "pair.proposed")
    if second.user_id is not None:
        data = {"event": event.name, "zone": event.time_zone, "name": first.name, "path": f"/events/{event.slug}/pair/"}
        notify(now=now, kind="pair.proposed", key=str(row.pk), users=[second.user_id], data=data)
    return row


@transaction.atomic
def accept_pair(*, actor: Actor, now: datetime, proposal_id: int, token: str = "") -> EnteredPair:
    """The partner agrees, by account or by the private link; the pair is entered, or waits where the event is full.

    Raises NotFound `proposal_not_found`; NotPermitted `not_asked`; Conflict `proposal_closed`, `event_started`,
    `event_full`, `already_entered` and those of the terms.
    """
    event, row = _locked(proposal_id)
    _require_asked(actor, row, token)
    _require_open(row)
    _require_enterable(event, (row.first, row.second))
    people = [(row.first, ""), (row.second, "")]
    admitted = admit_all(actor=actor, now=now, event=event, people=people)
    if not must_wait(event):
        require_room(event)
    made = enter_pair(actor=actor, now=now, event=event, players=(row.first, row.second), admitted=admitted)
    _close(row, now, ProposalState.ACCEPTED, made.entry)
    others = PairProposal.objects.filter(event=event, state=ProposalState.OPEN)
    involved = Q(first__in=(row.first_id, row.second_id)) | Q(second__in=(row.first_id, row.second_id))
    others.filter(involved).update(state=ProposalState.LAPSED, closed_at=now)
    _log(actor, now, row, "pair.accepted")
    _tell_first(row, now, "pair.accepted")
    raise_version(event)
    return made


@transaction.atomic
def refuse_pair(*, actor: Actor, now: datetime, proposal_id: int, token: str = "") -> PairProposal:
    """The partner does not want to. Raises as `accept_pair`, without the terms."""
    _event, row = _locked(proposal_id)
    _require_asked(actor, row, token)
    _require_open(row)
    _close(row, now, ProposalState.REFUSED)
    _log(actor, now, row, "pair.refused")
    _tell_first(row, now, "pair.refused")
    return row


@transaction.atomic
def withdraw_pair_proposal(*, actor: Actor, now: datetime, proposal_id: int) -> PairProposal:
    """Who asked takes it back. Raises NotFound; NotPermitted `not_asked`; Conflict `proposal_closed`."""
    _event, row = _locked(proposal_id)
    if _own(actor) != row.first:
        raise NotPermitted("not_asked", _("Only who asked can take it back."))
    _require_open(row)
    _close(row, now, ProposalState.WITHDRAWN)
    _log(actor, now, row, "pair.withdrawn")
    return row


@transaction.atomic
def make_proposal_link(*, actor: Actor, now: datetime, proposal_id: int) -> str:
    """An organiser makes a private link for a partner without an account; an earlier one stops working.

    Raises NotPermitted `not_organiser`; NotFound; Conflict `proposal_closed`.
    """
    event, row = _locked(proposal_id)
    require_organiser(actor, event)
    _require_open(row)
    token = secrets.token_urlsafe(24)
    row.link_hash = hash_link(token)
    row.save(update_fields=["link_hash"])
    _log(actor, now, row, "pair.link_made")
    return token


def lapse_proposals(*, now: datetime, limit: int = BATCH) -> int:
    """End the proposals that can no longer be agreed to, as entries have closed or play has begun; how many.

    A transaction an event; running it twice changes nothing.
    """
    over = Q(event__state__in=(EventState.RUNNING, EventState.FINISHED)) | Q(event__entry_rules__closes_at__lte=now)
    due = PairProposal.objects.filter(Q(state=ProposalState.OPEN) & over).order_by("event")
    return sum(_lapse_in(event_id, now) for event_id in list(due.values_list("event", flat=True).distinct()[:limit]))


@transaction.atomic
def _lapse_in(event_id: int, now: datetime) -> int:
    event = lock_event(event_id, archived_too=True)
    closes_at = rules_of(event).closes_at
    try:
        require_entries_open(event)
        if closes_at is None or closes_at > now:
            return 0
    except Conflict:
        pass  # play has begun
    rows = list(PairProposal.objects.filter(event=event, state=ProposalState.OPEN).select_related("first", "second"))
    for row in rows:
        row.event = event
        _close(row, now, ProposalState.LAPSED)
        _log(SYSTEM, now, row, "pair.lapsed")
    return len(rows)


def find_proposal(token: str) -> PairProposal | None:
    """The open proposal whose partner has this private link."""
    rows = PairProposal.objects.filter(link_hash=hash_link(token), state=ProposalState.OPEN)
    return rows.select_related("event", "first", "second").first()


def _own(actor: Actor) -> Player:
    if actor.player is None or actor.via == "link":
        raise NotPermitted("no_profile", _("Sign in with an account that has a profile to enter."))
    return actor.player


def _locked(proposal_id: int) -> tuple[Event, PairProposal]:
    event_id = PairProposal.objects.filter(pk=proposal_id).values_list("event", flat=True).first()
    if event_id is None:
        raise NotFound("proposal_not_found", _("Nobody has asked for this."))
    event = lock_event(event_id)
    row = PairProposal.objects.select_related("first", "second").get(pk=proposal_id)
    row.event = event
    return event, row


def _require_asked(actor: Actor, row: PairProposal, token: str) -> None:
    by_link = actor.via == "link" and bool(token) and row.link_hash == hash_link(token)
    by_account = actor.via != "link" and actor.player is not None and actor.player == row.second
    if not by_link and not by_account:
        raise NotPermitted("not_asked", _("Only who was asked can answer."))


def _require_open(row: PairProposal) -> None:
    if row.state != ProposalState.OPEN:
        state = row.get_state_display()
        message = _("This has been answered already: %(state)s.") % {"state": state}
        raise Conflict("proposal_closed", message, {"state": row.state})


def _require_enterable(event: Event, players: Sequence[Player]) -> None:
    require_entries_open(event)
    require_free(event, players)


def _close(row: PairProposal, now: datetime, state: ProposalState, pair: Entry | None = None) -> None:
    row.state, row.closed_at, row.pair = state, now, pair
    row.save(update_fields=["state", "closed_at", "pair"])


def _tell_first(row: PairProposal, now: datetime, kind: str) -> None:
    if row.first.user_id is not None:
        event = row.event
        data = {"event": event.name, "zone": event.time_zone, "name": row.second.name, "path": f"/events/{event.slug}/"}
        notify(now=now, kind=kind, key=str(row.pk), users=[row.first.user_id], data=data)


def _log(actor: Actor, now: datetime, row: PairProposal, action: str) -> None:
    log_action(
        actor=actor, now=now, action=action, target=row.event, scope=row.event,
        data={"name": row.first.name, "partner": row.second.name},
    )  # fmt: skip
