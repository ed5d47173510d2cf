"""Addresses that fail in every expected way, as a page and below /api/."""

from typing import Any

from django.core.exceptions import BadRequest, PermissionDenied, RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.http import require_safe
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tantrix_site import errors, handlers

FAILURES: dict[str, Exception] = {
    kind.__name__: kind("some_code", "What went wrong.", {"limit": 3}, field="games.0")
    for kind in (
        errors.InvalidInput, errors.NotPermitted, errors.NotFound, errors.Conflict, errors.StaleVersion,
        errors.TooLarge, errors.Unprocessable,
    )
} | {
    "denied": PermissionDenied(),
    "bad": BadRequest("odd"),
    "big": RequestDataTooBig("big"),
    "fault": ZeroDivisionError(),
}  # fmt: skip


def fail(request: HttpRequest, kind: str) -> HttpResponse:
    raise FAILURES[kind]


@require_safe
def read_only(request: HttpRequest) -> HttpResponse:
    return HttpResponse("read")


class FailingView(APIView):
    authentication_classes: Any = ()
    permission_classes: Any = ()

    def get(self, request: Request, kind: str) -> Response:
        raise FAILURES[kind]


urlpatterns = [
    path("fail/<kind>/", fail),
    path("read/", read_only),
    path("api/v1/fail/<kind>/", FailingView.as_view()),
    path("api/v1/plain/<kind>/", fail),
    path("api/v1/read/", read_only),
]
handler400 = handlers.bad_request
handler403 = handlers.permission_denied
handler404 = handlers.page_not_found
handler500 = handlers.server_error
