"""Entering teams and their players, naming who leads them, ordering them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_countries import countries

from players.forms.widgets import LongSelect
from players.models import Player
from tournaments.services.teams import REGION_LENGTH

NOBODY = ""


class TeamForm(forms.Form):
    """A further team of a country, or of a region."""

    country = forms.ChoiceField(label=gettext_lazy("Country"), required=False, widget=LongSelect)
    region = forms.CharField(
        label=gettext_lazy("or region"), required=False, max_length=REGION_LENGTH,
        help_text=gettext_lazy("For players of several countries, such as “Pacific”."),
    )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["country"].choices = [("", _("none")), *countries]  # type: ignore[attr-defined]


class TeamPlayerForm(forms.Form):
    """A player of a team: a name, for whom a profile is found or made."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=80)
    country = forms.ChoiceField(label=gettext_lazy("Country"), required=False, widget=LongSelect)
    is_substitute = forms.BooleanField(label=gettext_lazy("Substitute"), required=False)
    any_country = forms.BooleanField(
        label=gettext_lazy("May play for this country though entered for another one (regulation 7.2)"), required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["country"].choices = [("", _("that of the team")), *countries]  # type: ignore[attr-defined]


class SquadForm(forms.Form):
    """All players of a team at once, a line for each."""

    squad = forms.CharField(
        label=gettext_lazy("One player a line, in the order of the boards"),
        help_text=gettext_lazy("Whoever comes after the last board is a substitute."),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "dir": "auto"}),
    )

    def names(self) -> list[str]:
        """The names, empty lines left out."""
        return [line.strip() for line in self.cleaned_data["squad"].splitlines() if line.strip()]


class CaptainsForm(forms.Form):
    """Captain and deputy: players of the team, or others who are known here."""

    captain = forms.ChoiceField(label=gettext_lazy("Captain"), required=False)
    deputy = forms.ChoiceField(label=gettext_lazy("Deputy"), required=False)
    other = forms.CharField(
        label=gettext_lazy("or as captain somebody who does not play, by name"), required=False, max_length=80
    )

    def __init__(self, *args: Any, people: Iterable[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(NOBODY, _("nobody")), *((str(player.pk), player.name) for player in people)]
        for name in ("captain", "deputy"):
            self.fields[name].choices = choices  # type: ignore[attr-defined]

    def chosen(self, name: str) -> int | None:
        """The player's id, None for nobody."""
        value = self.cleaned_data[name]
        return int(value) if value else None


class OverallCaptainForm(forms.Form):
    """Who looks after all teams of a country or region; an empty name takes it back."""

    origin = forms.ChoiceField(label=gettext_lazy("For all teams of"), widget=LongSelect)
    name = forms.CharField(
        label=gettext_lazy("Overall captain"), required=False, max_length=80,
        help_text=gettext_lazy("A player with a profile; leave it empty for nobody."),
    )  # fmt: skip

    def __init__(self, *args: Any, origins: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["origin"].choices = origins  # type: ignore[attr-defined]


class OrderForm:
    """Who sits at which board, typed as a number beside each player; without a number a player does not play.

    `numbers` are what was typed, `errors` what is wrong with it. No form of fields: its rows move up and down.
    """

    def __init__(self, players: Sequence[int], boards: int, numbers: Mapping[int, str]) -> None:
        self.players = tuple(players)
        self.boards = boards
        self.numbers = {pk: numbers.get(pk, "").strip() for pk in self.players}
        self.errors: dict[int, str] = {}
        self._check()

    @classmethod
    def of(cls, players: Sequence[int], order: Sequence[int | None]) -> "OrderForm":
        """The form that shows this order."""
        numbers = {pk: str(board) for board, pk in enumerate(order, start=1) if pk is not None}
        return cls(players, len(order), numbers)

    @property
    def order(self) -> tuple[int | None, ...]:
        """The player of each board; of those with the same number the first."""
        seats: dict[int, int] = {}
        for pk in self.players:
            if pk not in self.errors and self.numbers[pk]:
                seats.setdefault(int(self.numbers[pk]), pk)
        return tuple(seats.get(board) for board in range(1, self.boards + 1))

    @property
    def empty(self) -> tuple[int, ...]:
        """The boards at which nobody would sit."""
        return tuple(board for board, pk in enumerate(self.order, start=1) if pk is None)

    @property
    def shown(self) -> tuple[int, ...]:
        """The players as they are shown: by board, then those who do not play."""
        seated = [pk for pk in self.order if pk is not None]
        return (*seated, *(pk for pk in self.players if pk not in seated))

    def moved(self, pk: int, step: int) -> "OrderForm":
        """The same with a player one board up (-1) or down (1); who moves below the last board does not play, who comes
        up from there takes the last board."""
        order = list(self.order)
        at = order.index(pk) if pk in order else self.boards
        other = at + step
        if pk not in self.players or not 0 <= other <= self.boards:
            return self.of(self.players, order)
        if at == self.boards:
            order[other] = pk
        elif other == self.boards:
            order[at] = next((waiting for waiting in self.shown if waiting not in order), None)
        else:
            order[at], order[other] = order[other], order[at]
        return self.of(self.players, order)

    def _check(self) -> None:
        seen: set[str] = set()
        for pk, text in self.numbers.items():
            if not text:
                continue
            if not (text.isascii() and text.isdecimal() and len(text) < 4 and 1 <= int(text) <= self.boards):
                self.errors[pk] = _("Boards go from 1 to {last}.").format(last=self.boards)
            elif str(int(text)) in seen:
                self.errors[pk] = _("Board {n} is given twice.").format(n=int(text))
            else:
                seen.add(str(int(text)))
