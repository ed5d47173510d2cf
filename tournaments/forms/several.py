"""Acts on several matches or entries at once: their words, and what each of them has to be told."""

from datetime import datetime
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy

from tournaments.models import Event
from tournaments.selectors.pages.several_words import ACT_WORDS
from tournaments.selectors.pages.words import Text
from tournaments.services import SeveralAct, SeveralOrder
from tournaments.services.several import NEED_REASON, OF_ARBITERS

OF_ENTRIES: Final = (
    SeveralAct.CHECK_IN,
    SeveralAct.CHECK_OUT,
    SeveralAct.ACCEPT,
    SeveralAct.REFUSE,
    SeveralAct.WITHDRAW,
)
SIDED: Final = (SeveralAct.WALKOVER, SeveralAct.DEFAULT)


def match_acts(event: Event, *, organises: bool) -> list[tuple[str, Text]]:
    """The acts on matches of such an event; arbiters rule, and no more."""
    acts = [SeveralAct(act) for act in ACT_WORDS if act not in OF_ENTRIES and (organises or act in OF_ARBITERS)]
    return [(str(act), ACT_WORDS[act]) for act in acts if event.is_for_teams or act is not SeveralAct.OPEN_BOARDS]


def entry_acts(*, waiting: bool, has_check_in: bool) -> list[tuple[str, Text]]:
    """The acts on entries that have a meaning in an event."""
    left_out = set() if waiting else {SeveralAct.ACCEPT, SeveralAct.REFUSE}
    left_out |= set() if has_check_in else {SeveralAct.CHECK_IN, SeveralAct.CHECK_OUT}
    return [(str(act), ACT_WORDS[act]) for act in OF_ENTRIES if act not in left_out]


class SeveralForm(forms.Form):
    """What an act has to be told besides the rows; times are those of the active zone."""

    deadline = forms.DateTimeField(
        label=gettext_lazy("To be played by"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"],
    )  # fmt: skip
    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=1000, required=False, widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("Everybody can read it in the log."),
    )  # fmt: skip
    without_warnings = forms.BooleanField(
        label=gettext_lazy("Also where not all reminders and warnings were sent"), required=False
    )

    def __init__(self, act: SeveralAct, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if act is not SeveralAct.DEADLINE:
            del self.fields["deadline"]
        if act not in (SeveralAct.DEFAULT, SeveralAct.DOUBLE_DEFAULT):
            del self.fields["without_warnings"]
        if act in NEED_REASON:
            self.fields["reason"].required = True
        if act is SeveralAct.REMIND:
            self.fields["reason"].label = gettext_lazy("A sentence to both")
            self.fields["reason"].help_text = gettext_lazy("It stands in the mail. It may stay empty.")
        if act in (SeveralAct.CHECK_IN, SeveralAct.CHECK_OUT, SeveralAct.ACCEPT, SeveralAct.OPEN_BOARDS):
            del self.fields["reason"]

    def order(self, act: SeveralAct, ids: list[int], data: QueryDict) -> SeveralOrder:
        """The order as far as it was told; sides are sent as `side-<number of the match>`."""
        sent: dict[str, Any] = self.cleaned_data if self.is_bound and self.is_valid() else {}
        wanted = {pk: str(data.get(f"side-{pk}", "")) for pk in ids} if act in SIDED else {}
        sides = {pk: int(side) for pk, side in wanted.items() if side in ("0", "1")}
        deadline: datetime | None = sent.get("deadline")
        return SeveralOrder(
            act,
            tuple(ids),
            deadline=deadline,
            sides=sides,
            reason=sent.get("reason", ""),
            without_warnings=sent.get("without_warnings", False),
        )
