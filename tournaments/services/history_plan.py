"""What an import of historic results would do, row by row: new, stored already, doubtful or wrong. Stores nothing.

Rows become *facts*: values for one stored row each, with a key that tells which stored row says the same thing.
"""

from collections import defaultdict
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from players.models import Player
from players.names import name_key
from tantrix_site.errors import DomainError, InvalidInput
from tournaments.historic.reading import read_list
from tournaments.historic.values import Defaults, Listed, ListError, Row
from tournaments.services.entry_lists import list_text
from tournaments.services.history_events import Finder
from tournaments.services.history_facts import facts_of, stored_rows
from tournaments.services.history_values import (
    Fact,
    HistoryChoices,
    HistoryOptions,
    HistoryPlan,
    PlannedPerson,
    PlannedRow,
    RowState,
)
from tournaments.services.history_words import fault_text, list_error_text, row_text


def plan_history(*, text: str | bytes, options: HistoryOptions, choices: HistoryChoices | None = None) -> HistoryPlan:
    """What each row means; those to be left out are not in it. As many queries for any number of rows.

    Raises TooLarge `import_too_large`; InvalidInput `not_utf8` and those of `read_list`.
    """
    choices = choices or HistoryChoices()
    listed = _read(list_text(text), options)
    skipped = choices.skipped
    rows = {row.row: PlannedRow(row.row, row_text(row)) for row in reversed(listed.rows) if row.row not in skipped}
    for fault in listed.faults:
        if fault.row not in skipped:
            row = rows.setdefault(fault.row, PlannedRow(fault.row, ""))
            row.refuse(RowState.WRONG, fault.code, fault_text(fault), fault.column)
    finder = Finder(listed.rows)
    for said in listed.rows:
        if said.row in rows and rows[said.row].state is not RowState.WRONG:
            _add_facts(rows[said.row], said, finder, choices)
    planned = [rows[number] for number in sorted(rows)]
    _compare(planned, choices)
    people = _people(planned, options, choices)
    return HistoryPlan(listed.kind, planned, people)


def _read(text: str, options: HistoryOptions) -> Listed:
    defaults = Defaults(options.kind, options.event.strip(), options.year, options.title, options.source.strip())
    try:
        return read_list(text, defaults)
    except ListError as error:
        field_ = {"title_needed": "title", "event_needed": "event"}.get(error.code, "text")
        raise InvalidInput(error.code, list_error_text(error), dict(error.params), field=field_) from error


def _add_facts(planned: PlannedRow, row: Row, finder: Finder, choices: HistoryChoices) -> None:
    target, series, doubt = finder.find(row)
    if doubt in ("edition_is_event", "editions_differ"):
        text = {
            "edition_is_event": _("This edition is an event of this site; its results come from its games."),
            "editions_differ": _("Number, year and series of this row name different events."),
        }[doubt]
        planned.refuse(RowState.WRONG, doubt, text, "event")
        return
    assert target is not None, "only the doubts above come without an event"
    if doubt and planned.number not in choices.taken:
        text = _("“%(name)s” is not known as a series. Take it as an event by itself?") % {"name": row.event.text}
        planned.refuse(RowState.DOUBTFUL, doubt, text, "event")
    try:
        planned.facts += facts_of(row, target, series)
    except DomainError as error:
        planned.refuse(RowState.WRONG, error.code, str(error.message), error.field)


def _compare(planned: list[PlannedRow], choices: HistoryChoices) -> None:
    """Mark facts that are stored already, that contradict what is stored, and that the list itself repeats."""
    stored = stored_rows(fact for row in planned for fact in row.facts)
    seen: dict[tuple[Any, ...], int] = {}
    for row in planned:
        for fact in row.facts:
            where = (fact.model, id(fact.target), fact.key)
            if where in seen and seen[where] != row.number:
                text = _("Row %(row)d says the same thing, or another thing of the same.") % {"row": seen[where]}
                row.refuse(RowState.WRONG, "row_repeated", text)
            seen.setdefault(where, row.number)
            event = fact.target.event
            fact.stored = None if event is None else stored.get((fact.model, event.pk, fact.key))
            if fact.stored is not None:
                other = _difference(fact)
                fact.is_new = other is not None
                if other is not None and row.number not in choices.taken:
                    column, before = other
                    text = _("Stored is %(before)s from “%(list)s”. Take this row instead?") % {
                        "before": before or "–",
                        "list": fact.stored.source_import.name,
                    }
                    row.refuse(RowState.DOUBTFUL, "differs", text, column)
        if row.state is RowState.NEW and row.facts and not any(fact.is_new for fact in row.facts):
            row.state = RowState.MATCHED


def _difference(fact: Fact) -> tuple[str, str] | None:
    """The first field in which the stored row says another thing, and what it says."""
    for name, value in fact.values.items():
        if name == "row":
            continue
        before = getattr(fact.stored, name)
        before = (before.code or "") if name.startswith("country") and hasattr(before, "code") else before
        if before != value:
            return name, str(before or "")
    return None


def _people(planned: list[PlannedRow], options: HistoryOptions, choices: HistoryChoices) -> list[PlannedPerson]:
    """One line for each name of new facts, where the importer wants people matched."""
    if not options.match_people:
        return []
    names: dict[str, str] = {}
    countries: dict[str, set[str]] = defaultdict(set)
    for fact in (fact for row in planned for fact in row.facts if fact.is_new):
        for field_ in fact.names:
            name = str(fact.values[field_])
            key = name_key(name)
            names.setdefault(key, name)
            countries[key] |= {str(fact.values[field_.replace("name", "country")])} - {""}
    by_key: dict[str, list[Player]] = defaultdict(list)
    # whole names are listed, also of those who are not public in full
    for player in Player.objects.filter(Q(name_key__in=names) | ~Q(full_name="")).order_by("pk"):
        by_key[name_key(player.in_full)].append(player)
    people = []
    for key, name in names.items():
        candidates = tuple(by_key[key])
        chosen = choices.people.get(key)
        if key in choices.people and (chosen is None or chosen in {player.pk for player in candidates}):
            people.append(PlannedPerson(key, name, chosen, candidates if chosen is not None else ()))
            continue
        fits = [p for p in candidates if not (p.country.code and countries[key] - {p.country.code})]
        sure = len(candidates) == 1 and len(fits) == 1
        people.append(PlannedPerson(key, name, candidates[0].pk if sure else None, candidates))
    return people
