"""The sender's pages: send records, see what became of them, fetch the originals."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from games.downloads import original_response
from games.models import RecordState, Submission
from games.selectors import bulk_imports_of, submission_by_address, submissions_of
from games.services import start_bulk_import, submit_records
from games.views.forms import SentMany, UploadForm
from games.views.fresh import fresh, page_tag
from games.views.verdict_page import verdict_page
from players.actors import request_actor
from players.models import User
from tantrix_site.errors import InvalidInput, TooLarge

PER_PAGE = 25
#: uploads of many records shown above the list
MOST_UPLOADS = 5


@dataclass(frozen=True, slots=True)
class Filter:
    """A link that leaves only records of one state in the list."""

    state: str
    text: str
    current: bool


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest) -> HttpResponse:
    """`/records/new/`: send one record or many; all of them or none."""
    form = UploadForm(request.POST or None, request.FILES or None)
    faults: list[Mapping[str, str]] = []
    if request.method == "POST" and form.is_valid():
        many = form.sent_many()
        try:
            if many is not None:
                return _after_many(request, many)
            sent = submit_records(actor=request_actor(request), files=form.sent_files(), now=timezone.now())
        except (InvalidInput, TooLarge) as error:
            form.add_error(None, str(error.message))
            faults = error.extra.get("files", [])
        else:
            return _after_upload(request, sent)
    status = 400 if form.errors else 200
    return render(request, "games/upload.html", {"form": form, "faults": faults}, status=status)


def _after_many(request: HttpRequest, many: SentMany) -> HttpResponse:
    upload = start_bulk_import(
        actor=request_actor(request),
        stream=many.stream,
        content_type=many.content_type,
        now=timezone.now(),
        filename=many.name,
    )
    return redirect("games:bulk_import", upload.public_id)


def _after_upload(request: HttpRequest, sent: list[Submission]) -> HttpResponse:
    if len(sent) == 1:
        return redirect("games:submission", sent[0].public_id)
    messages.success(
        request,
        ngettext("%(count)d record was sent.", "%(count)d records were sent.", len(sent)) % {"count": len(sent)},
    )
    return redirect("games:submissions")


@login_required
@require_safe
def submission_list(request: HttpRequest) -> HttpResponse:
    """`/records/`: what I sent, newest first; while something is being checked the list keeps itself fresh."""
    assert isinstance(request.user, User)
    state = request.GET.get("state", "")
    found = submissions_of(request.user).order_by("-pk")
    if state in RecordState.values:
        found = found.filter(record__state=state)
    page = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
    rows = list(page.object_list)
    tag = page_tag(request, [f"{row.public_id}{row.record.state}" for row in rows], page.paginator.count)
    context = {
        "page": page,
        "rows": rows,
        "filters": _filters(state),
        "uploads": list(bulk_imports_of(request.user).order_by("-pk")[:MOST_UPLOADS]) if page.number == 1 else [],
        "pending": any(row.record.is_pending for row in rows),
        "etag": tag,
    }
    return fresh(request, tag, "games/submission_list.html", context)


def _filters(state: str) -> list[Filter]:
    texts = [
        ("", _("All")),
        (RecordState.PENDING.value, _("Being checked")),
        (RecordState.VERIFIED.value, _("Verified")),
        (RecordState.REJECTED.value, _("Rejected")),
    ]
    known = state if state in RecordState.values else ""
    return [Filter(value, text, value == known) for value, text in texts]


@login_required
@require_safe
def verdict(request: HttpRequest, public_id: str) -> HttpResponse:
    """`/records/<id>/`: what became of a record I sent, with the board where the game ends or goes wrong."""
    submission = submission_by_address(user=request.user, public_id=public_id, own=True)
    record = submission.record
    tag = page_tag(request, [public_id, record.state, record.engine_version, submission.visibility])
    context = {"submission": submission, "page": verdict_page(record), "etag": tag}
    return fresh(request, tag, "games/verdict.html", context)


@login_required
@require_safe
def original(request: HttpRequest, public_id: str) -> HttpResponse:
    """The bytes as they were sent, as a download."""
    return original_response(submission_by_address(user=request.user, public_id=public_id, own=True))
