"""The stages of an event: planning them, closing one so that it feeds the next, opening it again.

A stage that fed another is frozen: the later one rests upon the standings noted when it was closed, not upon what is
corrected afterwards (`docs/regulations.md` 4.4).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from players.services import log_action
from tantrix_site.errors import Conflict, InvalidInput
from tournaments.formats.errors import FormatError, SettingsError
from tournaments.formats.fold import Folded, fold
from tournaments.formats.graph import EntryId
from tournaments.formats.progression import Progression
from tournaments.formats.settings import settings_of
from tournaments.formats.snapshot import changed_rows, snapshot
from tournaments.models import (
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
from tournaments.selectors.feeding import StageEntries, entries_of, feed_rule, stored_snapshot
from tournaments.selectors.stages import load, stage_settings
from tournaments.services.access import lock_event, raise_version, require_organiser, require_running, require_version
from tournaments.services.applying import run_again
from tournaments.services.draws import forget_rounds, get_stage
from tournaments.services.folding import note_places
from tournaments.services.refolding import refold
from tournaments.services.setting_aside import set_aside_all
from tournaments.services.structures import drop_matches

MOST_STAGES = 8


@dataclass(frozen=True, slots=True)
class StagePlan:
    """A stage as an organiser plans it.

    `settings` holds what differs from the event's settings and the regulations. `rule` says how the stage before
    fills it, None in the first stage; with `crossing` group winners meet runners-up of other groups.
    """

    kind: str = StageKind.KNOCKOUT
    name: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    rule: Progression | None = None
    crossing: bool = False

    @property
    def feed(self) -> dict[str, Any] | None:
        """What is stored of the rule."""
        return None if self.rule is None else {"rule": self.rule.as_json(), "crossing": self.crossing}

    def check(self, number: int) -> None:
        """Raises InvalidInput naming the field as `stages.<index>.<field>`."""
        where = f"stages.{number - 1}"
        try:
            settings_of(self.kind, self.settings)
        except SettingsError as error:
            named = str(error.extra.get("field", "settings"))
            inner = named if named == "kind" else f"settings.{named}"
            raise InvalidInput(error.code, _("This setting cannot be: %(why)s") % {"why": error.message},
                               dict(error.extra), field=f"{where}.{inner}") from error  # fmt: skip
        if (self.rule is None) != (number == 1):
            raise InvalidInput(
                "bad_feed",
                _("The first stage takes the entries; every other says who goes on to it."),
                field=f"{where}.rule",
            )
        if len(self.name) > 60:
            raise InvalidInput("name_too_long", _("A stage's name has at most 60 characters."), field=f"{where}.name")


def plan_of(stage: Stage) -> StagePlan:
    """A stored stage as it was planned."""
    rule = None if stage.feed is None else feed_rule(stage)
    return StagePlan(stage.kind, stage.name, stage.settings, rule, bool((stage.feed or {}).get("crossing")))


@transaction.atomic
def plan_stages(
    *,
    actor: Actor,
    now: datetime,
    event_id: int,
    plans: Sequence[StagePlan],
    expected_version: int | None = None,
) -> list[Stage]:
    """Say of which stages the event consists. A stage that is drawn stays as it is; those after it may change.

    Raises NotPermitted; StaleVersion; InvalidInput naming the stage and the field; Conflict `stage_drawn`,
    `no_stages`, `event_finished`.
    """
    event = lock_event(event_id)
    require_organiser(actor, event)
    require_version(event.version, expected_version)
    if event.state == EventState.FINISHED:
        raise Conflict("event_finished", _("The event is finished; its results stand."))
    if event.has_sittings:
        raise Conflict("no_stages", _("Everybody sits down with others each round; there are no stages."))
    if not 1 <= len(plans) <= MOST_STAGES:
        raise InvalidInput(
            "stage_count", _("An event has 1 to %(most)d stages.") % {"most": MOST_STAGES}, field="stages"
        )
    for number, plan in enumerate(plans, start=1):
        plan.check(number)
    stored = {stage.number: stage for stage in Stage.objects.filter(event=event)}
    drawn = set(Draw.objects.filter(stage__event=event, current=True).values_list("stage__number", flat=True))
    before = [stored[number].kind for number in sorted(stored)]
    changed: list[int] = []
    for number, plan in enumerate(plans, start=1):
        stage = stored.get(number) or Stage(event=event, number=number)
        wanted = (str(plan.kind), plan.name, dict(plan.settings), plan.feed)
        if stage.pk is not None and (stage.kind, stage.name, stage.settings, stage.feed) == wanted:
            continue
        if number in drawn and (stage.kind, stage.settings, stage.feed) != (wanted[0], wanted[2], wanted[3]):
            raise _drawn(number)
        if number - 1 in drawn and 1 in drawn and number == 2 and _exempt(stage) != _exempt_of(plan):
            # the first stage was drawn without those who are exempt
            raise _drawn(1)
        stage.kind, stage.name, stage.settings, stage.feed = wanted
        stage.save()
        changed.append(number)
    for number in sorted(set(stored) - set(range(1, len(plans) + 1)), reverse=True):
        if number in drawn:
            raise _drawn(number)
        stored[number].delete()
        changed.append(number)
    if changed:
        log_action(
            actor=actor, now=now, action="event.stages", target=event, scope=event,
            data={"changed": changed, "changes": {"stages": [before, [str(plan.kind) for plan in plans]]}},
        )  # fmt: skip
        raise_version(event)
    return list(Stage.objects.filter(event=event).order_by("number"))


@transaction.atomic
def close_stage(
    *,
    actor: Actor,
    now: datetime,
    event_id: int,
    stage_number: int,
    early: bool = False,
    reason: str = "",
    despite: str = "",
) -> Stage:
    """Note the final standings of a stage; a later stage drawn ahead gets its entries.

    `early` ends a Swiss stage before its last planned round and needs a reason. Reports that still wait for an answer
    are set aside only where `despite` says why; that is logged for each. Raises NotPermitted `not_organiser`,
    `own_match`; NotFound; Conflict `event_not_started`, `stage_not_open`, `matches_open`, `reports_open`,
    `rounds_open`; InvalidInput `reason_needed`.
    """
    event = lock_event(event_id)
    require_organiser(actor, event)
    require_running(event)
    stage = get_stage(event, stage_number)
    if early and not reason.strip():
        raise InvalidInput("reason_needed", _("Say why; everybody will see it in the log."), field="reason")
    close_locked_stage(actor, now, event, stage, early=early, reason=reason, despite=despite)
    raise_version(event)
    return stage


def close_locked_stage(
    actor: Actor,
    now: datetime,
    event: Event,
    stage: Stage,
    *,
    early: bool = False,
    reason: str = "",
    despite: str = "",
) -> None:
    """As `close_stage`, for a service that holds the event's lock."""
    if stage.state != StageState.RUNNING:
        raise Conflict("stage_not_open", _("This stage does not run."), {"stage": stage.number})
    loaded = load(stage, event)
    if loaded is None:
        raise Conflict("not_drawn", _("The draw has not been made."))
    folded = fold(loaded.structure, loaded.facts)
    _refuse_open(stage, folded, early=early)
    passed = set_aside_all(actor, now, event, Report.objects.filter(match__stage=stage), despite)
    before = stored_snapshot(stage)
    shown = snapshot(folded)
    PairingRun.objects.filter(stage=stage, state=RunState.DRAFT).update(state=RunState.DISCARDED)
    stage.state, stage.closed_at, stage.snapshot = StageState.FINISHED, now, shown.as_json()
    stage.save(update_fields=["state", "closed_at", "snapshot"])
    note_places(event, stage)
    differs = [] if before is None else [change.entry for change in changed_rows(before, shown)]
    log_action(
        actor=actor, now=now, action="stage.closed", target=event, scope=event,
        data={"stage": stage.number, "early": early, "changed": differs},
        reason="; ".join(filter(None, (reason, passed))),
    )  # fmt: skip
    _feed_next(actor, now, event, stage)


