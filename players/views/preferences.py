"""Theme, language and time zone: for visitors in cookies, for accounts stored as well."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from players import cookies, services, zones
from players.actors import request_actor
from players.views.redirects import back
from tantrix_site.errors import InvalidInput


@require_POST
def set_theme(request: HttpRequest) -> HttpResponse:
    theme = request.POST.get("theme", "")
    if theme not in cookies.THEMES:
        raise InvalidInput("unknown_theme", _("Choose auto, light or dark."), field="theme")
    response = back(request)
    cookies.remember_theme(response, theme)
    return response


@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    language = request.POST.get("language", "")
    services.check_language(language)
    if request.user.is_authenticated:
        services.set_language(actor=request_actor(request), language=language)
    response = back(request)
    if language:
        cookies.remember_language(response, language)
    else:
        cookies.forget_language(response)
    return response


@require_POST
def set_time_zone(request: HttpRequest) -> HttpResponse:
    name = request.POST.get("time_zone", "")
    if name and not zones.is_zone(name):
        raise InvalidInput("unknown_time_zone", _("This time zone is not known."), field="time_zone")
    if request.user.is_authenticated:
        services.set_time_zone(actor=request_actor(request), now=timezone.now(), time_zone=name)
    response = back(request)
    if name:
        cookies.remember_time_zone(response, name)
    else:
        cookies.forget_time_zone(response)
    return response
