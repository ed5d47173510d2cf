"""What every page knows about its viewer's matches."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from players.models import User
from tournaments.selectors.pages import words
from tournaments.selectors.pages.mine import results_to_confirm


@dataclass(frozen=True, slots=True)
class Banner:
    """The one notice under the header."""

    text: str
    url: str
    action: str


def banner(request: HttpRequest) -> dict[str, Any]:
    """`banner`: results of opponents that wait for the viewer. Read when a page asks for it; one query at most."""
    return {"banner": SimpleLazyObject(lambda: _banner(request))}


def _banner(request: HttpRequest) -> Banner | None:
    user = getattr(request, "user", None)
    if not isinstance(user, User):
        return None
    games = results_to_confirm(user)
    if not games:
        return None
    matches = {(slug, number) for slug, number, _game in games}
    # straight to the page that confirms where there is only one
    url = reverse("events:match-confirm", args=matches.pop()) if len(matches) == 1 else reverse("me")
    return Banner(words.waiting_results_text(len(games)), url, _("Look and confirm"))
