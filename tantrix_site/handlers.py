"""Turning expected failures into answers: an API problem for programs, a page for people. The only place that does."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from drf_standardized_errors.formatter import ExceptionFormatter
from drf_standardized_errors.handler import ExceptionHandler
from rest_framework import exceptions

from tantrix_site.errors import DomainError


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


class DomainErrorMiddleware:
    """A `DomainError` that no view caught becomes a page that says what is wrong, with its status."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, DomainError):
            return None
        return render(request, "errors/domain.html", {"error": exception}, status=exception.status)
