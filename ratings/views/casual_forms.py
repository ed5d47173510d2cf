"""Forms of the pages about casual games. They read what was typed; the services decide what is possible."""

from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.points import MOST_POINTS
from games.models import RecordState, Submission
from games.selectors import submissions_of
from players.models import ColourChoice, Player, User
from players.names import name_key
from players.selectors import search_players
from ratings.maths.parameters import CURRENT
from ratings.models import HOLDING_STATES, CasualGame
from ratings.services import CasualResult

#: records to choose from, the newest
MOST_RECORDS = 30


class PlayerField(forms.CharField):
    """A player by name, as written or without accents, or by the last part of the address of a player's page."""

    def __init__(self, **options: Any) -> None:
        attrs = {"autocomplete": "off", "dir": "auto"}
        super().__init__(max_length=120, widget=forms.TextInput(attrs=attrs), **options)

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not text:
            return None
        exact = Player.objects.filter(slug=text).first()
        if exact is not None:
            return exact
        players = list(search_players(text)[:20])
        same = [player for player in players if player.name_key == name_key(text)]
        found = same if len(same) == 1 else players
        if not found:
            raise forms.ValidationError(_("Nobody is called “{name}”.").format(name=text))
        if len(found) > 1:
            raise forms.ValidationError(
                _("Several players are called so. Write more of the name, or offer the game from the player’s page.")
            )
        return found[0]


def _points(label: Any) -> forms.IntegerField:
    widget = forms.TextInput(attrs={"inputmode": "numeric", "class": "short", "maxlength": 3})
    return forms.IntegerField(label=label, required=False, min_value=0, max_value=MOST_POINTS, widget=widget)


class OfferForm(forms.Form):
    """A casual game as one of its players offers it."""

    opponent = PlayerField(label=gettext_lazy("Opponent"))
    points_mine = _points(gettext_lazy("My points"))
    points_theirs = _points(gettext_lazy("Points of the opponent"))
    record = forms.ChoiceField(
        label=gettext_lazy("Game record"),
        required=False,
        help_text=gettext_lazy("Instead of the points: one of the verified records you sent."),
    )
    colour = forms.ChoiceField(
        label=gettext_lazy("My colour in the record"),
        required=False,
        choices=[("", "–"), *ColourChoice.choices],
    )
    played_on = forms.DateField(
        label=gettext_lazy("Played on"),
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    unrated = forms.BooleanField(
        label=gettext_lazy("Unrated game"),
        required=False,
        help_text=gettext_lazy("It is listed and changes no ranking."),
    )
    partner_mine = PlayerField(label=gettext_lazy("My partner"), required=False)
    partner_theirs = PlayerField(label=gettext_lazy("The opponent’s partner"), required=False)

    def __init__(self, data: Any = None, *, user: User, initial: dict[str, Any]) -> None:
        super().__init__(data, initial=initial)
        records = _free_records(user)
        self.fields["record"].choices = [("", _("none"))] + [  # type: ignore[attr-defined]
            (sent.public_id, _record_words(sent)) for sent in records
        ]
        if not records:
            del self.fields["record"], self.fields["colour"]

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        pairs = [bool(values.get(name)) for name in ("partner_mine", "partner_theirs")]
        if any(pairs) and not all(pairs) and not self.errors:
            missing = "partner_theirs" if pairs[0] else "partner_mine"
            self.add_error(missing, _("A game of pairs has a partner on both sides."))
        points = [values.get("points_mine"), values.get("points_theirs")]
        if points.count(None) == 1 and not self.errors:
            missing = "points_mine" if points[0] is None else "points_theirs"
            self.add_error(missing, _("Write the points of both sides."))
        return values

    @property
    def result(self) -> CasualResult:
        values = self.cleaned_data
        mine, theirs = values.get("points_mine"), values.get("points_theirs")
        points = None if mine is None or theirs is None else (mine, theirs)
        return CasualResult(points, values.get("record") or "", values.get("colour") or "")

    @property
    def partners(self) -> tuple[Player, Player] | None:
        mine, theirs = self.cleaned_data.get("partner_mine"), self.cleaned_data.get("partner_theirs")
        return None if mine is None or theirs is None else (mine, theirs)


class AnswerForm(forms.Form):
    """What is done about a game, and why."""

    act = forms.ChoiceField(choices=[(act, act) for act in ("confirm", "refuse", "withdraw", "void")])
    reason = forms.CharField(required=False, max_length=500)


class RobotForm(forms.Form):
    """Where a robot stands; nothing for a person."""

    ranking = forms.FloatField(required=False)
    reason = forms.CharField(max_length=500)

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        lobby = CURRENT.lobby
        told = _("A lobby ranking lies between %(least)d and %(most)d.") % {"least": lobby.least, "most": lobby.most}
        self.fields["ranking"].error_messages["invalid"] = told
        self.fields["ranking"].validators = [MinValueValidator(lobby.least, told), MaxValueValidator(lobby.most, told)]


def _free_records(user: User) -> list[Submission]:
    """The newest verified records of two that no casual game has yet."""
    taken = CasualGame.objects.filter(state__in=HOLDING_STATES).exclude(game_key="").values("game_key")
    found = submissions_of(user).filter(record__state=RecordState.VERIFIED, record__players=2)
    return list(found.exclude(record__game_key__in=taken).exclude(record__outcome="").order_by("-pk")[:MOST_RECORDS])


def _record_words(sent: Submission) -> str:
    names = dict(ColourChoice.choices)
    scores = ", ".join(f"{names[colour]} {points}" for colour, points in sent.record.scores_in_turn_order)
    return f"{sent.created_at:%Y-%m-%d} · {sent.filename or sent.public_id} · {scores}"
