"""Pairings made by hand: fields that take a number or a name, as quickly typed as chosen."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from players.names import name_key


class Numbered(Protocol):
    """Somebody known by a number and a name; `typed` is how a field shows both."""

    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def seed(self) -> int: ...
    @property
    def typed(self) -> str: ...


class Roster:
    """Finds entries by what was typed: "12", "12 Ana Example" or "Ana Example"."""

    def __init__(self, players: Iterable[Numbered]) -> None:
        self.players = tuple(players)
        self._by_seed = {player.seed: player for player in self.players}
        self._by_name: dict[str, list[Numbered]] = {}
        for player in self.players:
            self._by_name.setdefault(name_key(player.name), []).append(player)

    def find(self, text: str) -> Numbered | None:
        """Raises ValueError with what is wrong; None for an empty field."""
        text = text.strip()
        if not text:
            return None
        number = text.split()[0]
        if number.isascii() and number.isdecimal():
            player = self._by_seed.get(int(number)) if len(number) < 6 else None
            if player is None:
                raise ValueError(_("There is nobody with number {n}.").format(n=number))
            return player
        named = self._by_name.get(name_key(text), [])
        if len(named) != 1:
            raise ValueError(
                _("Several are called {name}: type the number.").format(name=text)
                if named
                else _("There is nobody called {name}.").format(name=text)
            )
        return named[0]


@dataclass
class PairRow:
    """The two fields of a table, as typed."""

    number: int
    left: str = ""
    right: str = ""
    error: str = ""


@dataclass
class PairingSheet:
    """A whole round as typed. Valid once every row has two known entries or none, and the bye is known."""

    roster: Roster
    rows: list[PairRow]
    bye_text: str = ""
    bye_error: str = ""
    pairs: list[tuple[int, int]] = field(default_factory=list)
    bye: int | None = None

    @classmethod
    def of(
        cls, roster: Roster, pairs: Sequence[tuple[Numbered, Numbered]], bye: Numbered | None, least: int
    ) -> "PairingSheet":
        """The sheet of a pairing, with empty rows up to `least`."""
        rows = [PairRow(n, a.typed, b.typed) for n, (a, b) in enumerate(pairs, start=1)]
        rows += [PairRow(n) for n in range(len(rows) + 1, least + 1)]
        return cls(roster, rows, "" if bye is None else bye.typed)

    @classmethod
    def sent(cls, roster: Roster, data: Mapping[str, Any], most: int) -> "PairingSheet":
        """The sheet as it was sent, at most so many rows."""
        rows = [
            PairRow(number, str(data[f"left-{number}"]), str(data.get(f"right-{number}", "")))
            for number in range(1, most + 1)
            if f"left-{number}" in data
        ]
        sheet = cls(roster, rows, str(data.get("bye", "")))
        sheet._read()
        return sheet

    def _read(self) -> None:
        for row in self.rows:
            try:
                left, right = self.roster.find(row.left), self.roster.find(row.right)
            except ValueError as error:
                row.error = str(error)
                continue
            if left is None and right is None:
                continue
            if left is None or right is None:
                row.error = _("Give both, or neither.")
            elif left.id == right.id:
                row.error = _("Nobody plays against themselves.")
            else:
                self.pairs.append((left.id, right.id))
        try:
            found = self.roster.find(self.bye_text)
            self.bye = None if found is None else found.id
        except ValueError as error:
            self.bye_error = str(error)
        self._twice()

    def _twice(self) -> None:
        seen: dict[int, int] = {}
        for row in self.rows:
            for text in (row.left, row.right):
                if row.error or not text.strip():
                    continue
                found = self.roster.find(text)
                assert found is not None
                if found.id in seen and seen[found.id] != row.number:
                    row.error = _("{name} stands at table {n} already.").format(name=found.name, n=seen[found.id])
                seen.setdefault(found.id, row.number)
        if self.bye in seen and not self.bye_error:
            self.bye_error = _("{name} stands at table {n} already.").format(
                name=next(p.name for p in self.roster.players if p.id == self.bye), n=seen[self.bye or 0]
            )

    @property
    def is_valid(self) -> bool:
        return not self.bye_error and not any(row.error for row in self.rows)

    def swap(self, first: str, second: str) -> str:
        """Exchange two entries wherever they stand; what is wrong, or nothing."""
        try:
            a, b = self.roster.find(first), self.roster.find(second)
        except ValueError as error:
            return str(error)
        if a is None or b is None or a.id == b.id:
            return _("Name two different players.")
        change = {a.typed: b.typed, b.typed: a.typed}
        for row in self.rows:
            row.left, row.right = self._swapped(row.left, change), self._swapped(row.right, change)
        self.bye_text = self._swapped(self.bye_text, change)
        self.pairs, self.bye = [], None
        for row in self.rows:
            row.error = ""
        self.bye_error = ""
        self._read()
        return ""

    def _swapped(self, text: str, change: Mapping[str, str]) -> str:
        try:
            found = self.roster.find(text)
        except ValueError:
            return text
        return text if found is None else change.get(found.typed, found.typed)


class PublishForm(forms.Form):
    """When the round is to be over, in the event's zone; and whether an outdated pairing is to stand."""

    deadline = forms.DateTimeField(
        label=gettext_lazy("To be played by"), required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"],
    )  # fmt: skip
    keep_outdated = forms.BooleanField(
        label=gettext_lazy("Publish it although results, entries or attendance have changed since"), required=False
    )


class AbsenceForm(forms.Form):
    """Who misses the next round, and why."""

    entry = forms.TypedChoiceField(label=gettext_lazy("Player"), coerce=int)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200, required=False)

    def __init__(self, *args: Any, choices: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["entry"].choices = [("", _("–")), *choices]  # type: ignore[attr-defined]
