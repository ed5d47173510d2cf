"""What an import of historic results would do, row by row: new, stored already, doubtful or wrong. Stores nothing.

Rows become *facts*: values for one stored row each, with a key that tells which stored row says the same thing.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from players.models import Player
from players.names import name_key
from players.services.naming import checked_name
from tantrix_site.errors import DomainError, InvalidInput
from tournaments.historic.reading import read_list
from tournaments.historic.values import (
    Defaults,
    EditionName,
    EventName,
    Figures,
    Kind,
    Listed,
    ListError,
    Named,
    PastMatch,
    Podium,
    Row,
    Standing,
)
from tournaments.models import (
    Edition,
    HistoricAccount,
    HistoricEvent,
    HistoricFigures,
    HistoricMatch,
    HistoricMedal,
    HistoricPlace,
    HistoricRow,
    Medium,
    Series,
)
from tournaments.services.entries import checked_country
from tournaments.services.entry_lists import list_text
from tournaments.services.history_words import fault_text, list_error_text, row_text


class RowState(StrEnum):
    NEW = "new"
    MATCHED = "matched"  # stored just so
    DOUBTFUL = "doubtful"  # somebody has to choose
    WRONG = "wrong"  # cannot be read


@dataclass(frozen=True)
class HistoryOptions:
    """What the importer says of a list. With `match_people` a name is linked to the one profile that bears it."""

    name: str = ""
    kind: Kind | None = None
    event: str = ""
    year: int | None = None
    title: str = ""
    source: str = ""
    complete: bool = False
    match_people: bool = False


@dataclass(frozen=True)
class HistoryChoices:
    """What the importer answered: doubtful rows to take all the same, rows to leave out, and who is meant by a name
    (None: the name stays a name)."""

    taken: frozenset[int] = frozenset()
    skipped: frozenset[int] = frozenset()
    people: Mapping[str, int | None] = field(default_factory=dict)


@dataclass
class Target:
    """The event that rows are about: one that is stored, or one to be made with its editions."""

    event: HistoricEvent | None
    name: str
    year: int | None
    dates: str
    # series to the number of an edition that is still to be made
    joins: dict[int, int | None] = field(default_factory=dict)
    editions: dict[int, Edition] = field(default_factory=dict)
    series: dict[int, Series] = field(default_factory=dict)


@dataclass
class Fact:
    """One row to be stored. `names` are the fields that hold people; `stored` is what it replaces or repeats."""

    model: type[HistoricRow]
    target: Target
    key: tuple[Any, ...]
    values: dict[str, Any]
    names: tuple[str, ...] = ()
    series: Series | None = None
    stored: HistoricRow | None = None
    is_new: bool = True


@dataclass
class PlannedRow:
    """A row of the list as an importer sees it, and the facts it makes."""

    number: int
    text: str
    state: RowState = RowState.NEW
    column: str = ""
    code: str = ""
    message: str = ""
    facts: list[Fact] = field(default_factory=list)

    def refuse(self, state: RowState, code: str, message: str, column: str = "") -> None:
        """The worst that is found of a row stands."""
        if self.state is not RowState.WRONG:
            self.state, self.code, self.message, self.column = state, code, message, column


@dataclass(frozen=True)
class PlannedPerson:
    """A name of the list where people are matched. `player` is who is meant; several candidates are doubtful."""

    key: str
    name: str
    player: int | None = None
    candidates: tuple[Player, ...] = ()

    @property
    def is_doubtful(self) -> bool:
        return self.player is None and bool(self.candidates)


@dataclass
class HistoryPlan:
    """What the import would do."""

    kind: Kind
    rows: list[PlannedRow]
    people: list[PlannedPerson]

    def count(self, state: RowState) -> int:
        return sum(row.state is state for row in self.rows)

    @property
    def counts(self) -> dict[str, int]:
        return {str(state): self.count(state) for state in RowState}


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
    finder = _Finder(listed.rows)
    for said in listed.rows:
        if said.row in rows and rows[said.row].state is not RowState.WRONG:
            _add_facts(rows[said.row], said, finder, options, choices)
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


# ---- which event


class _Finder:
    """Finds series by code or name, and the event of an edition, stored or named by an earlier row."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._series = list(Series.objects.order_by("pk"))
        named = {series.pk for row in rows for part in row.event.editions for series in self._candidates(row, part)}
        self._targets: dict[tuple[Any, ...], Target] = {}
        self.live: set[tuple[Any, ...]] = set()
        by_event: dict[int, Target] = {}
        for edition in Edition.objects.filter(series__in=named).select_related("historic", "series").order_by("pk"):
            if edition.historic is None:
                self.live |= set(_keys(edition.series_id, edition.number, edition.year, ""))
                continue
            event = edition.historic
            target = by_event.setdefault(event.pk, Target(event, event.name, event.year, event.dates))
            target.editions[edition.series_id] = edition
            target.series[edition.series_id] = edition.series
            for key in _keys(edition.series_id, edition.number, edition.year, event.dates):
                self._targets.setdefault(key, target)
        alone = {alone_name(row.event) for row in rows}
        for event in HistoricEvent.objects.filter(name__in=alone).order_by("pk"):
            known = by_event.get(event.pk) or Target(event, event.name, event.year, event.dates)
            self._targets.setdefault((None, name_key(event.name), event.year), known)

    def _candidates(self, row: Row, part: EditionName) -> list[Series]:
        wanted = name_key(part.series)
        exact = [s for s in self._series if wanted in (s.slug, name_key(s.name))]
        if exact:
            return exact[:1]
        # "World 2" and "Hungarian 6" of a list of table opens
        opens = isinstance(row, Podium) and bool(row.place_held)
        found = [s for s in self._series if s.medium == Medium.TABLE and name_key(s.name).startswith(f"{wanted} ")]
        return found if opens and len(found) == 1 else []

    def find(self, row: Row) -> tuple[Target | None, str]:
        """The event of a row, and why there is a doubt: `unknown_series`, `edition_is_event`, `editions_differ`."""
        event = row.event
        known: list[tuple[Series, EditionName]] = []
        doubt = ""
        for part in event.editions:
            series = self._candidates(row, part)
            if series:
                known.append((series[0], part))
            else:
                doubt = "unknown_series"
        keys = [key for series, part in known for key in _keys(series.pk, part.number, event.year, event.dates)]
        if any(key in self.live for key in keys):
            return None, "edition_is_event"
        # the number is the better name of an edition than the year
        firsts = [self._first(series, part, event) for series, part in known]
        found = list({id(target): target for target in firsts if target is not None}.values())
        if len(found) > 1:
            return None, "editions_differ"
        target = found[0] if found else self._alone(event) if not known else None
        if target is None:
            name = " / ".join(dict.fromkeys(series.name for series, _part in known)) or event.text
            target = Target(None, _titled(name, event), event.year, event.dates)
        if event.year is not None and target.year is not None and target.year != event.year:
            return None, "editions_differ"
        for one, part in known:
            edition = target.editions.get(one.pk)
            if edition is not None and part.number is not None and edition.number not in (None, part.number):
                return None, "editions_differ"
            if edition is None:
                target.joins.setdefault(one.pk, part.number)
                target.series[one.pk] = one
            for key in _keys(one.pk, part.number, event.year, event.dates):
                self._targets.setdefault(key, target)
        if not known:
            self._targets.setdefault((None, name_key(alone_name(event)), event.year), target)
        return target, doubt

    def _first(self, series: Series, part: EditionName, event: EventName) -> Target | None:
        keys = _keys(series.pk, part.number, event.year, event.dates)
        return next((self._targets[key] for key in keys if key in self._targets), None)

    def _alone(self, event: EventName) -> Target | None:
        return self._targets.get((None, name_key(alone_name(event)), event.year))


