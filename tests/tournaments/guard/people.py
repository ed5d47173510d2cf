"""Exits, returns, late entries, absences."""

import random

from tests.tournaments.guard.play import Play, some, some_offers
from tournaments import services
from tournaments.formats.settings import SwissSettings
from tournaments.models import ExitKind
from tournaments.selectors.stages import current_stage, stage_settings
from tournaments.services import NewPerson


def leave(play: Play, rng: random.Random) -> str | None:
    entry = some(rng, play.entries("accepted"))
    if entry is None:
        return None
    disqualified = rng.random() < 0.3
    kind = ExitKind.DISQUALIFIED if disqualified else ExitKind.WITHDRAWN
    planned = services.plan_exit(**play.by, entry_id=entry.pk, kind=kind)
    digest = None if planned is None else planned.plan.digest
    act = services.disqualify_entry if disqualified else services.withdraw_entry
    act(**play.by, entry_id=entry.pk, reason="r", digest=digest)
    return f"{entry.name} {kind}"


def replace(play: Play, rng: random.Random) -> str | None:
    """An alternate takes the line of one who left."""
    gone, there = some(rng, play.entries("withdrawn", "disqualified")), some(rng, play.entries("accepted"))
    stage = some(rng, [stage for stage in play.stages() if not stage.is_table])
    if gone is None or there is None or stage is None:
        return None
    mode = rng.choice(["direct", "cascade"])
    services.replace_entrant(**play.at(stage.number), leaving_id=gone.pk, alternate_id=there.pk, mode=mode)
    return f"{there.name} takes the line of {gone.name} in stage {stage.number}, {mode}"


def come_back(play: Play, rng: random.Random) -> str | None:
    entry = some(rng, play.entries("withdrawn", "disqualified"))
    if entry is None:
        return None
    planned = services.plan_return(**play.by, entry_id=entry.pk)
    digest, chosen = (None, []) if planned is None else (planned.plan.digest, some_offers(planned.plan, rng))
    services.revoke_exit(**play.by, entry_id=entry.pk, reason="r", digest=digest, reinstate=chosen)
    return f"{entry.name}, brought back {chosen}"


def enter_again(play: Play, rng: random.Random) -> str | None:
    """Who withdrew is entered once more, as a late entry is."""
    entry = some(rng, play.entries("withdrawn"))
    if entry is None:
        return None
    services.add_entry(**play.at(), player_id=entry.player_id)
    return entry.name


def enter_late(play: Play, rng: random.Random) -> str | None:
    if play.newcomers >= 4:
        return None
    entered = services.add_entry(**play.at(), person=NewPerson(f"Newcomer {play.newcomers + 1}", surely_new=True))
    play.newcomers += 1
    return entered.entry.name


def miss(play: Play, rng: random.Random) -> str | None:
    """An entry will miss a round, or be there after all."""
    entry, stage = some(rng, play.entries("accepted")), current_stage(play.event)
    settings = stage_settings(stage)
    if entry is None or not isinstance(settings, SwissSettings):
        return None
    number, absent = rng.randint(1, settings.rounds), rng.random() < 0.7
    services.set_absence(**play.by, entry_id=entry.pk, round_number=number, absent=absent)
    return f"{entry.name} {'misses' if absent else 'plays'} round {number}"
