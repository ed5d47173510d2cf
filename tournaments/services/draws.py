"""Making the draw, and the matches that follow from it."""

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from players.actors import Actor
from players.services import log_action
from tantrix_site.errors import Conflict, InvalidInput
from tournaments.formats.graph import EntrySource, LoserOf, Seed, Source, Structure, WinnerOf
from tournaments.formats.knockout import knockout
from tournaments.formats.seeding import Draw as CoreDraw
from tournaments.formats.seeding import draw as draw_lines
from tournaments.models import (
    Draw,
    Entry,
    EntryState,
    Event,
    EventState,
    Match,
    SeedingMode,
    Separation,
    Slot,
    SourceKind,
    Stage,
)
from tournaments.models.event import MIN_ENTRIES
from tournaments.services.access import lock_event, raise_version, require_organiser
from tournaments.services.folding import refold

# nine digits: easy to publish, read out and type again
LOT_RANGE: Final = 10**9


@transaction.atomic
def make_draw(*, actor: Actor, now: datetime, event_id: int, lot: int | None = None) -> Draw:
    """Draw the accepted entries and make the matches; before the start it may be done again.

    `lot` is the number from which chance follows; without one the site takes a fresh one. It is stored and published,
    so that anybody can draw again. Matches of an earlier draw of the same shape keep their numbers; once the event has
    been public no number is given to another match.

    Raises NotPermitted; Conflict `event_started`, `too_few_entries`; InvalidInput `bad_lot`.
    """
    event = lock_event(event_id)
    require_organiser(actor, event)
    if event.state in (EventState.RUNNING, EventState.FINISHED):
        raise Conflict("event_started", _("The event has started; its draw stands."))
    if lot is not None and not 0 <= lot < 2**53:
        raise InvalidInput("bad_lot", _("The number of the lot is a whole number from 0 on."), field="lot")
    entries = drawable_entries(event)
    if len(entries) < MIN_ENTRIES:
        raise too_few(len(entries))
    if event.seeding_mode == SeedingMode.STRICT:
        lot = None
    elif lot is None:
        lot = secrets.randbelow(LOT_RANGE)
    countries = [entry.country.code or "" for entry in entries]
    drawn = lines_of(
        count=len(entries), mode=event.seeding_mode, seeded=event.seeds, separation=event.separation,
        countries=countries, lot=lot,
    )  # fmt: skip
    structure = knockout(
        len(entries), lines=drawn.lines, games=tuple(event.games_by_round), third_place=event.third_place
    )
    stage = _stored_structure(event, structure, drawn.size)
    number = Draw.objects.filter(stage=stage).count() + 1
    Draw.objects.filter(stage=stage, current=True).update(current=False)
    draw = Draw.objects.create(
        stage=stage,
        number=number,
        lot=lot,
        mode=event.seeding_mode,
        seeded=event.seeds,
        separation=event.separation,
        entrants=[entry.pk for entry in entries],
        countries=countries,
        lines=list(drawn.lines),
        clashes=[list(pair) for pair in drawn.clashes],
        at=now,
        user=actor.user,
        player=actor.player,
        via=actor.via,
    )
    refold(event)
    log_action(
        actor=actor, now=now, action="event.drawn", target=event, scope=event,
        data={"draw": number, "lot": lot, "entries": len(entries), "clashes": draw.clashes},
    )  # fmt: skip
    raise_version(event)
    return draw


@transaction.atomic
def discard_draw(*, actor: Actor, now: datetime, event_id: int) -> Event:
    """Take the draw back before the start, with its matches.

    Raises NotPermitted; Conflict `event_started`, `not_drawn`.
    """
    event = lock_event(event_id)
    require_organiser(actor, event)
    if event.state in (EventState.RUNNING, EventState.FINISHED):
        raise Conflict("event_started", _("The event has started; its draw stands."))
    if not Draw.objects.filter(stage__event=event, current=True).update(current=False):
        raise Conflict("not_drawn", _("There is no draw to discard."))
    _drop_matches(event)
    log_action(actor=actor, now=now, action="event.draw.discarded", target=event, scope=event)
    raise_version(event)
    return event


