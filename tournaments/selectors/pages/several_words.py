"""What can be done to several matches or entries at once, in words; the keys are those of the acts (`SeveralAct`)."""

from typing import Final

from django.utils.translation import gettext_lazy

from tournaments.selectors.pages.words import Text

ACT_WORDS: Final[dict[str, Text]] = {
    "remind": gettext_lazy("Remind both sides"),
    "deadline": gettext_lazy("Set the deadline"),
    "confirm": gettext_lazy("Confirm the open reports"),
    "open_boards": gettext_lazy("Fix the orders and open the boards"),
    "walkover": gettext_lazy("Decide by walkover"),
    "default": gettext_lazy("Decide by default"),
    "double_default": gettext_lazy("Decide by double default"),
    "check_in": gettext_lazy("Tick as there"),
    "check_out": gettext_lazy("Take the tick back"),
    "accept": gettext_lazy("Give those who wait a place"),
    "refuse": gettext_lazy("Take off the waiting list"),
    "withdraw": gettext_lazy("Withdraw the entries"),
}
