"""Telling on a page why a service refused."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django import forms
from django.contrib import messages
from django.http import HttpRequest

from tantrix_site.errors import DomainError, NotFound, NotPermitted


@contextmanager
def tell_failure(request: HttpRequest) -> Iterator[Callable[[str], None]]:
    """A refusal becomes a message on the next page; `done` gives the message of success.

    What the actor may not do at all stays an error page: no button offered it.
    """
    try:
        yield lambda text: messages.success(request, text)
    except (NotPermitted, NotFound):
        raise
    except DomainError as error:
        messages.error(request, str(error.message))


def add_failure(form: forms.BaseForm, error: DomainError, fields: dict[str, str] | None = None) -> None:
    """Put a refusal beside the field it names (`fields` renames), else over the form. Raises what is not permitted."""
    if isinstance(error, NotPermitted | NotFound) and not error.field:
        raise error
    name = (fields or {}).get(error.field, error.field)
    form.add_error(name if name in form.fields else None, str(error.message))
