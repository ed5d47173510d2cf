"""Making an event and taking it through its states."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from players.names import slug_base
from players.services import log_action
from tantrix_site.compiled import CompiledObjects, insert
from tantrix_site.errors import Conflict, InvalidInput, NotPermitted
from tournaments.formats.teams.line_up import least_present
from tournaments.models import (
    Draw,
    Entry,
    EntryState,
    Event,
    EventOrganiser,
    EventState,
    Match,
    OrganiserRole,
    Report,
    Stage,
    StageKind,
    StageState,
)
from tournaments.models.event import TRANSITIONS
from tournaments.selectors.stages import stages_of
from tournaments.services.access import lock_event, require_organiser, require_version
from tournaments.services.applying import run_again
from tournaments.services.draws import stage_entries
from tournaments.services.event_details import DRAW_SETTINGS, RATING_SETTINGS, RESULT_SETTINGS, EventDetails
from tournaments.services.folding import refresh_places
from tournaments.services.prizes import require_eligible
from tournaments.services.rating import queue_rating, require_ratings_seen
from tournaments.services.setting_aside import set_aside_all
from tournaments.services.sittings import require_all_played, require_enough
from tournaments.services.stages import close_locked_stage
from tournaments.services.teams import incomplete_teams
from tournaments.services.telling_entries import tell_all_entered, tell_places
from tournaments.services.telling_matches import tell_open
from tournaments.services.waiting import promote_waiting


@transaction.atomic
def create_event(*, actor: Actor, now: datetime, details: EventDetails) -> Event:
    """A new draft, seen only by its organisers; the actor becomes its owner.

    Raises NotPermitted `no_account`; InvalidInput naming the field.
    """
    if actor.user is None or actor.via == "link":
        raise NotPermitted("no_account", _("Sign in to create an event."))
    details.check()
    details = details.settled()
    event = Event(slug=_free_slug(details.name), created_by=actor.user, created_at=now)
    details.fill(event)
    insert(event)
    insert(EventOrganiser(event=event, user=actor.user, role=OrganiserRole.OWNER))
    insert(Stage(event=event, number=1, kind=StageKind.KNOCKOUT))
    log_action(actor=actor, now=now, action="event.created", target=event, scope=event)
    return event


@transaction.atomic
def update_event(
    *,
    actor: Actor,
    now: datetime,
    event_id: int,
    details: EventDetails,
    rating_digest: str | None = None,
    expected_version: int | None = None,
) -> Event:
    """Change the details. What the draw depends on is fixed once drawn, what results depend on once started, what
    ratings depend on once a rated event is closed.

    Where it moves ratings that were final, because a past event is rated now or not any more, that has to be seen
    first: `rating_digest` is that of `plan_update_ratings`. Raises NotPermitted; InvalidInput naming the field;
    Conflict `settings_locked`, `capacity_below_entries`, `ratings_move`, `ratings_changed`; StaleVersion.
    """
    event, changed = store_details(
        actor=actor, now=now, event_id=event_id, details=details, expected_version=expected_version
    )
    if set(RATING_SETTINGS).intersection(changed):
        require_ratings_seen(event, rating_digest)
    return event


def store_details(
    *, actor: Actor, now: datetime, event_id: int, details: EventDetails, expected_version: int | None = None
) -> tuple[Event, tuple[str, ...]]:
    """`update_event` within a transaction, without regard to ratings; the fields that changed."""
    event = lock_event(event_id)
    require_organiser(actor, event)
    require_version(event.version, expected_version)
    details.check()
    details = details.settled()
    changed = details.changed(event)
    if not changed:
        return event, ()
    _refuse_locked(event, changed)
    for field in {"team_size", "play"}.intersection(changed):
        if Entry.every.filter(event=event).exists():
            raise Conflict("settings_locked", _("Somebody has entered already."), {"field": field}, field=field)
    accepted = event.entries.filter(state=EntryState.ACCEPTED).count()
    if details.capacity < accepted:
        raise Conflict(
            "capacity_below_entries",
            _("%(count)d entries are already accepted.") % {"count": accepted},
            {"accepted": accepted},
            field="capacity",
        )
    before = EventDetails.of(event)
    details.fill(event)
    event.version += 1
    event.save()
    data: dict[str, Any] = {name: [str(getattr(before, name)), str(getattr(details, name))] for name in changed}
    log_action(actor=actor, now=now, action="event.updated", target=event, scope=event, data=data)
    promote_waiting(actor=actor, now=now, event=event)
    return event, changed


def _refuse_locked(event: Event, changed: tuple[str, ...]) -> None:
    if event.state == EventState.FINISHED and event.rated:
        for name in RATING_SETTINGS:
            if name in changed:
                raise Conflict(
                    "settings_locked",
                    _("This would move ratings. Open the event again first, and say why."),
                    {"field": name},
                    field=name,
                )
    started = event.state in (EventState.RUNNING, EventState.FINISHED)
    drawn = started or Draw.objects.filter(stage__event=event, current=True).exists()
    locked = (*(DRAW_SETTINGS if drawn else ()), *(RESULT_SETTINGS if started else ()))
    for name in changed:
        if name in locked:
            raise Conflict(
                "settings_locked",
                _("This stands once the event has started.")
                if started
                else _("The draw depends on this. Discard the draw first, then change it and draw again."),
                {"field": name},
                field=name,
            )


@transaction.atomic
def publish_event(*, actor: Actor, now: datetime, event_id: int) -> Event:
    """Show a draft to everybody. Raises NotPermitted; Conflict `bad_event_state`."""
    event = lock_event(event_id)
    require_organiser(actor, event)
    _move(event, EventState.PUBLISHED)
    event.published_at = event.published_at or now
    tell_all_entered(now, event)
    return _stored(actor, now, event, "event.published")


@transaction.atomic
def unpublish_event(*, actor: Actor, now: datetime, event_id: int) -> Event:
    """Take a published event back to a draft. Raises NotPermitted; Conflict `bad_event_state`."""
    event = lock_event(event_id)
    require_organiser(actor, event)
    _move(event, EventState.DRAFT)
    return _stored(actor, now, event, "event.unpublished")


_draw_of = CompiledObjects(lambda stage: Draw.objects.filter(stage=stage, current=True))


@transaction.atomic
def start_event(*, actor: Actor, now: datetime, event_id: int, keep_draw: bool = False) -> Event:
    """Open the first matches; from now on the draw stands.

    Who withdrew after the draw calls for a new one, unless `keep_draw` lets the opponent have a walkover. Raises
    NotPermitted; Conflict `not_published` (a draft cannot start), `bad_event_state`, `too_few_entries`, `not_drawn`,
    `team_incomplete`, `not_eligible`, and `draw_outdated` when the entries or their seeds are no longer those that were
    drawn.
    """
    event = lock_event(event_id)
    require_organiser(actor, event)
    if event.state == EventState.DRAFT:
        raise Conflict("not_published", _("Publish the event before you start it."))
    _move(event, EventState.RUNNING)
    require_eligible(event)
    if event.has_sittings:
        require_enough(event)
        event.started_at = now
        return _stored(actor, now, event, "event.started")
    first = stages_of([event])[0]
    entries = [entry.pk for entry in stage_entries(event, first).entries if entry is not None]
    draw = _draw_of.one(first.pk)
    if draw is None:
        raise Conflict("not_drawn", _("Make the draw before you start the event."))
    _refuse_outdated(draw, entries, keep_draw=keep_draw)
    if event.is_for_teams and (short := incomplete_teams(event, least_present(event.team_size))):
        raise Conflict(
            "team_incomplete",
            _("%(name)s has too few players to play.") % {"name": short[0].name},
            {"teams": [team.pk for team in short]},
        )
    event.started_at = now
    tell_open(now, event)
    return _stored(actor, now, event, "event.started")


def _refuse_outdated(draw: Draw, entries: list[int], *, keep_draw: bool) -> None:
    gone = [pk for pk in draw.entrants if pk not in entries]
    missing = [pk for pk in entries if pk not in draw.entrants]
    reseeded = [pk for pk in draw.entrants if pk in entries] != [pk for pk in entries if pk in draw.entrants]
    if missing or reseeded or (gone and not keep_draw):
        raise Conflict(
            "draw_outdated",
            _("The entries or their seeds have changed since the draw. Draw again, then start."),
            {"missing": missing, "gone": gone, "reseeded": reseeded},
        )


@transaction.atomic
def finish_event(
    *, actor: Actor, now: datetime, event_id: int, rating_digest: str | None = None, despite: str = ""
) -> Event:
    """Close the event: results stand and no report is taken any more.

    Reports that still wait for an answer are set aside only where `despite` says why; that is logged for each.

    Where it moves ratings that were final, because it was opened again and corrected or its players have later events,
    that has to be seen first: `rating_digest` is that of `plan_finish_ratings`. Raises NotPermitted `not_organiser`,
    `own_match`; Conflict `matches_open`, `reports_open`, `rounds_open`, `stages_open`, or with tables drawn each round
    `sittings_open` or `no_round`, naming what is left; `ratings_move`, `ratings_changed`.
    """
    event = close_event(actor=actor, now=now, event_id=event_id, despite=despite)
    require_ratings_seen(event, rating_digest)
    tell_places(now, event)
    return event


def close_event(*, actor: Actor, now: datetime, event_id: int, despite: str = "") -> Event:
    """`finish_event` within a transaction, without regard to ratings."""
    event = lock_event(event_id)
    require_organiser(actor, event)
    if event.has_sittings:
        require_all_played(event)
        _move(event, EventState.FINISHED)
        refresh_places(event)
        event.finished_at = now
        return _stored(actor, now, event, "event.finished")
    left = list(
        Match.objects.filter(event=event, state__in=("open", "waiting"))
        .order_by("number")
        .values_list("number", flat=True)
    )
    if left:
        raise Conflict("matches_open", _("Some matches are not decided yet."), {"matches": left})
    reason = set_aside_all(actor, now, event, Report.objects.filter(match__event=event), despite)
    _close_last_stage(actor, now, event)
    _move(event, EventState.FINISHED)
    event.finished_at = now
    return _stored(actor, now, event, "event.finished", reason)


def _close_last_stage(actor: Actor, now: datetime, event: Event) -> None:
    """The last stage ends with its event; one that nobody has started is in the way."""
    stages = list(Stage.objects.filter(event=event).order_by("number"))
    waiting = [stage.number for stage in stages if stage.state == StageState.PLANNED]
    if waiting:
        raise Conflict("stages_open", _("A stage has not been played yet."), {"stages": waiting})
    for stage in stages:
        stage.event = event
        if stage.state == StageState.RUNNING:
            close_locked_stage(actor, now, event, stage)


@transaction.atomic
def reopen_event(*, actor: Actor, now: datetime, event_id: int, reason: str) -> Event:
    """Open a finished event again, to correct it. Raises NotPermitted; InvalidInput `reason_needed`; Conflict."""
    event = lock_event(event_id)
    require_organiser(actor, event)
    if not reason.strip():
        raise InvalidInput("reason_needed", _("Say why; everybody will see it in the log."), field="reason")
    if event.state != EventState.FINISHED:
        raise Conflict("bad_event_state", _("Only a finished event can be opened again."), {"state": event.state})
    _move(event, EventState.RUNNING)
    event.finished_at = None
    if event.has_sittings:
        refresh_places(event)
        return _stored(actor, now, event, "event.reopened", reason)
    run_again(actor, now, event, Stage.objects.filter(event=event).order_by("-number")[0], reason)
    return _stored(actor, now, event, "event.reopened", reason)


def _move(event: Event, state: EventState) -> None:
    if state not in TRANSITIONS[EventState(event.state)]:
        raise Conflict(
            "bad_event_state",
            _("The event is “%(state)s”, so this cannot be done.") % {"state": event.get_state_display()},
            {"state": event.state, "wanted": state},
        )
    event.state = state


def _stored(actor: Actor, now: datetime, event: Event, action: str, reason: str = "") -> Event:
    event.version += 1
    event.save()
    log_action(actor=actor, now=now, action=action, target=event, scope=event, reason=reason)
    queue_rating(event)
    return event


def _free_slug(name: str) -> str:
    base = slug_base(name)
    if base == "player":
        base = "event"
    # two words have pages of their own beside the events
    taken = {"new", "claims", *Event.objects.filter(slug__startswith=base).values_list("slug", flat=True)}
    if base not in taken:
        return base
    number = 2
    while f"{base}-{number}" in taken:
        number += 1
    return f"{base}-{number}"