def _keys(series: int, number: int | None, year: int | None, dates: str) -> list[tuple[Any, ...]]:
    """By what an edition is known: its number first, then its year; by the words of its dates only without both."""
    keys: list[tuple[Any, ...]] = []
    if number is not None:
        keys.append((series, "number", number))
    if year is not None:
        keys.append((series, "year", year))
    return keys or [(series, "dates", dates)]


def alone_name(event: EventName) -> str:
    """What an event of no series is called."""
    return _titled(event.text, event)


def _titled(name: str, event: EventName) -> str:
    when = str(event.year) if event.year is not None else event.dates
    return (name if not when or when in name else f"{name} {when}")[:200]


# ---- what a row says


def _add_facts(
    planned: PlannedRow, row: Row, finder: _Finder, options: HistoryOptions, choices: HistoryChoices
) -> None:
    target, doubt = finder.find(row)
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
        planned.facts += _facts(row, target)
    except DomainError as error:
        planned.refuse(RowState.WRONG, error.code, str(error.message), error.field)


def _facts(row: Row, target: Target) -> list[Fact]:
    if isinstance(row, Podium):
        return _podium_facts(row, target)
    if isinstance(row, PastMatch):
        return [_match_fact(row, target)]
    if isinstance(row, Standing):
        return _standing_facts(row, target)
    return [_figures_fact(row, target)]


_MEDAL_COLUMNS: Final = (("champion", "country"), ("runner_up", "runner_up_country"), ("third", "third_country"))


def _podium_facts(row: Podium, target: Target) -> list[Fact]:
    account = {
        "place": row.place_held, "dates": row.event.dates, "entrants": row.entrants, "countries": row.countries,
        "format": row.format, "note": row.note, "source": row.source,
    }  # fmt: skip
    series = [series for series in target.series.values() if any(_names(part, series) for part in row.event.editions)]
    facts = []
    for place, who in enumerate(row.medals, start=1):
        if who is None:
            continue
        values = {"place": place, **_person(who, _MEDAL_COLUMNS[place - 1]), "source": row.source, "row": row.row}
        facts += [Fact(HistoricMedal, target, (one.pk, place), values, ("name",), one) for one in series]
        if not series:
            # an event of no series has standings, but no title
            key = (None, name_key(who.name))
            facts.append(Fact(HistoricPlace, target, key, {"after_round": None, **values}, ("name",)))
    if not facts or any(value for name, value in account.items() if name != "source"):
        facts.append(Fact(HistoricAccount, target, tuple(account.values()), {"row": row.row, **account}))
    return facts


