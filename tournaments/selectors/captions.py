"""Who played a game shown by `games`, and the way to it through its event."""

from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Submission
from games.selectors.captions import Caption, Crumb
from tournaments.models import Report, ReportState
from tournaments.selectors.pages.addresses import round_url
from tournaments.selectors.pages.round_names import match_round

#: A report in one of these states says who played; what is refused, withdrawn or in conflict vouches for nobody.
VOUCHED = (ReportState.CHECKING, ReportState.OPEN, ReportState.DISPUTED, ReportState.CONFIRMED)


def caption_of_report(submission: Submission) -> Caption | None:
    """The entries' display names in seat order, and event › round › match › game; None outside public events whose
    results are released.

    The names are those of the entries that stood in the match when the record was sent, seated by the colours of the
    report; a colour the report does not know stays nameless. One query.
    """
    report = (
        Report.objects.filter(submission=submission, state__in=VOUCHED)
        .select_related("match__event", "match__stage", "left__player", "right__player")
        .order_by("-pk")
        .first()
    )
    if report is None or not report.match.event.is_released:
        return None
    match, event = report.match, report.match.event
    by_colour = {report.colour_left: report.left, report.colour_right: report.right}
    by_colour.pop("", None)
    entries = [by_colour.get(colour) for colour in submission.record.colours]
    round_ = match_round(match).title
    crumbs = (
        Crumb(event.name, reverse("events:detail", args=[event.slug])),
        Crumb(round_, round_url(event.slug, match)),
        Crumb(
            _("%(left)s – %(right)s") % {"left": report.left.name, "right": report.right.name},
            reverse("events:match", args=[event.slug, match.number]),
        ),
        Crumb(_("Game %(number)s") % {"number": report.number}),
    )
    return Caption(
        names=tuple(entry.name if entry else "" for entry in entries),
        crumbs=crumbs,
        urls=tuple(
            reverse("players:detail", args=[entry.player.slug]) if entry and entry.player else "" for entry in entries
        ),
    )
