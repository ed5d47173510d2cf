"""Expected failures of the whole site, as values.

A service that cannot do what was asked raises one of these; the handlers turn it into a form error, an API problem
or a page. Nothing is stored when one is raised. The module imports no app, so that every shell may use it.
"""

from collections.abc import Mapping
from typing import Any, ClassVar


class DomainError(Exception):
    """Something a person or program asked for cannot be done. `code` is stable and documented in `docs/api.md`."""

    status: ClassVar[int] = 400

    def __init__(self, code: str, message: str, extra: Mapping[str, Any] | None = None, *, field: str = "") -> None:
        super().__init__(str(message))
        self.code = code
        self.message = message
        self.extra: dict[str, Any] = dict(extra or {})
        self.field = field


class InvalidInput(DomainError):
    """What was sent cannot be understood or is out of bounds; `field` names the place."""

    status = 400


class NotPermitted(DomainError):
    """The actor may not do this."""

    status = 403


class NotFound(DomainError):
    """The thing does not exist, or not for this actor."""

    status = 404


class Conflict(DomainError):
    """The state of things does not allow it now; `extra` says what stands in the way."""

    status = 409


class StaleVersion(DomainError):
    """Somebody else changed the thing since it was read."""

    status = 412


class TooLarge(DomainError):
    """More bytes or entries than the stated limit."""

    status = 413


class Unprocessable(DomainError):
    """Well-formed, but contradicts something already stored (an idempotency key with another body)."""

    status = 422
