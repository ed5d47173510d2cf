"""A historic event for readers: who won, standings and matches as known, and how much of it is known, in words."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.historic.values import Kind
from tournaments.models import (
    HistoricAccount,
    HistoricEvent,
    HistoricFigures,
    HistoricImport,
    HistoricMatch,
    HistoricPlace,
    MatchKnown,
)
from tournaments.selectors.editions import EditionRow, accounts_of, edition_rows, first_told, sorted_editions

_ROUNDS: Final = ("PR", "QF", "SF", "3PO", "F")


@dataclass(frozen=True, slots=True)
class PastRound:
    """Matches of one round or group under a heading."""

    title: str
    matches: tuple[HistoricMatch, ...]


@dataclass(frozen=True, slots=True)
class PastTable:
    """Standings under a heading."""

    title: str
    rows: tuple[HistoricPlace, ...]
    has_games: bool


@dataclass(frozen=True)
class HistoricPage:
    """All that is known of a historic event. `known` says in sentences how much that is."""

    event: HistoricEvent
    editions: tuple[EditionRow, ...]
    accounts: tuple[HistoricAccount, ...]
    tables: tuple[PastTable, ...]
    rounds: tuple[PastRound, ...]
    figures: tuple[HistoricFigures, ...]
    known: tuple[str, ...]
    sources: tuple[str, ...]

    def first(self, name: str) -> str | int | None:
        """What the oldest list says of the event where lists say it."""
        found: str | int | None = first_told(self.accounts, name)
        return found

    @property
    def place(self) -> str | int | None:
        return self.first("place")

    @property
    def dates(self) -> str | int | None:
        return self.first("dates") or self.event.dates

    @property
    def entrants(self) -> str | int | None:
        return self.first("entrants")

    @property
    def countries(self) -> str | int | None:
        return self.first("countries")

    @property
    def format(self) -> str | int | None:
        return self.first("format")

    @property
    def notes(self) -> tuple[str, ...]:
        return tuple(account.note for account in self.accounts if account.note)


def load_historic(event: HistoricEvent) -> HistoricPage:
    """Everything of a historic event; as many queries for any number of rows."""
    editions = tuple(edition_rows(sorted_editions(event.editions.select_related("series", "event", "historic"))))
    accounts = tuple(accounts_of([event.pk]).get(event.pk, ()))
    places = list(event.places.filter(current=True).select_related("player"))
    matches = list(event.matches.filter(current=True).select_related("player_a", "player_b").order_by("pk"))
    figures = tuple(event.figures.filter(current=True).order_by("pk"))
    rows: list[HistoricAccount | HistoricPlace | HistoricMatch | HistoricFigures] = [
        *accounts, *places, *matches, *figures,
    ]  # fmt: skip
    whole = set(
        HistoricImport.objects.filter(pk__in={row.source_import_id for row in rows}, complete=True).values_list(
            "kind", flat=True
        )
    )
    return HistoricPage(
        event=event,
        editions=editions,
        accounts=accounts,
        tables=_tables(places),
        rounds=_rounds(matches),
        figures=figures,
        known=(*_known_winners(editions), *_known_places(places, whole), *_known_matches(matches, whole)),
        sources=tuple(dict.fromkeys(row.source for row in rows if row.source)),
    )


def _tables(places: Sequence[HistoricPlace]) -> tuple[PastTable, ...]:
    """The final standings first, then those after rounds, the latest first."""
    found = []
    for after in sorted({row.after_round for row in places}, key=lambda n: (n is not None, -(n or 0))):
        rows = [row for row in places if row.after_round == after]
        rows.sort(key=lambda row: (row.place is None, row.place or 0, row.pk))
        title = _("Final standings") if after is None else _("After round {n}").format(n=after)
        found.append(PastTable(title, tuple(rows), any(row.won or row.lost for row in rows)))
    return tuple(found)


def _rounds(matches: Iterable[HistoricMatch]) -> tuple[PastRound, ...]:
    """The final first, then back to the first round; groups by their names."""
    found: dict[tuple[str, str], list[HistoricMatch]] = {}
    for match in matches:
        found.setdefault((match.round, match.section), []).append(match)
    order = sorted(found, key=lambda key: (-_weight(key[0]), key[1]))
    return tuple(PastRound(past_round_title(*key), tuple(found[key])) for key in order)


def _weight(code: str) -> int:
    """How late a round is played: R1, R2, L16, QF, SF, the match for third place, F."""
    number = int(code[1:]) if code[1:].isdecimal() and len(code) < 5 else 0
    if code in _ROUNDS:
        return 0 if code == "PR" else 1000 + _ROUNDS.index(code)
    if code[:1] == "L" and number:
        return 1000 - number
    return number if code[:1] == "R" else -1


def past_round_title(code: str, section: str) -> str:
    """A round as a list writes it, in words where they are known."""
    words = {
        "PR": _("Preliminary round"), "QF": _("Quarter-finals"), "SF": _("Semi-finals"),
        "3PO": _("Match for third place"), "F": _("Final"),
    }  # fmt: skip
    number = code[1:]
    if code in words:
        title = words[code]
    elif code[:1] == "R" and number.isdecimal():
        title = _("Round {n}").format(n=number)
    elif code[:1] == "L" and number.isdecimal():
        title = _("Last {n}").format(n=number)
    else:
        title = code
    group = _("Group {key}").format(key=section) if section else ""
    return " · ".join(part for part in (title, group) if part) or _("Matches")


def _known_winners(editions: Sequence[EditionRow]) -> list[str]:
    known = {place for row in editions for place in (1, 2, 3) if row.at(place)}
    if not editions:
        return []
    if not known:
        return [_("Who won is not known.")]
    if known == {1, 2, 3}:
        return [_("The first three are known.")]
    if known == {1}:
        return [_("Only the winner is known.")]
    if known == {1, 2}:
        return [_("The first two are known.")]
    return [_("Some of the first three are known.")]


def _known_places(places: Sequence[HistoricPlace], whole: set[str]) -> list[str]:
    final = [row for row in places if row.after_round is None]
    if not places:
        return [_("Standings are not known.")]
    if Kind.STANDINGS in whole:
        return [_("The standings are complete.")]
    count = sum(row.place is not None for row in final)
    return [
        ngettext("{n} place of the final standings is known.", "{n} places of the final standings are known.", count)
        .format(n=count)
        if count
        else _("The final standings are not known, only what follows.")
    ]  # fmt: skip


def _known_matches(matches: Sequence[HistoricMatch], whole: set[str]) -> list[str]:
    if not matches:
        return [_("No match is known.")]
    found = []
    if Kind.MATCHES in whole:
        found.append(_("All matches are known."))
    else:
        count = len(matches)
        found.append(
            ngettext(
                "{n} match is known; there were more.", "{n} matches are known; there were more.", count
            ).format(n=count)
        )  # fmt: skip
    bare = sum(match.known in (MatchKnown.WINNER, MatchKnown.PAIRING) for match in matches)
    if bare:
        found.append(
            ngettext(
                "The score of {n} of them is not known.", "The score of {n} of them is not known.", bare
            ).format(n=bare)
        )  # fmt: skip
    rebuilt = sum(match.known == MatchKnown.REBUILT for match in matches)
    if rebuilt:
        found.append(
            ngettext(
                "In {n} of them a total was worked out.", "In {n} of them a total was worked out.", rebuilt
            ).format(n=rebuilt)
        )  # fmt: skip
    return found
