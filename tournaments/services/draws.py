"""Making the draw of a stage, and the matches that follow from it."""

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from players.services import log_action
from tantrix_site.compiled import Compiled, CompiledObjects, insert
from tantrix_site.errors import Conflict, InvalidInput, NotFound
from tournaments.formats.progression import Origin
from tournaments.formats.replacement import ReplacementMode, replace_seed
from tournaments.formats.seeding import Draw as CoreDraw
from tournaments.formats.settings import (
    DoubleEliminationSettings,
    GroupSettings,
    KnockoutSettings,
    StageSettings,
    SwissSettings,
    settings_of,
)
from tournaments.models import (
    Attendance,
    AttendanceKind,
    Decision,
    Draw,
    Event,
    EventState,
    GameResult,
    PairingRun,
    Report,
    RunState,
    Stage,
    StageKind,
    StageState,
)
from tournaments.models.event import MIN_ENTRIES
from tournaments.selectors.feeding import StageEntries, entries_of
from tournaments.selectors.stages import stage_settings
from tournaments.selectors.teams import origins_of
from tournaments.services.access import lock_event, raise_version, require_organiser, require_version
from tournaments.services.building import Built, DrawInput, build, drawn_lines, uses_lot
from tournaments.services.folding import note_places
from tournaments.services.refolding import refold
from tournaments.services.structures import drop_matches, store_structure
from tournaments.services.waiting import promote_waiting

# nine digits: easy to publish, read out and type again
LOT_RANGE: Final = 10**9
LOT_END: Final = 2**53


@transaction.atomic
def make_draw(
    *,
    actor: Actor,
    now: datetime,
    event_id: int,
    lot: int | None = None,
    stage_number: int = 1,
    lines: Sequence[int | None] | None = None,
    expected_version: int | None = None,
) -> Draw:
    """Draw the entries of a stage and make its matches; while nothing was played it may be done again.

    `lot` is the number from which chance follows; without one the site takes a fresh one. It is stored and published,
    so that anybody can draw again. `lines` place the seed numbers by hand. Matches of an earlier draw of the same
    shape keep their numbers; once the event has been public no number is given to another match.

    Raises NotPermitted; NotFound `stage_not_found`; Conflict `no_stages`, `event_finished`, `stage_played`,
    `stage_finished`, `stage_not_fed`, `too_few_entries`; InvalidInput `bad_lot`, `bad_lines` and those of the format;
    StaleVersion.
    """
    event = lock_event(event_id)
    require_organiser(actor, event)
    require_version(event.version, expected_version)
    if event.has_sittings:
        raise Conflict("no_stages", _("Everybody sits down with others each round; rounds are drawn one by one."))
    stage = get_stage(event, stage_number)
    require_undrawable(event, stage)
    lot = checked_lot(lot)
    found = stage_entries(event, stage)
    settings = stage_settings(stage, event)
    if not uses_lot(settings, by_hand=lines is not None):
        lot = None
    elif lot is None:
        lot = secrets.randbelow(LOT_RANGE)
    given = draw_input(stage, found, lot, lines)
    built = build(settings, given)
    forget_rounds(actor, now, stage)
    store_structure(event, stage, built.structure, built.size)
    draw = _stored_draw(actor, now, stage, found, given, built)
    _open_stage(stage, now, is_complete=found.is_complete)
    refold(event, stage, now=now)
    note_who_goes_on(event, stage)
    log_action(
        actor=actor, now=now, action="event.drawn", target=event, scope=event,
        data={
            "draw": draw.number, "lot": lot, "entries": len(found.entries), "clashes": draw.clashes,
            "stage": stage.number,
        },
    )  # fmt: skip
    raise_version(event)
    return draw


@transaction.atomic
def discard_draw(
    *, actor: Actor, now: datetime, event_id: int, stage_number: int = 1, expected_version: int | None = None
) -> Event:
    """Take the draw of a stage back while nothing was played, with its matches.

    Raises NotPermitted; NotFound `stage_not_found`; Conflict `event_finished`, `stage_played`, `stage_finished`,
    `not_drawn`; StaleVersion.
    """
    event = lock_event(event_id)
    require_organiser(actor, event)
    require_version(event.version, expected_version)
    stage = get_stage(event, stage_number)
    require_undrawable(event, stage)
    if not Draw.objects.filter(stage=stage, current=True).update(current=False):
        raise Conflict("not_drawn", _("There is no draw to discard."))
    forget_rounds(actor, now, stage)
    drop_matches(event, stage)
    stage.state, stage.opened_at = StageState.PLANNED, None
    stage.save(update_fields=["state", "opened_at"])
    note_who_goes_on(event, stage)
    log_action(
        actor=actor, now=now, action="event.draw.discarded", target=event, scope=event, data={"stage": stage.number}
    )  # fmt: skip
    promote_waiting(actor=actor, now=now, event=event)
    raise_version(event)
    return event


