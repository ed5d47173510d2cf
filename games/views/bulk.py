"""The page of an upload of many records."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.views.decorators.http import require_safe

from games.downloads import result_response
from games.selectors import bulk_import_by_address, progress_of, rows_with_faults
from games.views.fresh import fresh, page_tag

#: rows with something wrong that the page shows; the result file has all
MOST_FAULTS = 50


@login_required
@require_safe
def bulk_import(request: HttpRequest, public_id: str) -> HttpResponse:
    """`/records/bulk/<id>/`: how far the upload is, and the rows with something wrong."""
    upload = bulk_import_by_address(user=request.user, public_id=public_id)
    progress = progress_of(upload)
    tag = page_tag(request, [public_id], progress)
    faulty = progress.rejected + progress.malformed
    context = {
        "upload": upload,
        "progress": progress,
        "faults": rows_with_faults(upload, MOST_FAULTS) if faulty else [],
        "more_faults": max(0, faulty - MOST_FAULTS),
    }
    return fresh(request, tag, "games/bulk_import.html", context)


@login_required
@require_safe
def bulk_result(request: HttpRequest, public_id: str) -> StreamingHttpResponse:
    """The result as a file of JSON lines."""
    return result_response(bulk_import_by_address(user=request.user, public_id=public_id))
