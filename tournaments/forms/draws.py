"""Making a draw: the lot, lines set by hand, an alternate."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.formats.replacement import ReplacementMode
from tournaments.forms.pairings import Numbered, Roster


class LotForm(forms.Form):
    """The number from which chance follows."""

    lot = forms.IntegerField(
        label=gettext_lazy("Number of the lot"), required=False, min_value=0, max_value=2**53 - 1,
        help_text=gettext_lazy("Empty: the site takes a fresh one. The same number always gives the same draw."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "medium"}),
    )  # fmt: skip


@dataclass
class Line:
    """A line of the draw as typed; empty for a bye."""

    number: int
    text: str = ""
    error: str = ""


@dataclass
class LinesSheet:
    """All lines from the top to the bottom. `lines` has the seed numbers once everything typed is known."""

    roster: Roster
    rows: list[Line]
    lines: list[int | None] = field(default_factory=list)

    @classmethod
    def of(cls, roster: Roster, lines: Sequence[int | None], size: int) -> "LinesSheet":
        """The sheet of a draw, else an empty one of so many lines."""
        typed = {player.seed: player.typed for player in roster.players}
        given = list(lines) or [None] * size
        return cls(roster, [Line(n, typed.get(seed or 0, "")) for n, seed in enumerate(given, start=1)])

    @classmethod
    def sent(cls, roster: Roster, data: Mapping[str, Any], size: int) -> "LinesSheet":
        """The sheet as it was sent."""
        sheet = cls(roster, [Line(n, str(data.get(f"line-{n}", ""))) for n in range(1, size + 1)])
        seen: dict[int, int] = {}
        for row in sheet.rows:
            found: Numbered | None = None
            try:
                found = roster.find(row.text)
            except ValueError as error:
                row.error = str(error)
            if found is not None and found.seed in seen:
                row.error = _("{name} stands on line {n} already.").format(name=found.name, n=seen[found.seed])
            elif found is not None:
                seen[found.seed] = row.number
            sheet.lines.append(None if found is None else found.seed)
        return sheet

    @property
    def is_valid(self) -> bool:
        return not any(row.error for row in self.rows)

    @property
    def missing(self) -> list[Numbered]:
        """Who stands on no line yet."""
        placed = set(self.lines)
        return [player for player in self.roster.players if player.seed not in placed]

    @property
    def pairs(self) -> list[tuple[Line, Line]]:
        return list(zip(self.rows[::2], self.rows[1::2], strict=True))


class AlternateForm(forms.Form):
    """Who takes the line of one who left after the draw."""

    leaving = forms.TypedChoiceField(label=gettext_lazy("Has left"), coerce=int)
    alternate = forms.TypedChoiceField(label=gettext_lazy("Alternate"), coerce=int)
    mode = forms.ChoiceField(
        label=gettext_lazy("How"),
        choices=[
            (ReplacementMode.DIRECT.value, gettext_lazy("the alternate takes the line")),
            (ReplacementMode.CASCADE.value, gettext_lazy("the best of each band move up, the alternate comes in last")),
        ],
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), required=False, max_length=500)

    def __init__(
        self, data: Any = None, *, leaving: Sequence[tuple[int, str]], alternates: Sequence[tuple[int, str]]
    ) -> None:
        super().__init__(data)
        self.fields["leaving"].choices = list(leaving)  # type: ignore[attr-defined]
        self.fields["alternate"].choices = list(alternates)  # type: ignore[attr-defined]
