"""Turning failures into answers: an API problem for programs, a page for people. The only place that does."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.core.exceptions import BadRequest, RequestDataTooBig, SuspiciousOperation
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views import defaults
from drf_standardized_errors.formatter import ExceptionFormatter
from drf_standardized_errors.handler import ExceptionHandler
from rest_framework import exceptions

from tantrix_site.errors import DomainError

#: of a number that a form sends; from 4300 on Python reads none at all
MOST_DIGITS: Final = 1000

# --- inside the REST framework ---


class ApiDomainError(exceptions.APIException):
    """A `DomainError` on its way through the REST framework."""

    def __init__(self, error: DomainError) -> None:
        self.status_code = error.status
        super().__init__(detail=str(error.message), code=error.code)
        self.error = error


class ApiExceptionHandler(ExceptionHandler):
    def convert_known_exceptions(self, exc: Exception) -> Exception:
        if isinstance(exc, DomainError):
            return ApiDomainError(exc)
        return super().convert_known_exceptions(exc)


class ApiExceptionFormatter(ExceptionFormatter):
    """The standard shape `{type, errors: [{code, detail, attr}]}`, with `extra` where a failure carries facts."""

    def format_error_response(self, error_response: Any) -> Any:
        data = super().format_error_response(error_response)
        if isinstance(self.exc, ApiDomainError):
            if self.exc.error.field:
                data["errors"][0]["attr"] = self.exc.error.field
            if self.exc.error.extra:
                data["errors"][0]["extra"] = self.exc.error.extra
        return data


# --- outside it: pages, and addresses below /api/ that no API view answered ---


def is_api(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/")


def problem(
    status: int, code: str, detail: str, *, field: str = "", extra: Mapping[str, Any] | None = None
) -> JsonResponse:
    """The shape of the API's failures."""
    error: dict[str, Any] = {"code": code, "detail": detail, "attr": field or None}
    if extra:
        error["extra"] = dict(extra)
    return JsonResponse({"type": "server_error" if status >= 500 else "client_error", "errors": [error]}, status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, RequestDataTooBig):
        if is_api(request):
            return problem(413, "too_large", str(_("More was sent than the site takes at once.")))
        return render(request, "400.html", status=413)
    if is_api(request):
        return problem(400, "bad_request", str(_("The request could not be understood.")))
    return render(request, "400.html", status=400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    if is_api(request):
        return problem(403, "permission_denied", str(_("You may not do this.")))
    return defaults.permission_denied(request, exception)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if is_api(request):
        return problem(404, "not_found", str(_("There is nothing at this address.")))
    return defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    if is_api(request):
        return problem(500, "error", str(_("Something went wrong on our side; it has been written down.")))
    return defaults.server_error(request)


class FailureMiddleware:
    """What no view caught: a `DomainError`, a method that is not allowed, text that no form of ours can mean."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # no text of ours contains it, and PostgreSQL refuses it as a value
        if "\0" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
            return bad_request(request, SuspiciousOperation("NUL character"))
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed) and not response.content:
            return self._not_allowed(request, response)
        return response

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponse | None:
        # the API looks at its bodies itself; those of pages have been read for the token against forged requests
        if request.method == "POST" and not is_api(request):
            texts = (text for name, values in request.POST.lists() for text in (name, *values))
            if any("\0" in text or (len(text) > MOST_DIGITS and text.isdecimal()) for text in texts):
                return bad_request(request, SuspiciousOperation("NUL character, or a number without end"))
        return None

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, DomainError):
            if is_api(request):
                return problem(
                    exception.status,
                    exception.code,
                    str(exception.message),
                    field=exception.field,
                    extra=exception.extra,
                )
            return render(request, "errors/domain.html", {"error": exception}, status=exception.status)
        if isinstance(exception, BadRequest):
            return bad_request(request, exception)
        return None

    def _not_allowed(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if is_api(request):
            page: HttpResponse = problem(405, "method_not_allowed", str(_("This address does not take that method.")))
        else:
            page = render(request, "405.html", status=405)
        page["Allow"] = response["Allow"]
        return page