def forget_rounds(actor: Actor, now: datetime, stage: Stage) -> None:
    """The pairings of a Swiss stage go with its draw, and late entries are in the next one from the start."""
    if stage.kind != StageKind.SWISS:
        return
    PairingRun.objects.filter(stage=stage).exclude(state=RunState.DISCARDED).update(state=RunState.DISCARDED)
    joined = Attendance.objects.filter(stage=stage, kind=AttendanceKind.JOINS, revoked_at=None)
    joined.update(revoked_at=now, revoked_by=actor.user)


def note_who_goes_on(event: Event, stage: Stage) -> None:
    """With the draw of a stage it stands who goes on to it, and so the places of those who do not."""
    if stage.number == 1:
        return
    before = Stage.objects.get(event=event, number=stage.number - 1)
    if before.state == StageState.FINISHED:
        note_places(event, before)


_numbered = CompiledObjects(lambda event, number: Stage.objects.filter(event=event, number=number))


def get_stage(event: Event, number: int) -> Stage:
    """The stage of that number. Raises NotFound `stage_not_found`."""
    stage = _numbered.one(event.pk, number)
    if stage is None:
        raise NotFound("stage_not_found", _("The event has no stage %(number)d.") % {"number": number})
    stage.event = event
    return stage


def require_undrawable(event: Event, stage: Stage) -> None:
    """Whether the draw of a stage may be made or taken back: nothing that counts may be lost by it.

    Raises Conflict `event_finished`, `stage_finished`, `stage_played`.
    """
    if event.state == EventState.FINISHED:
        raise Conflict("event_finished", _("The event is finished; its results stand."))
    if stage.state == StageState.FINISHED:
        raise Conflict("stage_finished", _("This stage is finished; its draw stands."), {"stage": stage.number})
    if was_played(stage):
        raise Conflict("stage_played", _("Something has been played or reported; the draw stands."))


_reported_in = Compiled(lambda stage: Report.objects.filter(match__stage=stage).values_list("pk")[:1])
_counted_in = Compiled(lambda stage: GameResult.objects.filter(match__stage=stage).values_list("pk")[:1])
_decided_in = Compiled(lambda stage: Decision.objects.filter(match__stage=stage).values_list("pk")[:1])


def was_played(stage: Stage) -> bool:
    """Whether anything has been reported or decided in a stage, whatever became of it."""
    return any(played(stage.pk) for played in (_reported_in, _counted_in, _decided_in))


def checked_lot(lot: int | None) -> int | None:
    """The number of a lot, if it can be one. Raises InvalidInput `bad_lot`."""
    if lot is not None and not 0 <= lot < LOT_END:
        raise InvalidInput("bad_lot", _("The number of the lot is a whole number from 0 on."), field="lot")
    return lot


def too_few(count: int) -> Conflict:
    """The refusal of a stage with fewer than two entries."""
    return Conflict(
        "too_few_entries",
        _("A draw needs at least two entries; there are %(count)d.") % {"count": count},
        {"accepted": count},
    )


def stage_entries(event: Event, stage: Stage) -> StageEntries:
    """The entries of a stage. Raises Conflict `stage_not_fed` while the stage before has no draw; `too_few_entries`."""
    found = entries_of(event, stage)
    if found is None:
        raise Conflict(
            "stage_not_fed", _("Draw the stage before first: it says who plays here."), {"stage": stage.number}
        )
    if len(found.entries) < MIN_ENTRIES:
        raise too_few(len(found.entries))
    return found


def draw_input(
    stage: Stage, found: StageEntries, lot: int | None, lines: Sequence[int | None] | None = None
) -> DrawInput:
    """What the draw of a stage is made from."""
    return DrawInput(
        countries=origins_of(found.entries),
        lot=lot,
        lines=None if lines is None else tuple(lines),
        origins=found.origins,
        groups=found.groups,
        crossing=bool((stage.feed or {}).get("crossing")),
        teams=stage.event.is_for_teams,
    )


def preview_draw(event: Event, stage: Stage, lot: int | None, lines: Sequence[int | None] | None = None) -> Built:
    """What a draw with that lot would be; nothing is stored. Raises as `make_draw`, and InvalidInput `bad_lot`."""
    found = stage_entries(event, stage)
    settings = stage_settings(stage, event)
    chance = uses_lot(settings, by_hand=lines is not None)
    if chance and checked_lot(lot) is None:
        raise InvalidInput("bad_lot", _("Give a number to see the draw it makes."), field="lot")
    return build(settings, draw_input(stage, found, lot if chance else None, lines))


