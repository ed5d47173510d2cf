"""Every operation of the API, tried with generated requests: it never fails, and it answers as its schema says.

Requests are sent by nobody, by a player and by an organiser; with made-up addresses and with those of real things.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.contract import samples
from tests.effort import times

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
MODES = {"valid": GenerationMode.POSITIVE, "invalid": GenerationMode.NEGATIVE}


@schemathesis.serializer("application/jsonl", "application/x-ndjson", "application/zip")
def as_it_is(context: Any, value: Any) -> bytes:
    """Bodies that are neither JSON nor a form: whatever was generated, as bytes."""
    return value if isinstance(value, bytes) else str(value).encode(errors="replace")


@cache
def description() -> schemathesis.schemas.BaseSchema:
    document = SchemaGenerator().get_schema(request=None, public=True)
    schema = schemathesis.openapi.from_dict(document)
    schema.app = WSGIHandler()
    # each process would parse all our modules for words to try, seconds long; the schema says what to try
    schema.config.analysis.constants.enabled = False
    # the header that signs in is set below: one made up would be overwritten, and only repeat the request
    schema.config.generation.update(with_security_parameters=False)
    return schema


@cache
def operations() -> dict[str, Any]:
    found = (result.ok() for result in description().get_all_operations())
    return {f"{operation.method.upper()} {operation.path}": operation for operation in found}


def test_the_description_has_operations() -> None:
    assert operations()


@pytest.fixture(autouse=True)
def _one_connection() -> Iterator[None]:
    """Requests share the test's transaction, as with Django's own test client."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture(scope="module")
def real(django_db_setup: None, django_db_blocker: Any) -> Iterator[samples.Samples]:
    """Made once; each test's own transaction, a savepoint within this one, is rolled back."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield samples.make()
        transaction.set_rollback(True)


PARTS = 8


def part(number: int) -> list[str]:
    """Every eighth operation; what a test is called does not depend on the schema, which takes seconds to make."""
    return list(operations())[number::PARTS]


@pytest.mark.parametrize("number", range(PARTS))
def test_operations(real: samples.Samples, db: None, number: int) -> None:
    """Each operation with valid requests, and with invalid ones where there is something to get wrong.

    Of the valid ones the plainest there is comes first, others by chance. What nobody made is not found, whatever is
    asked of it: once is enough.
    """
    for operation in (operations()[name] for name in part(number)):
        found = real.for_path(operation.path)
        varied = operation.path.count("{") == len(found or ()) and (operation.body or operation.query)
        _try(operation, "valid", times(2) if varied else 1, path_parameters=found, headers=real.headers)
        if varied:
            _try(operation, "invalid", times(1), path_parameters=found, headers=real.headers)


@pytest.mark.parametrize("number", range(PARTS))
def test_operations_by_nobody_on_made_up_things(db: None, number: int) -> None:
    for name in part(number):
        _try(operations()[name], "valid", 1, path_parameters=None, headers={})


def _says_something(case: Any) -> bool:
    """Not a body that is no JSON at all: the plainest of those that are wrong, for every operation.

    What parses bodies is the same everywhere, and has tests of its own.
    """
    return case.media_type != "application/json" or not isinstance(case.body, bytes)


def _try(
    operation: Any, mode: str, examples: int, *, path_parameters: dict[str, Any] | None, headers: dict[str, str]
) -> None:
    """Requests of one kind, the same every time; what one of them changes is taken back afterwards.

    Told to be the same every time, Hypothesis would make a number of the source of this module for each operation; it
    is given one.
    """
    strategy = operation.as_strategy(generation_mode=MODES[mode], path_parameters=path_parameters)

    @seed(1)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=strategy.filter(_says_something))
    def run(case: Any) -> None:
        response = case.call(headers={**headers, "Host": "testserver", "Accept-Encoding": "identity"})
        case.validate_response(response, checks=CHECKS)

    with transaction.atomic():
        run()
        transaction.set_rollback(True)
