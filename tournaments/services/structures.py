"""Storing the structure of a stage: its matches and the source of each of their slots."""

from django.db.models import OuterRef, QuerySet, Subquery

from tantrix_site.compiled import CompiledObjects
from tournaments.formats.bracket import round_keys
from tournaments.formats.graph import EntrySource, LoserOf, MatchNode, Seed, Source, Structure, WinnerOf
from tournaments.models import Event, LineUp, Match, Slot, SourceKind, Stage
from tournaments.services.boards import add_boards


def store_structure(event: Event, stage: Stage, structure: Structure, size: int = 0) -> None:
    """Make the matches of a stage anew; those of an earlier draw of the same shape keep their numbers.

    Once the event has been public no number is given to another match.
    """
    before = _matches_of(stage.pk)
    kept = _kept_matches(before, structure)
    if kept is None:
        if before:
            drop_matches(event, stage)
        kept = add_matches(event, stage, structure.matches)
    else:
        for node in structure.matches:
            kept[node.id].games = node.games * max(event.team_size, 1)
        Match.objects.bulk_update(kept.values(), ["games"])
        Slot.objects.filter(match__stage=stage, match__team_match=None).delete()
        _store_slots(structure.matches, kept)
        forget_line_ups(event, stage)
    brackets = dict.fromkeys(node.bracket for node in structure.matches)
    rounds = {bracket: list(round_keys(structure, bracket).values()) for bracket in brackets}
    if (stage.size, stage.rounds) != (size, rounds):
        stage.size, stage.rounds = size, rounds
        stage.save(update_fields=["size", "rounds"])


def add_matches(event: Event, stage: Stage, nodes: tuple[MatchNode, ...]) -> dict[int, Match]:
    """Store further matches of a stage, numbered on from the event's last; by the ids of the nodes."""
    first = event.last_match_number
    ordered = sorted(nodes, key=lambda node: node.number)
    rows = Match.objects.bulk_create(
        [
            Match(
                stage=stage, event=event, number=number, bracket=node.bracket, ranking=node.ranking,
                label=node.label, table=node.table, round=node.round, position=node.position,
                games=node.games * max(event.team_size, 1),
                winner_place=node.winner_place, loser_place=node.loser_place,
            )
            for number, node in enumerate(ordered, start=first + 1)
        ]
    )  # fmt: skip
    stored = {node.id: row for node, row in zip(ordered, rows, strict=True)}
    conditional = [node for node in ordered if node.condition is not None]
    for node in conditional:
        if node.condition is not None:
            stored[node.id].only_if_match = stored[node.condition.match]
            stored[node.id].only_if_side = node.condition.winner_slot
    if conditional:
        Match.objects.bulk_update([stored[node.id] for node in conditional], ["only_if_match", "only_if_side"])
    _store_slots(nodes, stored)
    if nodes:
        event.last_match_number = first + len(nodes)
        if event.is_for_teams:
            add_boards(event, stage, rows)
        event.save(update_fields=["last_match_number"])
    return stored


def forget_line_ups(event: Event, stage: Stage) -> None:
    """What teams had sent for an earlier draw is of no use; the boards have as many games as the new one says."""
    if event.is_for_teams:
        LineUp.objects.filter(match__stage=stage, current=True).update(current=False)
        games = Subquery(Match.objects.filter(pk=OuterRef("team_match")).values("games")[:1])
        Match.every.filter(stage=stage).exclude(team_match=None).update(games=games / event.team_size)


def drop_matches(event: Event, stage: Stage) -> None:
    """Take away the matches of a stage; numbers nobody has seen yet are free again."""
    drop_match_rows(event, Match.objects.filter(stage=stage))


def drop_match_rows(event: Event, matches: QuerySet[Match]) -> None:
    """Take away these matches, on which nothing was built; numbers nobody has seen yet are free again."""
    matches.delete()
    if event.published_at is None and event.last_match_number:
        last = Match.every.filter(event=event).order_by("-number").values_list("number", flat=True).first()
        event.last_match_number = last or 0
        event.save(update_fields=["last_match_number"])


_matches_of = CompiledObjects(lambda stage: Match.objects.filter(stage=stage))


def _kept_matches(before: list[Match], structure: Structure) -> dict[int, Match] | None:
    """The matches of the draw before, by the new structure's ids, if both have the same shape."""
    rows = {(row.bracket, row.round, row.position): row for row in before}
    wanted = {(node.bracket, node.round, node.position): node for node in structure.matches}
    if rows.keys() != wanted.keys() or any(_differs(rows[key], node) for key, node in wanted.items()):
        return None
    return {node.id: rows[key] for key, node in wanted.items()}


def _differs(row: Match, node: MatchNode) -> bool:
    return (row.label, row.table, row.winner_place, row.loser_place) != (
        node.label, node.table, node.winner_place, node.loser_place,
    )  # fmt: skip


def _store_slots(nodes: tuple[MatchNode, ...], rows: dict[int, Match]) -> None:
    Slot.objects.bulk_create(
        slot_row(rows[node.id], side, source, rows) for node in nodes for side, source in enumerate(node.sources)
    )


def slot_row(match: Match, side: int, source: Source, rows: dict[int, Match]) -> Slot:
    """One slot, not stored yet; `rows` are the matches it may refer to, by the ids of their nodes."""
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
