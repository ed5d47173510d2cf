"""From a document to its PDF."""

import json
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any, Final

from .letters import printable
from .values import Document

TEMPLATES: Final = Path(__file__).parent / "templates"


def pdf(document: Document) -> bytes:
    """The document as PDF, the same bytes for the same document."""
    # few processes ever make a document, so the typesetter is loaded with the first one
    import typst

    made: bytes = typst.compile(
        TEMPLATES / document.template, root=TEMPLATES, font_paths=_fonts(), ignore_system_fonts=True,
        sys_inputs={"data": data_of(document)}, format="pdf", timestamp=0,
    )  # fmt: skip
    return made


def data_of(document: Document) -> str:
    """What a template reads: the document as JSON, every text in letters that can be printed."""
    values = asdict(document, dict_factory=lambda items: {key: _printable(key, value) for key, value in items})
    return json.dumps(values, ensure_ascii=False)


@cache
def _fonts() -> Any:
    """The fonts that come with the typesetter, the same on every machine."""
    import typst

    return typst.Fonts(include_system_fonts=False)


def _printable(key: str, value: Any) -> Any:
    if isinstance(value, str):
        return value if key == "qr" else printable(value)
    if isinstance(value, list | tuple):
        return [_printable("", item) for item in value]
    return value
