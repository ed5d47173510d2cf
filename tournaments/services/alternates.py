"""An alternate comes into a draw for one who left before anything was played (`docs/decisions/0083-alternates.md`)."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from players.services import log_action
from tantrix_site.errors import Conflict, InvalidInput
from tournaments.formats.errors import SeedingError
from tournaments.formats.replacement import ReplacementMode, replace_seed
from tournaments.formats.settings import DoubleEliminationSettings, KnockoutSettings
from tournaments.models import PRESENT_STATES, Draw, Entry, EntryState, WaitingPlace
from tournaments.services.access import lock_event, raise_version, require_organiser
from tournaments.services.building import build_tree
from tournaments.services.draws import (
    core_draw,
    get_stage,
    input_at,
    note_who_goes_on,
    require_undrawable,
    settings_at,
)
from tournaments.services.refolding import refold
from tournaments.services.structures import store_structure
from tournaments.services.waiting import promote


@transaction.atomic
def replace_entrant(
    *,
    actor: Actor,
    now: datetime,
    event_id: int,
    leaving_id: int,
    alternate_id: int,
    stage_number: int = 1,
    mode: str = ReplacementMode.DIRECT,
    reason: str = "",
) -> Draw:
    """Give the line of an entry that left to another; everybody else keeps the line, or moves up by the cascade.

    Made while nothing was played. The draw before stays as history and the record says who took whose line. Raises
    NotPermitted; NotFound; InvalidInput `unknown_mode`, `not_drawn_entry`, `bad_alternate`; Conflict `not_drawn`,
    `not_left` (the entry still takes part), `stage_played`, `no_bands`.
    """
    event = lock_event(event_id)
    require_organiser(actor, event)
    stage = get_stage(event, stage_number)
    require_undrawable(event, stage)
    if mode not in set(ReplacementMode):
        raise InvalidInput("unknown_mode", _("The alternate takes the line directly or by the cascade."), field="mode")
    before = Draw.objects.filter(stage=stage, current=True).select_related("stage").first()
    settings = None if before is None else settings_at(before)
    if before is None or not isinstance(settings, KnockoutSettings | DoubleEliminationSettings):
        raise Conflict("not_drawn", _("There is no draw with lines."))
    if leaving_id not in before.entrants:
        raise InvalidInput("not_drawn_entry", _("This entry is not in the draw."), field="leaving")
    if Entry.objects.filter(pk=leaving_id, state=EntryState.ACCEPTED).exists():
        raise Conflict("not_left", _("This entry still takes part; withdraw it first."), field="leaving")
    alternate = Entry.objects.filter(pk=alternate_id, event=event, state__in=PRESENT_STATES).first()
    if alternate is None or alternate.pk in before.entrants:
        raise InvalidInput(
            "bad_alternate", _("An alternate is an entry that is not in the draw and has not left."), field="alternate"
        )
    leaving = before.entrants.index(leaving_id) + 1
    try:
        found = replace_seed(core_draw(before, settings), leaving, ReplacementMode(mode))
    except SeedingError as error:
        raise Conflict(error.code, _("A draw made by hand has no bands for a cascade."), field="mode") from error
    seeds = found.seeds(before.seed_map(), alternate.pk)
    entrants = [seeds[number] for number in range(1, len(before.entrants) + 1)]
    countries = dict(Entry.objects.filter(pk__in=entrants).values_list("pk", "country"))
    waiting = WaitingPlace.objects.filter(entry=alternate, ended_at=None).select_related("entry").first()
    if waiting is not None:
        promote(actor=actor, now=now, event=event, place=waiting)
    before.current = False
    before.save(update_fields=["current"])
    made = Draw(
        stage=stage, number=Draw.objects.filter(stage=stage).count() + 1, lot=before.lot, mode=before.mode,
        seeded=before.seeded, separation=before.separation, entrants=entrants,
        countries=[str(countries[pk] or "") for pk in entrants],
        detail={
            **before.detail,
            "replaced": {
                "draw": before.number, "seed": leaving, "mode": str(mode), "left": leaving_id,
                "alternate": alternate.pk, "moves": [[move.seed, move.takes] for move in found.moves],
            },
        },
        at=now, user=actor.user, player=actor.player, via=actor.via, reason=reason,
    )  # fmt: skip
    drawn = core_draw(made, settings)
    built = build_tree(settings, input_at(made), drawn)
    made.lines, made.clashes = list(drawn.lines), [list(pair) for pair in drawn.clashes]
    made.save()
    store_structure(event, stage, built.structure, built.size)
    refold(event, stage, now=now)
    note_who_goes_on(event, stage)
    log_action(
        actor=actor, now=now, action="event.draw.replaced", target=event, scope=event,
        data={"stage": stage.number, "draw": made.number, "left": leaving_id, "alternate": alternate.pk,
              "mode": str(mode)},
        reason=reason,
    )  # fmt: skip
    raise_version(event)
    return made
