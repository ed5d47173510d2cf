"""What an organiser or arbiter decides."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.formats.graph import TablePoints
from tournaments.forms.fields import PointsField
from tournaments.models import DecisionKind
from tournaments.selectors.pages import words
from tournaments.selectors.pages.match import MatchPage
from tournaments.selectors.stages import stage_settings
from tournaments.services import Ruling

AT_FAULT = "retired_at_fault"


class TimeForm(forms.Form):
    """The points a side loses for time in one game; 0 strikes what was claimed or ruled."""

    game = forms.TypedChoiceField(label=gettext_lazy("Game"), coerce=int)
    side = forms.TypedChoiceField(label=gettext_lazy("Loses the points"), coerce=int)
    points = PointsField(label=gettext_lazy("Points"), help_text=gettext_lazy("0.0 strikes the penalty."))
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("Everybody can read it in the log."),
    )

    def __init__(self, *args: Any, page: MatchPage, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        games = [(game.number, _("Game {n}").format(n=game.number)) for game in page.games]
        self.fields["game"].choices = games  # type: ignore[attr-defined]
        self.fields["side"].choices = [(side.number, side.name) for side in page.sides]  # type: ignore[attr-defined]


class RulingForm(forms.Form):
    """A decision of a match without further games. The choices carry the names of the two sides."""

    choice = forms.ChoiceField(label=gettext_lazy("Decision"), widget=forms.RadioSelect)
    tp_left = PointsField(required=False)
    tp_right = PointsField(required=False)
    winner = forms.ChoiceField(label=gettext_lazy("If the totals are level, the winner is"), required=False)
    without_warnings = forms.BooleanField(
        label=gettext_lazy("Pronounce a default although not all reminders and warnings were sent"), required=False,
        help_text=gettext_lazy("The log says so."),
    )  # fmt: skip
    reason = forms.CharField(
        label=gettext_lazy("Reason"), required=False, max_length=1000, widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("Everybody can read it in the log."),
    )  # fmt: skip

    def __init__(self, *args: Any, page: MatchPage, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        left, right = page.sides[0].name, page.sides[1].name
        texts = _table_texts(page) if page.match.table else _tree_texts()
        double = (
            _("Double default: both are at fault, neither has points")
            if page.match.table
            else _("Double default: both are at fault, nobody advances")
        )
        self.is_table = bool(page.match.table)
        self.fields["choice"].choices = [  # type: ignore[attr-defined]
            *(
                (f"{kind}-{side}", text.format(name=name, other=other))
                for kind, text in texts
                for side, name, other in ((0, left, right), (1, right, left))
            ),
            ("double_default", double),
            ("adjudicated", _("Adjudicated: the arbiter sets the points")),
        ]
        self.fields["tp_left"].label = _("Points of {name}").format(name=left)
        self.fields["tp_right"].label = _("Points of {name}").format(name=right)
        self.fields["winner"].choices = [("", _("–")), ("0", left), ("1", right)]  # type: ignore[attr-defined]
        if self.is_table:
            # a match of a table may end level
            del self.fields["winner"]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("choice") == "adjudicated":
            for name in ("tp_left", "tp_right"):
                if data.get(name) is None and name not in self.errors:
                    self.add_error(name, _("Give the points of both sides."))
        return data

    def ruling(self) -> Ruling:
        """The decision for the services."""
        data = self.cleaned_data
        kind, _dash, side = data["choice"].partition("-")
        if kind == DecisionKind.ADJUDICATED:
            winner = int(data["winner"]) if data.get("winner") else None
            return Ruling(DecisionKind.ADJUDICATED, winner, (data["tp_left"], data["tp_right"]))
        excused = kind != AT_FAULT
        kind = DecisionKind.RETIRED if kind == AT_FAULT else kind
        return Ruling(DecisionKind(kind), int(side) if side else None, excused=excused)


def _tree_texts() -> tuple[tuple[str, str], ...]:
    return (
        ("walkover", _("Walkover: {name} is excused, {other} advances")),
        ("default", _("Default: {name} is at fault, {other} advances")),
        ("retired", _("Retired: {name} stopped, {other} advances; games played stand")),
    )


def _table_texts(page: MatchPage) -> tuple[tuple[str, str], ...]:
    """In a table the games that are not played count, by the settings of the stage."""
    settings = stage_settings(page.match.stage, page.event)
    points = getattr(settings, "points", TablePoints())
    walkover = [words.tp_text(tenths) for tenths in points.walkover]
    default = [words.tp_text(tenths) for tenths in points.default]
    return (
        (
            "walkover",
            _("Walkover: {name} is excused; a game counts {there} for {other}, {away} for {name}").replace(
                "{there}", walkover[0]).replace("{away}", walkover[1]),
        ),
        (
            "default",
            _("Default: {name} is at fault; a game counts {there} for {other}, {away} for {name}").replace(
                "{there}", default[0]).replace("{away}", default[1]),
        ),
        ("retired", _("Retired, excused: {name} stopped; games not played count as a walkover")),
        (AT_FAULT, _("Retired, at fault: {name} stopped; games not played count as a default")),
    )  # fmt: skip
