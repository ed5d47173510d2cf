"""What every page knows about the site."""

from django.conf import settings
from django.http import HttpRequest

from players.cookies import THEMES


def site(request: HttpRequest) -> dict[str, object]:
    """`theme` (from its cookie, so that nothing flashes) and `build`, the version of the deployed code."""
    theme = request.COOKIES.get("theme", "auto")
    return {"theme": theme if theme in THEMES else "auto", "build": settings.BUILD, "production": settings.PRODUCTION}
