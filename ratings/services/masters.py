"""Becoming a Lobby Master: a player applies, an administrator decides (`docs/regulations.md` 9.3)."""

from datetime import datetime

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from players.actors import Actor
from players.models import Player
from players.services import log_action
from ratings.models import APPLICATION_TRANSITIONS, ApplicationState, MasterApplication, Title
from ratings.selectors.masters import applications_of, conditions_of, stored_conditions
from ratings.selectors.titles import is_master_on
from ratings.services.access import require_administrator, require_reason
from ratings.services.applying import require_seen
from ratings.services.demotion import apply_plan, plan_demotion
from ratings.services.telling import tell_applicant
from ratings.services.titles import begin_term
from ratings.services.writing import lock_clock
from tantrix_site.errors import Conflict, InvalidInput, NotPermitted

STATEMENT_LENGTH = 4000


@transaction.atomic
def apply_for_master(*, actor: Actor, now: datetime, statement: str) -> MasterApplication:
    """A player who meets all conditions asks for the title; who waits already gets the first application back.

    Raises NotPermitted `not_signed_in` without a profile or by a private link; InvalidInput `statement_long`; Conflict
    `already_master`, or `conditions_unmet` with all conditions.
    """
    player = _applicant(actor)
    if len(statement.strip()) > STATEMENT_LENGTH:
        raise InvalidInput(
            "statement_long", _("Write at most %(most)s characters.") % {"most": STATEMENT_LENGTH}, field="statement"
        )
    lock_clock()
    waiting = applications_of(player.pk).filter(state=ApplicationState.PENDING).first()
    if waiting is not None:
        return waiting
    _refuse_master(player, now)
    application = MasterApplication.objects.create(
        applicant=player, statement=statement.strip(), conditions=_met_conditions(player), created_at=now
    )
    _log(actor, now, application, "applied")
    return application


@transaction.atomic
def withdraw_application(*, actor: Actor, now: datetime, application: MasterApplication) -> MasterApplication:
    """The applicant takes it back. Raises NotPermitted `not_your_application`, Conflict `application_decided`."""
    if actor.via == "link" or actor.player is None or actor.player.pk != application.applicant_id:
        raise NotPermitted("not_your_application", _("This application is somebody else's."))
    return _decide(_locked(application), ApplicationState.WITHDRAWN, actor=actor, now=now)


@transaction.atomic
def approve_application(
    *, actor: Actor, now: datetime, application: MasterApplication, digest: str = ""
) -> MasterApplication:
    """The applicant is a Lobby Master from now on. Where the cap is reached, others lose the title in the same act:
    as `plan_demotion(now, room=1)` says, whose digest must be sent.

    Raises NotPermitted `not_administrator`, `own_application`; Conflict `application_decided`, `already_master`,
    `conditions_unmet` after a correction, `plan_changed` with the digest of the plan as it is now.
    """
    require_administrator(actor)
    found = _locked(application)
    _check_decider(actor, found)
    if found.state == ApplicationState.APPROVED:
        return found
    _check_undecided(found, ApplicationState.APPROVED)
    _refuse_master(found.applicant, now)
    _met_conditions(found.applicant)
    plan = plan_demotion(now, room=1)
    if plan.demoted:
        require_seen(plan, digest)
        reason = _("Made room for %(name)s.") % {"name": found.applicant.name}
        apply_plan(plan, actor=actor, now=now, reason=reason)
    found.term = begin_term(actor=actor, now=now, holder=found.applicant, title=Title.LOBBY_MASTER, since=now)
    return _decide(found, ApplicationState.APPROVED, actor=actor, now=now)


@transaction.atomic
def refuse_application(
    *, actor: Actor, now: datetime, application: MasterApplication, reason: str
) -> MasterApplication:
    """The applicant learns why; a new application is possible.

    Raises NotPermitted `not_administrator`, `own_application`; InvalidInput `reason_needed`; Conflict
    `application_decided`.
    """
    require_administrator(actor)
    reason = require_reason(reason)
    found = _locked(application)
    _check_decider(actor, found)
    if found.state == ApplicationState.REFUSED:
        return found
    return _decide(found, ApplicationState.REFUSED, actor=actor, now=now, reason=reason)


def _applicant(actor: Actor) -> Player:
    if actor.user is None or actor.player is None or actor.via == "link":
        raise NotPermitted("not_signed_in", _("Sign in first."))
    return actor.player


def _locked(application: MasterApplication) -> MasterApplication:
    lock_clock()
    return MasterApplication.objects.select_related("applicant").get(pk=application.pk)


def _check_decider(actor: Actor, application: MasterApplication) -> None:
    if actor.player is not None and actor.player.pk == application.applicant_id:
        raise NotPermitted("own_application", _("Another administrator has to decide about your own application."))


def _check_undecided(application: MasterApplication, state: ApplicationState) -> None:
    if state not in APPLICATION_TRANSITIONS[ApplicationState(application.state)]:
        raise Conflict(
            "application_decided", _("This application has been decided already."), {"state": application.state}
        )


def _refuse_master(player: Player, now: datetime) -> None:
    if is_master_on(player.pk, now):
        raise Conflict("already_master", _("%(name)s is a Lobby Master already.") % {"name": player.name})


def _met_conditions(player: Player) -> list[dict[str, object]]:
    found = conditions_of(player.pk)
    if not all(condition.is_met for condition in found):
        raise Conflict(
            "conditions_unmet", _("Not all conditions are met."), {"conditions": stored_conditions(found)}
        )  # fmt: skip
    return stored_conditions(found)


def _decide(
    application: MasterApplication, state: ApplicationState, *, actor: Actor, now: datetime, reason: str = ""
) -> MasterApplication:
    if application.state == state == ApplicationState.WITHDRAWN:
        return application
    _check_undecided(application, state)
    application.state, application.decided_at, application.decided_by = state, now, actor.user
    application.reason = reason
    application.save()
    _log(actor, now, application, state, reason)
    if state in (ApplicationState.APPROVED, ApplicationState.REFUSED):
        path = reverse("ratings:masters" if state == ApplicationState.APPROVED else "ratings:master-apply")
        tell_applicant(now, application, f"master.{state}", path)
    return application


def _log(actor: Actor, now: datetime, application: MasterApplication, act: str, reason: str = "") -> None:
    log_action(
        actor=actor, now=now, action=f"master.{act}", target=application.applicant,
        data={"application": application.pk}, reason=reason,
    )  # fmt: skip
