"""Folding a stage anew from what is stored."""

from datetime import datetime

from django.db import transaction

from players.actors import SYSTEM
from players.services import log_action
from tournaments.models import Event, Stage
from tournaments.selectors.stages import FoldedStage, load, stages_of
from tournaments.services.access import lock_event, raise_version
from tournaments.services.boards import follow_boards
from tournaments.services.folding import CacheChange, refresh_places, write_cache
from tournaments.services.telling_matches import tell_open


def refold(event: Event, stage: Stage, *, now: datetime) -> CacheChange:
    """Fold the stored facts of a stage and bring the cache up to date; nothing happens before the draw."""
    loaded = load(stage, event)
    if loaded is None:
        return CacheChange((), ())
    folded = FoldedStage.of(loaded)
    change = write_cache(loaded, folded.folded)
    tell_open(now, event, change.touched)
    follow_boards(
        actor=SYSTEM, now=now, event=event, stage=stage, team_matches=set(loaded.structure.by_id), reason=""
    )  # fmt: skip
    # who is no longer in the draw has lost its place as well
    refresh_places(event, folded)
    return change


@transaction.atomic
def rebuild_event(*, now: datetime, event_id: int) -> CacheChange:
    """Make the cache of an event anew from its facts; the facts stay as they are. Raises NotFound `event_not_found`."""
    event = lock_event(event_id, archived_too=True)
    changes = [refold(event, stage, now=now) for stage in stages_of([event])]
    change = CacheChange(
        tuple(match for found in changes for match in found.repaired),
        tuple(match for found in changes for match in found.touched),
    )
    if change:
        log_action(actor=SYSTEM, now=now, action="event.rebuilt", target=event, scope=event,
                   data={"matches": len(change.touched)})  # fmt: skip
        raise_version(event)
    return change
