"""Original bytes on their way back to the sender, for pages and the API alike."""

from django.http import HttpResponse
from django.utils.http import content_disposition_header

from games.models import ContentType, Submission


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
