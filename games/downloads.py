"""Files on their way to the sender, for pages and the API alike."""

from django.http import HttpResponse, StreamingHttpResponse
from django.utils.http import content_disposition_header

from games.models import BulkImport, ContentType, Submission
from games.selectors import result_parts


def original_response(submission: Submission) -> HttpResponse:
    """What was sent, byte for byte, as a download under the name it came with."""
    record = submission.record
    ending = "txt" if record.content_type == ContentType.TEXT else "json"
    name = submission.filename or f"{submission.public_id}.{ending}"
    return HttpResponse(
        bytes(record.raw),
        content_type=record.content_type,
        headers={
            "Content-Disposition": content_disposition_header(as_attachment=True, filename=name) or "attachment",
            "Cache-Control": "private, no-cache",
        },
    )


def result_response(upload: BulkImport) -> StreamingHttpResponse:
    """The result of an upload of many records, one JSON line each. Raises `Conflict` while it is not whole."""
    return StreamingHttpResponse(
        result_parts(upload),
        content_type="application/jsonl",
        headers={
            "Content-Disposition": f'attachment; filename="{upload.public_id}.result.jsonl"',
            "Cache-Control": "private, no-cache",
        },
    )
