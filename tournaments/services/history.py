"""Taking in a list of historic results, all rows or none, and taking an import back.

Historic results are facts of their own: they touch no game of this site and no rating (decision 109). One import at a
time: all series are locked in the order of their keys, then the importer's account.
"""

from collections import defaultdict
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from players.models import User
from players.names import name_key, slug_base
from players.services import log_action
from tantrix_site.errors import Conflict, InvalidInput, NotFound, NotPermitted
from tournaments import permissions
from tournaments.models import (
    Edition,
    HistoricAccount,
    HistoricEvent,
    HistoricFigures,
    HistoricImport,
    HistoricMatch,
    HistoricMedal,
    HistoricPlace,
    HistoricRow,
    Series,
)
from tournaments.services.entry_lists import list_text
from tournaments.services.history_plan import plan_history
from tournaments.services.history_values import (
    Fact,
    HistoryChoices,
    HistoryOptions,
    HistoryPlan,
    PlannedRow,
    RowState,
)
from tournaments.services.series import keeps

ROW_MODELS: Final[tuple[type[HistoricRow], ...]] = (
    HistoricAccount, HistoricMedal, HistoricPlace, HistoricMatch, HistoricFigures,
)  # fmt: skip


def require_importer(actor: Actor) -> None:
    """Staff, and whoever keeps a series. Raises NotPermitted `not_keeper`."""
    if not (actor.is_system or (actor.via != "link" and permissions.keeps_any_series(actor.user))):
        raise NotPermitted("not_keeper", _("Only those who keep the series may do this."))


def preview_history(
    *, actor: Actor, text: str | bytes, options: HistoryOptions, choices: HistoryChoices | None = None
) -> HistoryPlan:
    """What an import would do; stores nothing. Raises NotPermitted `not_keeper` and those of `plan_history`."""
    require_importer(actor)
    return plan_history(text=text, options=options, choices=choices)


@transaction.atomic
def import_history(
    *, actor: Actor, now: datetime, text: str | bytes, options: HistoryOptions, choices: HistoryChoices | None = None
) -> HistoricImport | None:
    """Store every new row, or none. None when all of it is stored already, so that sending twice changes nothing.

    Raises those of `plan_history`; NotPermitted `not_keeper` for a series of others, and for events of no series
    unless the actor is of the staff; Conflict `import_refused` listing the rows and names that need attention.
    """
    require_importer(actor)
    _lock(actor)
    plan = plan_history(text=text, options=options, choices=choices)
    _refuse(plan)
    _require_all(actor, plan)
    facts = [fact for row in plan.rows for fact in row.facts if fact.is_new]
    if not facts:
        return None
    made = HistoricImport.objects.create(
        at=now, user=actor.user, player=actor.player, via=actor.via, kind=plan.kind, name=_name(options, plan),
        source=options.source.strip()[:1000], complete=options.complete, text=list_text(text),
        rows=sum(any(fact.is_new for fact in row.facts) for row in plan.rows),
    )  # fmt: skip
    _make_events(now, facts)
    people = {person.key: person.player for person in plan.people}
    _store(made, facts, people)
    log_action(
        actor=actor, now=now, action="history.imported", target=made, scope=made,
        data={"rows": made.rows, "kind": str(plan.kind)},
    )  # fmt: skip
    return made


def _lock(actor: Actor) -> None:
    list(Series.objects.select_for_update().order_by("pk").values_list("pk", flat=True))
    if actor.user is not None:
        User.objects.select_for_update().get(pk=actor.user.pk)


def _refuse(plan: HistoryPlan) -> None:
    bad = [row for row in plan.rows if row.state in (RowState.WRONG, RowState.DOUBTFUL)]
    people = [person for person in plan.people if person.is_doubtful]
    if not bad and not people:
        return
    extra = {
        "rows": [row_data(row) for row in bad],
        "people": [{"name": person.name, "players": [p.pk for p in person.candidates]} for person in people],
    }
    if not bad:
        message = _("Nothing was imported: say who is meant by “%(name)s”.") % {"name": people[0].name}
        raise Conflict("import_refused", message, extra, field="text")
    message = _("Nothing was imported: %(count)d of the rows need attention, first row %(row)d.") % {
        "count": len(bad),
        "row": bad[0].number,
    }
    raise Conflict("import_refused", message, extra, field="text")


def row_data(row: PlannedRow) -> dict[str, Any]:
    """A row of a plan in plain values."""
    return {
        "row": row.number, "text": row.text, "state": str(row.state), "column": row.column, "code": row.code,
        "message": row.message,
    }  # fmt: skip


def _require_all(actor: Actor, plan: HistoryPlan) -> None:
    targets = {id(fact.target): fact.target for row in plan.rows for fact in row.facts if fact.is_new}.values()
    for target in targets:
        others = [series for series in target.series.values() if not keeps(actor, series)]
        if others:
            raise NotPermitted(
                "not_keeper",
                _("You do not keep the series “%(name)s”.") % {"name": others[0].name},
                {"series": others[0].slug},
            )
        if not target.series and not (actor.is_system or permissions.is_site_staff(actor.user)):
            raise NotPermitted("not_staff", _("Only the staff of the site may do this."), {"event": target.name})


