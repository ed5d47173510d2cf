"""Bringing in ratings published elsewhere, and taking an import back."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from players import names
from players.actors import Actor
from players.models import Player
from players.services import create_player, log_action
from ratings.models import HistoricImport, HistoricRating
from ratings.services.access import require_reason, require_staff
from ratings.services.historic_reading import HistoricAnswers, HistoricLine, LineState, read_historic
from ratings.services.writing import lock_clock
from tantrix_site.errors import Conflict, NotFound


@transaction.atomic
def import_historic(
    *,
    actor: Actor,
    now: datetime,
    text: str | bytes,
    source: str = "",
    on: str = "",
    answers: HistoricAnswers | None = None,
) -> HistoricImport | None:
    """Store all rows, or none. What is stored already is left; None where that is everything.

    Nothing of it counts for ratings worked out here. Raises NotPermitted `not_staff`; those of `read_historic`;
    Conflict `import_refused`, whose `lines` name the rows and columns that need attention.
    """
    require_staff(actor)
    answers = answers or HistoricAnswers()
    # one import at a time, so that the second of two alike finds what the first has stored
    lock_clock()
    preview = read_historic(text, today=now.date(), source=source, on=on, answers=answers)
    _refuse_lines(preview.lines, answers)
    fresh = [line for line in preview.lines if line.state is not LineState.KNOWN]
    if not fresh:
        return None
    made = _profiles(actor, now, fresh)
    batch = HistoricImport.objects.create(at=now, user=actor.user, player=actor.player, via=actor.via, values=0)
    rows = [row for line in fresh for row in _ratings(line, batch, made)]
    HistoricRating.objects.bulk_create(rows, batch_size=1000)
    batch.values = len(rows)
    batch.save(update_fields=["values"])
    log_action(
        actor=actor, now=now, action="ratings.historic.imported", target=batch,
        data={"values": len(rows), "profiles": len(made), "sources": sorted({row.source for row in rows})[:20]},
    )  # fmt: skip
    return batch


@transaction.atomic
def withdraw_historic(*, actor: Actor, now: datetime, import_id: int, reason: str) -> HistoricImport:
    """Take an import back with all its values; profiles made by it stay. Doing it twice changes nothing.

    Raises NotPermitted `not_staff`; InvalidInput `reason_needed`; NotFound `import_not_found`.
    """
    require_staff(actor)
    reason = require_reason(reason)
    batch = HistoricImport.objects.select_for_update().filter(pk=import_id).first()
    if batch is None:
        raise NotFound("import_not_found", _("There is no such import."))
    if batch.withdrawn_at is not None:
        return batch
    HistoricRating.objects.filter(batch=batch).delete()
    batch.withdrawn_at, batch.withdrawn_by, batch.reason = now, actor.user, reason
    batch.save(update_fields=["withdrawn_at", "withdrawn_by", "reason"])
    log_action(
        actor=actor, now=now, action="ratings.historic.withdrawn", target=batch, data={"values": batch.values},
        reason=reason,
    )  # fmt: skip
    return batch


def _refuse_lines(lines: Sequence[HistoricLine], answers: HistoricAnswers) -> None:
    bad = [
        line
        for line in lines
        if line.state in (LineState.WRONG, LineState.DOUBTFUL)
        or (line.state is LineState.NEW and not answers.make_players and line.number not in answers.new)
    ]
    if not bad:
        return
    extra = {"lines": [refusal(line) for line in bad]}
    message = _("Nothing was stored: %(count)d of the rows need attention, first row %(line)d.") % {
        "count": len(bad),
        "line": bad[0].number,
    }
    raise Conflict("import_refused", message, extra, field="text")


def refusal(line: HistoricLine) -> dict[str, object]:
    """What stands in the way of a row, for programs."""
    unknown = line.state is LineState.NEW
    return {
        "line": line.number, "name": line.name, "state": str(line.state),
        "column": "name" if unknown else line.column, "code": "unknown_person" if unknown else line.code,
        "message": _("Nobody here has this name.") if unknown else line.message,
        "candidates": [candidate.player for candidate in line.candidates],
    }  # fmt: skip


def _profiles(actor: Actor, now: datetime, lines: Sequence[HistoricLine]) -> dict[str, Player]:
    """A new profile for each name of a person who has none, by folded name."""
    made: dict[str, Player] = {}
    for line in lines:
        key = names.name_key(line.name)
        if line.player is None and line.row is not None and key not in made:
            details = {"name": line.row.name, "country": line.row.country}
            made[key] = create_player(actor=actor, now=now, details=details)  # type: ignore[arg-type]
    return made


def _ratings(line: HistoricLine, batch: HistoricImport, made: Mapping[str, Player]) -> list[HistoricRating]:
    row = line.row
    if row is None:
        return []
    player = line.player or made[names.name_key(line.name)].pk
    return [
        HistoricRating(
            batch=batch, scale=printed.scale, player_id=player, name=row.name, country=row.country,
            first_day=row.first_day, last_day=row.last_day, value=printed.value, printed=printed.text,
            rank=printed.rank, games=row.games, last_played=row.last_played, source=row.source, event=row.event,
            moment=row.moment, note=row.note,
        )
        for printed in row.values
    ]  # fmt: skip
