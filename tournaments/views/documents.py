"""Documents of an event to print, and its lists as files."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from rest_framework.settings import api_settings

from tantrix_site.errors import NotPermitted
from tantrix_site.sheets import CSV_TYPE, XLSX_TYPE, csv_of, xlsx_of
from tournaments.selectors.documents import for_organisers
from tournaments.selectors.documents.lists import Listing, load_list
from tournaments.selectors.documents.released import released
from tournaments.selectors.documents.setting import document_pdf
from tournaments.selectors.documents.wanted import read_wanted, site_address
from tournaments.views.common import get_event

LIMITED: Final = SimpleNamespace(throttle_scope="documents")


@require_safe
def document(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """A document as PDF. The query chooses stage, round, order, paper and language, see `read_wanted`.

    Raises NotPermitted `not_organiser` for what only organisers and arbiters may see. 429 for who asks too often.
    """
    event = get_event(request, slug)
    wanted = released(request.user, event, kind, read_wanted(request.GET.dict()))
    if for_organisers(kind, wanted) and not request.user.has_perm("tournaments.arbitrate_event", event):
        raise NotPermitted("not_organiser", _("Only an organiser of the event may see this page."))
    throttle: Any = api_settings.DEFAULT_THROTTLE_CLASSES[0]  # by its setting, as apps know nothing of the site
    limit = throttle()
    if not limit.allow_request(request, LIMITED):
        answer = render(request, "429.html", status=429)
        answer["Retry-After"] = str(int(limit.wait() or 1) + 1)
        return answer
    site = site_address(request.build_absolute_uri("/"))
    content = document_pdf(event, kind, wanted, timezone.now(), site)
    return _file(content, "application/pdf", f"{event.slug}-{kind}.pdf", how="inline")


@require_safe
def sheet(request: HttpRequest, slug: str, kind: str, ending: str) -> HttpResponse:
    """A list as CSV or XLSX; `?stage=` and `?round=` narrow it."""
    event = get_event(request, slug)
    if ending not in SHEETS:
        raise Http404
    in_full = request.user.has_perm("tournaments.organise_event", event)
    wanted = released(request.user, event, kind, read_wanted(request.GET.dict()))
    found = load_list(kind, event, wanted, in_full=in_full)
    write, media_type = SHEETS[ending]
    return _file(write(found), media_type, f"{event.slug}-{found.name}.{ending}", how="attachment")


def _csv(found: Listing) -> bytes:
    # the mark at the beginning tells spreadsheets that the letters are UTF-8
    return csv_of(found.columns, found.rows).encode("utf-8-sig")


def _xlsx(found: Listing) -> bytes:
    return xlsx_of(found.name, found.columns, found.rows)


SHEETS: Final[dict[str, tuple[Callable[[Listing], bytes], str]]] = {
    "csv": (_csv, f"{CSV_TYPE}; charset=utf-8"),
    "xlsx": (_xlsx, XLSX_TYPE),
}


def _file(content: bytes, media_type: str, name: str, *, how: str) -> HttpResponse:
    answer = HttpResponse(content, content_type=media_type)
    answer["Content-Disposition"] = f'{how}; filename="{name}"'
    answer["Cache-Control"] = "private, no-cache"
    return answer