def _name(options: HistoryOptions, plan: HistoryPlan) -> str:
    found = options.name.strip() or options.title.strip() or options.event.strip() or plan.rows[0].text
    return found[:120]


def _make_events(now: datetime, facts: list[Fact]) -> None:
    """The events and editions that are not there yet."""
    targets = list({id(fact.target): fact.target for fact in facts}.values())
    fresh = [target for target in targets if target.event is None]
    bases = {id(target): _slug(target.name) for target in fresh}
    taken = {"imports"}  # an address of its own in the API
    for base in set(bases.values()):
        taken |= set(HistoricEvent.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    for target in fresh:
        slug = base = bases[id(target)]
        number = 2
        while slug in taken:
            slug, number = f"{base}-{number}", number + 1
        taken.add(slug)
        target.event = HistoricEvent.objects.create(
            slug=slug, name=target.name, year=target.year, dates=target.dates, created_at=now
        )
    for target in targets:
        for series_id, edition_number in target.joins.items():
            target.editions[series_id] = Edition.objects.create(
                series_id=series_id, number=edition_number, year=target.year, historic=target.event, created_at=now
            )


def _slug(name: str) -> str:
    base = slug_base(name)
    return "event" if base == "player" else base


def _store(made: HistoricImport, facts: list[Fact], people: dict[str, int | None]) -> None:
    replaced = [fact.stored for fact in facts if fact.stored is not None]
    for model in ROW_MODELS:
        old = [row.pk for row in replaced if isinstance(row, model)]
        if old:
            model._default_manager.filter(pk__in=old).update(current=False)
    by_model: dict[type[HistoricRow], list[tuple[Fact, HistoricRow]]] = defaultdict(list)
    for fact in facts:
        by_model[fact.model].append((fact, _row(made, fact, people)))
    for model, pairs in by_model.items():
        model._default_manager.bulk_create([row for _fact, row in pairs])
        for fact, row in pairs:
            if fact.stored is not None:
                model._default_manager.filter(pk=fact.stored.pk).update(replaced_by=row)


def _row(made: HistoricImport, fact: Fact, people: dict[str, int | None]) -> HistoricRow:
    where: dict[str, Any] = {"source_import": made}
    if fact.series is not None:
        where["edition"] = fact.target.editions[fact.series.pk]
    else:
        where["event"] = fact.target.event
    for name in fact.names:
        where[f"{name.replace('name', 'player')}_id"] = people.get(name_key(str(fact.values[name])))
    return fact.model(**fact.values, **where)


@transaction.atomic
def undo_import(*, actor: Actor, now: datetime, import_id: int, reason: str) -> HistoricImport:
    """Take an import back: its rows go, those it replaced stand again, and events of which nothing is left go too.

    The import itself stays, with its list, so that it can be sent again. Asked again, nothing happens. Raises NotFound
    `import_not_found`; NotPermitted `not_keeper` unless the actor imported it or is of the staff; InvalidInput
    `reason_needed`.
    """
    _lock(actor)
    made = HistoricImport.objects.select_for_update().filter(pk=import_id).first()
    if made is None:
        raise NotFound("import_not_found", _("There is no such import."))
    if not may_undo(actor, made):
        raise NotPermitted("not_keeper", _("Only those who imported it, and the staff, may undo an import."))
    if made.undone_at is not None:
        return made
    if not reason.strip():
        raise InvalidInput("reason_needed", _("Say why; everybody will see it in the log."), field="reason")
    events = _events_of(made)
    for model in ROW_MODELS:
        _take_back(model, made)
    left = HistoricEvent.objects.filter(pk__in=events)
    for name in ("accounts", "places", "matches", "figures", "editions__medals"):
        left = left.filter(**{f"{name}__isnull": True})
    left.delete()
    made.undone_at, made.undone_by, made.undo_reason = now, actor.user, reason.strip()
    made.save(update_fields=["undone_at", "undone_by", "undo_reason"])
    log_action(actor=actor, now=now, action="history.undone", target=made, scope=made, reason=reason.strip())
    return made


def may_undo(actor: Actor, made: HistoricImport) -> bool:
    """Who imported it, and the staff."""
    own = actor.user is not None and made.user_id == actor.user.pk
    return actor.is_system or (actor.via != "link" and (own or permissions.is_site_staff(actor.user)))


def _events_of(made: HistoricImport) -> set[int]:
    found: set[int] = set()
    for model in ROW_MODELS:
        field = "edition__historic" if model is HistoricMedal else "event"
        found |= set(model._default_manager.filter(source_import=made).values_list(field, flat=True))
    return found


def _take_back(model: type[HistoricRow], made: HistoricImport) -> None:
    """Delete the import's rows of one kind. What one of them replaced stands again, unless a later import replaced it
    in turn: then that one replaces the older row."""
    older: Any = model._default_manager.filter(replaced_by__source_import=made)
    heirs = {
        pk: (current, heir)
        for pk, current, heir in older.values_list("pk", "replaced_by__current", "replaced_by__replaced_by")
    }
    model._default_manager.filter(source_import=made).delete()
    for pk, (was_current, heir) in heirs.items():
        model._default_manager.filter(pk=pk).update(current=was_current, replaced_by=heir)