def draw_mode(settings: StageSettings, *, by_hand: bool) -> str:
    """How the places of a draw come about, as it is stored."""
    return "manual" if by_hand else getattr(settings, "seeding", getattr(settings, "formation", ""))


def draw_again(draw: Draw) -> tuple[int | None, ...]:
    """The lines that follow from what is stored of a draw: what anybody can check. Empty where a draw has no lines."""
    settings = settings_at(draw)
    if isinstance(settings, KnockoutSettings | DoubleEliminationSettings):
        return core_draw(draw, settings).lines
    return ()


def is_repeated(draw: Draw) -> bool | None:
    """Whether a stored draw comes out the same when it is made again; None where nothing is drawn or all by hand."""
    settings = settings_at(draw)
    if draw.mode == "manual" or isinstance(settings, SwissSettings):
        return None
    if not isinstance(settings, GroupSettings):
        return list(draw_again(draw)) == list(draw.lines)
    groups = build(settings, input_at(draw)).groups
    stored: dict[str, list[int]] = draw.detail.get("groups", {})
    return {key: list(seeds) for key, seeds in groups.items()} == stored


def settings_at(draw: Draw) -> StageSettings:
    """The settings of a stage as they were when it was drawn."""
    kept: dict[str, Any] = {}
    if not draw.stage.is_table:
        kept = {"seeding": draw.mode, "seeds": draw.seeded, "separation": draw.separation}
    elif draw.stage.kind == StageKind.GROUPS:
        kept = {"formation": draw.mode, "separation": draw.separation}
    return settings_of(draw.stage.kind, {**draw.stage.settings, **kept})


def input_at(draw: Draw) -> DrawInput:
    """What a stored draw was made from."""
    origins = tuple(Origin.from_json(stored) for stored in draw.detail.get("origins", ()))
    feed = draw.stage.feed or {}
    return DrawInput(
        countries=tuple(draw.countries),
        lot=draw.lot,
        lines=tuple(draw.lines) if draw.mode == "manual" else None,
        origins=origins,
        groups=int(draw.detail.get("groups_before", 0)),
        crossing=bool(feed.get("crossing")),
        teams=draw.stage.event.is_for_teams,
    )


def core_draw(draw: Draw, settings: KnockoutSettings | DoubleEliminationSettings) -> CoreDraw:
    """The draw made again: from its lot, or from the draw before it with the alternate that came in."""
    replaced = draw.detail.get("replaced")
    if replaced is None:
        return drawn_lines(settings, input_at(draw))
    before = Draw.objects.get(stage=draw.stage, number=replaced["draw"])
    mode = ReplacementMode(replaced["mode"])
    return replace_seed(core_draw(before, settings), replaced["seed"], mode, apart=[input_at(draw).by_country]).draw


_draws_of = Compiled(lambda stage: Draw.objects.filter(stage=stage).values_list("pk", "current"))


def _stored_draw(
    actor: Actor, now: datetime, stage: Stage, found: StageEntries, given: DrawInput, built: Built
) -> Draw:
    settings = stage_settings(stage)
    before = _draws_of(stage.pk)
    if any(current for _draw, current in before):
        Draw.objects.filter(stage=stage, current=True).update(current=False)
    draw = Draw(
        stage=stage,
        number=len(before) + 1,
        lot=given.lot,
        mode=draw_mode(settings, by_hand=given.lines is not None),
        seeded=getattr(settings, "seeds", 0),
        separation=getattr(settings, "separation", ""),
        entrants=[None if entry is None else entry.pk for entry in found.entries],
        countries=list(given.countries),
        lines=list(built.lines),
        detail={
            **built.detail,
            **({"groups": {key: list(seeds) for key, seeds in built.groups.items()}} if built.groups else {}),
            **({"groups_before": found.groups} if found.groups else {}),
            **({"origins": [origin.as_json() for origin in found.origins]} if found.origins else {}),
        },
        clashes=[list(pair) for pair in built.clashes],
        at=now,
        user=actor.user,
        player=actor.player,
        via=actor.via,
    )
    insert(draw)
    return draw


def _open_stage(stage: Stage, now: datetime, *, is_complete: bool) -> None:
    if is_complete:
        stage.state, stage.opened_at = StageState.RUNNING, now
    else:
        stage.state, stage.opened_at = StageState.PLANNED, None
    stage.save(update_fields=["state", "opened_at"])
