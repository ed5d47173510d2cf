"""Who played a casual game shown by `games`."""

from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Submission
from games.selectors.captions import Caption, Crumb
from ratings.models import HOLDING_STATES, CasualGame


def caption_of_casual_game(submission: Submission) -> Caption | None:
    """The players in seat order, by the colours they had, and the way to the game; None for a record of no casual game.

    One query.
    """
    game = (
        CasualGame.objects.filter(submission=submission, state__in=HOLDING_STATES)
        .select_related("left", "right", "left_partner", "right_partner")
        .first()
    )
    if game is None:
        return None
    sides = {game.colour_left: game.left_players, game.colour_right: game.right_players}
    seats = [sides.get(colour, ()) for colour in submission.record.colours]
    crumbs = (
        Crumb(_("Casual games"), reverse("ratings:casual-games")),
        Crumb(_("Game %(number)s") % {"number": game.pk}, reverse("ratings:casual-game", args=[game.pk])),
        Crumb(_("Replay")),
    )
    return Caption(
        names=tuple(" / ".join(player.name for player in seat) for seat in seats),
        crumbs=crumbs,
        urls=tuple(reverse("players:detail", args=[seat[0].slug]) if len(seat) == 1 else "" for seat in seats),
    )
