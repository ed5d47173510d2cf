"""Draws and redraws, closing and opening stages, finishing and opening the event, rulings on ties."""

import random

from tantrix_site.errors import Conflict
from tests.tournaments.guard.play import Play, some
from tests.tournaments.guard.rounds import note_shown
from tournaments import services
from tournaments.formats.fold import fold
from tournaments.formats.standings import standings
from tournaments.models import Stage, StageState
from tournaments.selectors.stages import load


def draw(play: Play, rng: random.Random) -> str | None:
    """Draw a stage: the next one, or one that is drawn already once more."""
    stage = some(rng, play.stages())
    lot = rng.randrange(10**6)
    made = services.make_draw(**play.at(stage.number), lot=lot)
    note_shown(play, stage)
    return f"stage {stage.number} by {lot}, draw {made.number}"


def discard(play: Play, rng: random.Random) -> str | None:
    stage = some(rng, play.stages())
    if stage.number == 1:
        return None  # an event in play keeps its first draw; `draw` makes it anew
    services.discard_draw(**play.at(stage.number))
    note_shown(play, stage)
    return f"stage {stage.number}"


def close(play: Play, rng: random.Random) -> str | None:
    stage = some(rng, play.stages(StageState.RUNNING))
    if stage is None:
        return None
    early = rng.random() < 0.5
    services.close_stage(**play.at(stage.number), early=early, reason="r")
    return f"stage {stage.number}{' early' if early else ''}"


def reopen(play: Play, rng: random.Random) -> str | None:
    """Open a finished stage again, having been told what it fed."""
    stage = some(rng, play.stages(StageState.FINISHED))
    if stage is None:
        return None
    fed = services.fed_by(stage)
    services.reopen_stage(**play.at(stage.number), reason="r", digest=None if fed is None else fed.digest)
    for later in Stage.objects.filter(event=play.event_id, number__gt=stage.number):
        note_shown(play, later)  # one that was not played yet waits for its entries again
    return f"stage {stage.number}, which fed {fed}"


def finish(play: Play, rng: random.Random) -> str | None:
    services.finish_event(**play.at())
    return ""


def reopen_event(play: Play, rng: random.Random) -> str | None:
    if play.event.state != "finished":
        return None
    services.reopen_event(**play.at(), reason="r")
    return ""


def order_level(play: Play, rng: random.Random) -> str | None:
    """An arbiter orders neighbours in a table; refused unless they are level."""
    stage = some(rng, [found for found in play.stages(StageState.RUNNING) if found.is_table])
    loaded = None if stage is None else load(stage)
    if stage is None or loaded is None:
        return None
    table = rng.choice(loaded.structure.tables)
    rows = standings(fold(loaded.structure, loaded.facts), table)
    level = [i for i in range(1, len(rows)) if rows[i].by in ("seed", "ruling")]
    if not level:
        return None
    at = rng.choice(level)
    two = [rows[at].entry, rows[at - 1].entry]
    services.rule_tie(**play.at(stage.number), table=table.key, entries=two, reason="r")
    return f"stage {stage.number} table {table.key}: {two}"


def next_stage(play: Play, rng: random.Random) -> str | None:
    """Close what is played and draw what comes next: the ordinary way on."""
    try:
        for stage in play.stages(StageState.RUNNING):
            services.close_stage(**play.at(stage.number))
    except Conflict as refused:
        if refused.code not in ("rounds_open", "matches_open", "reports_open"):
            raise
        return None
    waiting = play.stages(StageState.PLANNED)
    if not waiting:
        return "closed"
    services.make_draw(**play.at(waiting[0].number), lot=rng.randrange(10**6))
    note_shown(play, waiting[0])
    return f"stage {waiting[0].number} drawn"
