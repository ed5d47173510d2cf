"""What a row of historic results says, as rows to be stored, and the stored rows that say the same.

Both sides have a key that tells which row says the same thing; the two are kept together here.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, Final

from django.db.models import QuerySet

from players.names import name_key
from players.services.naming import checked_name
from tantrix_site.errors import InvalidInput
from tournaments.historic.values import Figures, Named, PastMatch, Podium, Row, Standing
from tournaments.models import (
    HistoricAccount,
    HistoricFigures,
    HistoricMatch,
    HistoricMedal,
    HistoricPlace,
    HistoricRow,
    Series,
)
from tournaments.services.entries import checked_country
from tournaments.services.history_values import Fact, Target


def facts_of(row: Row, target: Target, series: Sequence[Series]) -> list[Fact]:
    """The rows to be stored for a row of the list; medals are those of `series`.

    Raises InvalidInput naming the column.
    """
    if isinstance(row, Podium):
        return _podium_facts(row, target, series)
    if isinstance(row, PastMatch):
        return [_match_fact(row, target)]
    if isinstance(row, Standing):
        return _standing_facts(row, target)
    return [_figures_fact(row, target)]


_MEDAL_COLUMNS: Final = (("champion", "country"), ("runner_up", "runner_up_country"), ("third", "third_country"))


def _podium_facts(row: Podium, target: Target, series: Sequence[Series]) -> list[Fact]:
    account = {
        "place": row.place_held, "dates": row.event.dates, "entrants": row.entrants, "countries": row.countries,
        "format": row.format, "note": row.note, "source": row.source,
    }  # fmt: skip
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


_STORED_KEYS: Final[dict[type[HistoricRow], Any]] = {
    HistoricAccount: lambda a: (a.place, a.dates, a.entrants, a.countries, a.format, a.note, a.source),
    HistoricMedal: lambda m: (m.edition.series_id, m.place),
    HistoricPlace: lambda p: (p.after_round, name_key(p.name)),
    HistoricMatch: lambda m: (
        ("key", m.key) if m.key else ("sides", m.round, m.section, *sorted((name_key(m.name_a), name_key(m.name_b))))
    ),
    HistoricFigures: lambda f: (name_key(f.title),),
}


def stored_rows(facts: Iterable[Fact]) -> dict[tuple[Any, ...], HistoricRow]:
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
