"""The rounds of a Swiss: proposals, pairings by hand, publishing, taking back."""

import random

from tests.tournaments.guard.play import Pairing, Play, some
from tournaments import services
from tournaments.models import Match, PairingRun, RunState, Stage, StageKind


def pairings(stage: Stage) -> dict[tuple[int, int], Pairing]:
    """Who meets whom in each round that has matches."""
    found: dict[tuple[int, int], set[frozenset[int]]] = {}
    rows = Match.objects.filter(stage=stage).prefetch_related("slots")
    for match in rows:
        who = frozenset(slot.source_entry_id for slot in match.slots.all() if slot.source_entry_id is not None)
        found.setdefault((stage.number, match.round), set()).add(who)
    return {key: frozenset(pairs) for key, pairs in found.items()}


def note_shown(play: Play, stage: Stage) -> None:
    """What the public sees now was said by an act that may say so."""
    play.shown = {key: value for key, value in play.shown.items() if key[0] != stage.number} | pairings(stage)


def _swiss(play: Play, rng: random.Random) -> Stage | None:
    return some(rng, [stage for stage in play.stages() if stage.kind == StageKind.SWISS])


def _shuffled(entries: list[int], rng: random.Random) -> tuple[list[tuple[int, int]], int | None]:
    rng.shuffle(entries)
    bye = entries.pop() if len(entries) % 2 else None
    if rng.random() < 0.1 and entries:
        # an even number may sit out, too: the organiser decides
        entries = entries[2:]
    return [(entries[i], entries[i + 1]) for i in range(0, len(entries), 2)], bye


def propose(play: Play, rng: random.Random) -> str | None:
    stage = _swiss(play, rng)
    if stage is None:
        return None
    entries = [entry.pk for entry in play.entries("accepted")]
    rng.shuffle(entries)
    fixed = [(entries[0], entries[1])] if rng.random() < 0.2 and len(entries) > 1 else []
    bye = entries[2] if rng.random() < 0.1 and len(entries) > 2 else None
    run = services.propose_pairing(**play.at(stage.number), fixed=fixed, fixed_bye=bye)
    return f"round {run.round}: {run.pairs} {run.bye_id}, fixed {fixed} {bye}"


def edit(play: Play, rng: random.Random) -> str | None:
    run = PairingRun.objects.filter(stage__event=play.event_id, state=RunState.DRAFT).first()
    if run is None:
        return None
    pairs, bye = _shuffled([item["entry"] for item in run.input["entries"]], rng)
    services.edit_pairing(**play.at(run.stage.number), pairs=pairs, bye=bye)
    return f"round {run.round}: {pairs} {bye}"


def publish(play: Play, rng: random.Random) -> str | None:
    run = PairingRun.objects.filter(stage__event=play.event_id, state=RunState.DRAFT).first()
    if run is None:
        return None
    services.publish_pairing(**play.at(run.stage.number), keep_outdated=rng.random() < 0.5)
    note_shown(play, run.stage)
    return f"round {run.round}"


def pair(play: Play, rng: random.Random) -> str | None:
    """Propose and publish."""
    stage = _swiss(play, rng)
    if stage is None:
        return None
    services.propose_pairing(**play.at(stage.number))
    run = services.publish_pairing(**play.at(stage.number))
    note_shown(play, stage)
    return f"round {run.round}: {run.pairs} {run.bye_id}"


def give_up(play: Play, rng: random.Random) -> str | None:
    stage = _swiss(play, rng)
    if stage is None:
        return None
    services.discard_pairing(**play.at(stage.number))
    return ""


def take_back(play: Play, rng: random.Random) -> str | None:
    stage = _swiss(play, rng)
    if stage is None:
        return None
    run = services.unpublish_round(**play.at(stage.number), reason="r")
    note_shown(play, stage)
    return f"round {run.round}"


def change(play: Play, rng: random.Random) -> str | None:
    """Pair a published round otherwise: a few entries change places, or all."""
    stage = _swiss(play, rng)
    published = PairingRun.objects.filter(stage=stage, state=RunState.PUBLISHED).order_by("-round").first()
    if stage is None or published is None:
        return None
    if rng.random() < 0.5 and len(published.pairs) > 1:
        (a, b), (c, d), *others = rng.sample(published.pairs, len(published.pairs))
        pairs, bye = [(a, d), (c, b), *((x, y) for x, y in others)], published.bye_id
    else:
        states = ("accepted",) if rng.random() < 0.8 else ("accepted", "withdrawn")
        entries = [entry.pk for entry in play.entries(*states)]
        pairs, bye = _shuffled(entries, rng)
    run = services.change_published_pairing(**play.at(stage.number), pairs=pairs, bye=bye, reason="r")
    note_shown(play, stage)
    return f"round {run.round}: {pairs} {bye}"