def _names(part: EditionName, series: Series) -> bool:
    wanted = name_key(part.series)
    return wanted in (series.slug, name_key(series.name)) or name_key(series.name).startswith(f"{wanted} ")


def _match_fact(row: PastMatch, target: Target) -> Fact:
    a, b = (_person(who, (f"player_{side}", f"country_{side}")) for side, who in zip("ab", row.sides, strict=True))
    both = tuple(sorted((name_key(a["name"]), name_key(b["name"]))))
    values = {
        "key": row.key, "round": row.round, "section": row.section, "date": row.date,
        "name_a": a["name"], "country_a": a["country"], "seed_a": row.seeds[0], "tp_a": row.tp[0], "won_a": row.won[0],
        "name_b": b["name"], "country_b": b["country"], "seed_b": row.seeds[1], "tp_b": row.tp[1], "won_b": row.won[1],
        "planned": row.planned, "played": row.played, "winner": row.winner, "known": str(row.status),
        "games": list(row.games), "extra": [list(pair) for pair in row.extra], "note": row.note, "source": row.source,
        "row": row.row,
    }  # fmt: skip
    key = ("key", row.key) if row.key else ("sides", row.round, row.section, *both)
    return Fact(HistoricMatch, target, key, values, ("name_a", "name_b"))


def _standing_facts(row: Standing, target: Target) -> list[Fact]:
    says_nothing = row.place is None and not row.tp
    if row.after is not None and says_nothing:
        return []
    values = {
        "after_round": row.after, "place": row.place, **_person(row.who, ("player", "country")), "tp": row.tp,
        "won": row.won, "lost": row.lost, "extra": [list(pair) for pair in row.extra], "note": row.note,
        "source": row.source, "row": row.row,
    }  # fmt: skip
    return [Fact(HistoricPlace, target, (row.after, name_key(row.who.name)), values, ("name",))]


def _figures_fact(row: Figures, target: Target) -> Fact:
    values = {
        "title": row.title, "columns": list(row.columns), "lines": [list(line) for line in row.rows],
        "source": row.source, "row": row.row,
    }  # fmt: skip
    return Fact(HistoricFigures, target, (name_key(row.title),), values)


def _person(who: Named, columns: tuple[str, str]) -> dict[str, str]:
    """The name and country as stored. Raises InvalidInput naming the column."""
    try:
        name = checked_name(who.name, field=columns[0])
        country = checked_country(who.country)
    except InvalidInput as error:
        error.field = columns[1] if error.code == "unknown_country" else columns[0]
        raise
    return {"name": name, "country": country}


# ---- what is stored

_STORED_KEYS: Final[dict[type[HistoricRow], Any]] = {
    HistoricAccount: lambda a: (a.place, a.dates, a.entrants, a.countries, a.format, a.note, a.source),
    HistoricMedal: lambda m: (m.edition.series_id, m.place),
    HistoricPlace: lambda p: (p.after_round, name_key(p.name)),
    HistoricMatch: lambda m: (
        ("key", m.key) if m.key else ("sides", m.round, m.section, *sorted((name_key(m.name_a), name_key(m.name_b))))
    ),
    HistoricFigures: lambda f: (name_key(f.title),),
}


def _stored(facts: Iterable[Fact]) -> dict[tuple[Any, ...], HistoricRow]:
    """Current rows of the events concerned: a query for each kind of row in the list."""
    events: dict[type[HistoricRow], set[int]] = defaultdict(set)
    for fact in facts:
        if fact.target.event is not None:
            events[fact.model].add(fact.target.event.pk)
    found: dict[tuple[Any, ...], HistoricRow] = {}
    for model, pks in events.items():
        rows: QuerySet[Any] = model._default_manager.filter(current=True)
        rows = rows.select_related("source_import").defer("source_import__text")
        if model is HistoricMedal:
            rows = rows.filter(edition__historic__in=pks).select_related("edition")
        else:
            rows = rows.filter(event__in=pks)
        for row in rows:
            event = row.edition.historic_id if isinstance(row, HistoricMedal) else row.event_id
            found[(model, event, _STORED_KEYS[model](row))] = row
    return found


def _compare(planned: list[PlannedRow], choices: HistoryChoices) -> None:
    """Mark facts that are stored already, that contradict what is stored, and that the list itself repeats."""
    stored = _stored(fact for row in planned for fact in row.facts)
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


# ---- who is meant


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
    for player in Player.objects.filter(name_key__in=names).order_by("pk"):
        by_key[player.name_key].append(player)
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