def too_few(count: int) -> Conflict:
    """The refusal of a knockout with fewer than two entries."""
    return Conflict(
        "too_few_entries",
        _("A knockout needs at least two entries; there are %(count)d.") % {"count": count},
        {"accepted": count},
    )


def drawable_entries(event: Event) -> list[Entry]:
    """The accepted entries by seed number: those with a seed, closed up after withdrawals, then in order of entry."""
    entries = Entry.objects.filter(event=event, state=EntryState.ACCEPTED)
    return list(entries.order_by(F("seed").asc(nulls_last=True), "pk"))


def lines_of(
    *, count: int, mode: str, seeded: int, separation: str, countries: Sequence[str], lot: int | None
) -> CoreDraw:
    """The core's draw for these settings; from the same arguments always the same."""
    apart = []
    if separation == Separation.COUNTRY:
        apart = [{number: country for number, country in enumerate(countries, start=1) if country}]
    seeds = 0 if mode == SeedingMode.LOT else seeded
    return draw_lines(count, lot=lot, seeds=seeds, apart=apart)


def draw_again(draw: Draw) -> tuple[int | None, ...]:
    """The lines that follow from what is stored of a draw: what anybody can check."""
    return lines_of(
        count=len(draw.entrants), mode=draw.mode, seeded=draw.seeded, separation=draw.separation,
        countries=draw.countries, lot=draw.lot,
    ).lines  # fmt: skip


def _stored_structure(event: Event, structure: Structure, size: int) -> Stage:
    stage, _created = Stage.objects.get_or_create(event=event, number=1, defaults={"kind": "knockout"})
    kept = _kept_matches(event, structure)
    if kept is None:
        _drop_matches(event)
        first = event.last_match_number
        nodes = structure.matches
        rows = Match.objects.bulk_create(
            [
                Match(
                    stage=stage, event=event, number=first + node.number, bracket=node.bracket, ranking=node.ranking,
                    label=node.label, round=node.round, position=node.position, games=node.games,
                    winner_place=node.winner_place, loser_place=node.loser_place,
                )
                for node in nodes
            ]
        )  # fmt: skip
        kept = {node.id: row for node, row in zip(nodes, rows, strict=True)}
        event.last_match_number = first + len(nodes)
        event.save(update_fields=["last_match_number"])
    else:
        for node in structure.matches:
            kept[node.id].games = node.games
        Match.objects.bulk_update(kept.values(), ["games"])
        Slot.objects.filter(match__event=event).delete()
    Slot.objects.bulk_create(
        _slot(kept[node.id], side, source, kept)
        for node in structure.matches
        for side, source in enumerate(node.sources)
    )
    if stage.size != size:
        stage.size = size
        stage.save(update_fields=["size"])
    return stage


def _kept_matches(event: Event, structure: Structure) -> dict[int, Match] | None:
    """The matches of the draw before, by the new structure's ids, if both have the same shape."""
    place = {(row.bracket, row.round, row.position): row for row in Match.objects.filter(event=event)}
    wanted = {(node.bracket, node.round, node.position): node for node in structure.matches}
    if place.keys() != wanted.keys() or any(place[key].label != node.label for key, node in wanted.items()):
        return None
    return {node.id: place[key] for key, node in wanted.items()}


def _drop_matches(event: Event) -> None:
    Match.objects.filter(event=event).delete()
    if event.published_at is None and event.last_match_number:
        # nobody has seen these numbers yet
        event.last_match_number = 0
        event.save(update_fields=["last_match_number"])


def _slot(match: Match, side: int, source: Source, rows: dict[int, Match]) -> Slot:
    slot = Slot(match=match, side=side)
    if isinstance(source, Seed):
        slot.source, slot.source_seed = SourceKind.SEED, source.n
    elif isinstance(source, WinnerOf):
        slot.source, slot.source_match = SourceKind.WINNER, rows[source.match]
    elif isinstance(source, LoserOf):
        slot.source, slot.source_match = SourceKind.LOSER, rows[source.match]
        slot.first_match_only = source.first_match_only
    elif isinstance(source, EntrySource):
        slot.source, slot.source_entry_id = SourceKind.ENTRY, source.entry
    else:
        slot.source = SourceKind.BYE
        slot.is_bye = True
    return slot
