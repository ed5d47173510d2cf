"""How the failures of one operation are documented: the shape is the same everywhere, the codes are its own."""

from typing import Any

from drf_spectacular.utils import OpenApiExample, OpenApiResponse

#: The component that the site's schema defines for every operation.
PROBLEM = {"$ref": "#/components/schemas/Problem"}


def problem(description: str, **codes: tuple[str, str | None] | str) -> OpenApiResponse:
    """A documented failure. Each code comes with its sentence, or with the sentence and the `attr`."""
    examples = []
    for code, words in codes.items():
        detail, attr = (words, None) if isinstance(words, str) else words
        value: dict[str, Any] = {"type": "client_error", "errors": [{"code": code, "detail": detail, "attr": attr}]}
        examples.append(OpenApiExample(code, value=value))
    return OpenApiResponse(PROBLEM, description=description, examples=examples)
