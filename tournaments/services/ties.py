"""An arbiter orders entries that are level in a table (`docs/regulations.md` 5.1)."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from players.services import log_action
from tantrix_site.errors import Conflict, InvalidInput, NotFound
from tournaments.formats.fold import fold
from tournaments.formats.graph import EntryId
from tournaments.formats.standings import standings
from tournaments.models import Entry, TieRuling
from tournaments.selectors.stages import load
from tournaments.services.access import lock_event, raise_version, require_arbiter, require_neutral, require_open_stage
from tournaments.services.applying import note_correction
from tournaments.services.draws import get_stage


@transaction.atomic
def rule_tie(
    *,
    actor: Actor,
    now: datetime,
    event_id: int,
    stage_number: int,
    table: str,
    entries: Sequence[EntryId],
    reason: str,
) -> TieRuling:
    """Say in which order level entries stand; first before last. A later ruling on the same entries replaces it.

    Raises NotPermitted `not_arbiter`, `own_match`; NotFound `stage_not_found`, `table_not_found`; InvalidInput
    `reason_needed`, `bad_ruling`; Conflict `stage_finished`, `not_level` where something else already separates them.
    """
    event = lock_event(event_id)
    require_arbiter(actor, event, None)
    require_neutral(actor, event, entries)
    stage = get_stage(event, stage_number)
    require_open_stage(stage)
    if not reason.strip():
        raise InvalidInput("reason_needed", _("Say why; everybody will see it in the log."), field="reason")
    loaded = load(stage, event)
    known = [] if loaded is None else [found.key for found in loaded.structure.tables]
    if loaded is None or table not in known:
        raise NotFound("table_not_found", _("There is no such table."))
    wanted = set(entries)
    if len(wanted) < 2 or len(wanted) < len(entries):
        raise InvalidInput("bad_ruling", _("Name the entries that are level, each once."), field="entries")
    rows = standings(fold(loaded.structure, loaded.facts), loaded.structure.table(table))
    places = [index for index, row in enumerate(rows) if row.entry in wanted]
    together = len(places) == len(wanted) and places == list(range(places[0], places[0] + len(wanted)))
    if not together or any(rows[index].by not in ("ruling", "seed") for index in places[1:]):
        raise Conflict("not_level", _("These entries are not level in the table."), {"entries": list(entries)})
    for ruling in TieRuling.objects.filter(stage=stage, table=table, revoked_at=None):
        if wanted.issuperset(ruling.entries):
            ruling.revoked_at, ruling.revoked_by = now, actor.user
            ruling.save(update_fields=["revoked_at", "revoked_by"])
    made = TieRuling.objects.create(
        stage=stage, table=table, entries=list(entries), at=now, user=actor.user, player=actor.player, via=actor.via,
        reason=reason,
    )  # fmt: skip
    note_correction(actor, now, loaded, reason)
    names = dict(Entry.objects.filter(pk__in=wanted).values_list("pk", "name"))
    log_action(
        actor=actor, now=now, action="table.ruled", target=event, scope=event,
        data={
            "stage": stage.number, "table": table, "entries": list(entries),
            "changes": {"order": [[names[rows[index].entry] for index in places], [names[pk] for pk in entries]]},
        },
        reason=reason,
    )  # fmt: skip
    raise_version(event)
    return made