@dataclass(frozen=True, slots=True)
class Fed:
    """What a finished stage fed: the later stage, the seed numbers it filled, and what was played there since."""

    stage: int
    seeds: Mapping[int, EntryId]
    played: tuple[int, ...]

    @property
    def digest(self) -> str:
        """What is sent back by who has seen it."""
        return sha256(f"{self.stage}/{sorted(self.seeds.items())}/{self.played}".encode()).hexdigest()


def fed_by(stage: Stage) -> Fed | None:
    """What a stage fed, None where the next one was not filled from it."""
    later = Stage.objects.filter(event=stage.event, number=stage.number + 1, opened_at__isnull=False).first()
    draw = None if later is None else Draw.objects.filter(stage=later, current=True).first()
    if later is None or draw is None:
        return None
    played: set[int] = set()
    for model in (Report, GameResult, Decision):
        played |= set(model.objects.filter(match__stage=later).values_list("match__number", flat=True))
    return Fed(later.number, draw.seed_map(), tuple(sorted(played)))


@transaction.atomic
def reopen_stage(
    *, actor: Actor, now: datetime, event_id: int, stage_number: int, reason: str, digest: str | None = None
) -> Stage:
    """Open a finished stage to correct it. What it fed is told first, and the act needs its digest.

    Where nothing was played in the later stage it waits for its entries again; otherwise it stands as it was drawn.
    Raises NotPermitted; NotFound; InvalidInput `reason_needed`; Conflict `event_finished`, `stage_not_finished`,
    `stage_fed` (naming what was fed, with the digest), `fed_changed`.
    """
    event = lock_event(event_id)
    require_organiser(actor, event)
    stage = get_stage(event, stage_number)
    if not reason.strip():
        raise InvalidInput("reason_needed", _("Say why; everybody will see it in the log."), field="reason")
    require_running(event)
    if stage.state != StageState.FINISHED:
        raise Conflict("stage_not_finished", _("Only a finished stage can be opened again."))
    fed = fed_by(stage)
    if fed is not None and digest != fed.digest:
        extra = {"stage": fed.stage, "seeds": {str(n): e for n, e in fed.seeds.items()}, "played": list(fed.played),
                 "digest": fed.digest}  # fmt: skip
        if digest is None:
            raise Conflict("stage_fed", _("The next stage was drawn from these standings."), extra)
        raise Conflict("fed_changed", _("The next stage is no longer as it was shown."), extra)
    if fed is not None and not fed.played:
        _unfill(actor, now, event, get_stage(event, fed.stage))
    run_again(actor, now, event, stage, reason)
    log_action(
        actor=actor, now=now, action="stage.reopened", target=event, scope=event,
        data={"stage": stage.number, "fed": None if fed is None else fed.stage}, reason=reason,
    )  # fmt: skip
    raise_version(event)
    return stage


