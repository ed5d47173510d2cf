"""Telling those who sit down with others each round: their table, scores to answer, disputes."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.urls import reverse

from players.actors import Actor
from players.services.notices import Told, notify, notify_many
from tournaments.models import Event, Seat, SittingRound, SittingScore
from tournaments.selectors.sittings import LoadedSitting
from tournaments.services.addressees import account_of, accounts_by_entry, accounts_of_entries, officials_of


def tell_tables(now: datetime, event: Event, made: SittingRound) -> None:
    """A round is drawn: everybody learns the table and who sits there. A fixed number of queries."""
    if not event.draw_released:
        return
    tables: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(sitting__round=made).select_related("sitting", "entry").order_by("position"):
        tables.setdefault(seat.sitting.number, []).append(seat)
    accounts = accounts_by_entry([seat.entry_id for seats in tables.values() for seat in seats])
    told = []
    for number, seats in tables.items():
        data = _data(event, made.number, number, [str(seat.entry.name) for seat in seats])
        for seat in seats:
            told += [Told(pk, f"{made.pk}:{seat.entry_id}", data) for pk in accounts.get(seat.entry_id, ())]
    notify_many(now=now, kind="table.seated", told=told)


def tell_score(actor: Actor, now: datetime, event: Event, found: LoadedSitting, score: SittingScore) -> None:
    """A score was reported: the others at the table have it to answer, or officials to decide between two."""
    data = _score_data(event, found, score)
    if score.state == "disputed":
        _tell(now, "table.dispute", score, officials_of(event) - accounts_of_entries(found.seats), data)
    if event.draw_released:
        _tell(now, "table.score", score, accounts_of_entries(found.seats, captains=False) - account_of(actor), data)


def tell_score_disputed(actor: Actor, now: datetime, event: Event, found: LoadedSitting, score: SittingScore) -> None:
    """Officials have something to decide."""
    officials = officials_of(event) - accounts_of_entries(found.seats)
    _tell(now, "table.dispute", score, officials, _score_data(event, found, score))


def _score_data(event: Event, found: LoadedSitting, score: SittingScore) -> dict[str, Any]:
    names = [str(entry.name) for entry in found.entries]
    data = _data(event, found.sitting.round.number, found.sitting.number, names)
    reporter = "" if score.seat is None else names[score.seat]
    return data | {"game": score.number, "tiles": list(score.tiles or ()), "name": reporter}


def _data(event: Event, round_: int, table: int, names: list[str]) -> dict[str, Any]:
    path = reverse("events:sitting", args=[event.slug, round_, table])
    return {
        "event": event.name, "zone": event.time_zone, "path": path, "round": round_, "table": table, "names": names,
    }  # fmt: skip


def _tell(now: datetime, kind: str, score: SittingScore, users: Iterable[int], data: dict[str, Any]) -> None:
    notify(now=now, kind=kind, key=str(score.pk), users=users, data=data)