def _refuse_open(stage: Stage, folded: Folded, *, early: bool) -> None:
    waiting = sorted(found.node.number for found in folded.matches.values() if not found.is_settled)
    if waiting:
        raise Conflict("matches_open", _("Some matches are not decided yet."), {"matches": waiting})
    settings = stage_settings(stage)
    rounds = getattr(settings, "rounds", 0)
    paired = len({found.node.round for found in folded.matches.values()})
    if rounds and (paired == 0 or (paired < rounds and not early)):
        raise Conflict(
            "rounds_open",
            _("%(paired)d of %(rounds)d rounds are played.") % {"paired": paired, "rounds": rounds},
            {"paired": paired, "rounds": rounds},
        )


def _feed_next(actor: Actor, now: datetime, event: Event, stage: Stage) -> None:
    """A later stage that was drawn ahead gets its entries and starts."""
    later = Stage.objects.filter(event=event, number=stage.number + 1, state=StageState.PLANNED).first()
    draw = None if later is None else Draw.objects.filter(stage=later, current=True).first()
    if later is None or draw is None:
        return
    found: StageEntries | None = entries_of(event, later)
    if found is None or len(found.entries) != len(draw.entrants):
        # fewer are left than there are places: what was drawn ahead no longer fits and is drawn anew
        draw.current = False
        draw.save(update_fields=["current"])
        drop_matches(event, later)
        log_action(
            actor=actor, now=now, action="event.draw.discarded", target=event, scope=event,
            data={"stage": later.number, "places": len(draw.entrants),
                  "entries": 0 if found is None else len(found.entries)},
        )  # fmt: skip
        return
    draw.entrants = [None if entry is None else entry.pk for entry in found.entries]
    # the countries stay those it was drawn with, so that it can be drawn again
    draw.save(update_fields=["entrants"])
    later.state, later.opened_at = StageState.RUNNING, now
    later.save(update_fields=["state", "opened_at"])
    later.event = event
    refold(event, later, now=now)
    log_action(actor=actor, now=now, action="stage.opened", target=event, scope=event, data={"stage": later.number})


def _unfill(actor: Actor, now: datetime, event: Event, later: Stage) -> None:
    draw = Draw.objects.get(stage=later, current=True)
    draw.entrants = [None] * len(draw.entrants)
    draw.save(update_fields=["entrants"])
    later.state, later.opened_at = StageState.PLANNED, None
    later.save(update_fields=["state", "opened_at"])
    if later.kind == StageKind.SWISS:
        forget_rounds(actor, now, later)
        drop_matches(event, later)
    refold(event, later, now=now)


def _drawn(number: int) -> Conflict:
    return Conflict(
        "stage_drawn",
        _("Stage %(number)d is drawn. Discard its draw first, then change it.") % {"number": number},
        {"stage": number},
    )


def _exempt(stage: Stage) -> int:
    return int((stage.feed or {}).get("rule", {}).get("exempt", 0))


def _exempt_of(plan: StagePlan) -> int:
    return 0 if plan.rule is None else plan.rule.exempt


def rule_from(stored: Mapping[str, Any], field: str) -> Progression:
    """The rule an API or a form sent. Raises InvalidInput `bad_progression`."""
    try:
        return Progression.from_json(stored)
    except FormatError as error:
        raise InvalidInput(error.code, _("Nobody can go on by this rule."), dict(error.extra), field=field) from error
