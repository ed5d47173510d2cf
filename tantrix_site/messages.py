"""Finding the texts marked for translation, without the gettext tools.

Python files are read as syntax trees, templates through Django's own `templatize`. The result is what
`manage.py makemessages` would find; a test keeps the catalogues complete with it on every machine.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from django.utils.translation.template import templatize

from tantrix_site import env

SOURCES = ("players", "games", "ratings", "tournaments", "tantrix_site", "templates")
_TEMPLATES = (".html", ".txt")

# function: where its context, text and plural stand among the arguments
_MARKS: dict[str, tuple[int | None, int, int | None]] = {
    "_": (None, 0, None),
    "gettext": (None, 0, None),
    "gettext_lazy": (None, 0, None),
    "gettext_noop": (None, 0, None),
    "ngettext": (None, 0, 1),
    "ngettext_lazy": (None, 0, 1),
    "pgettext": (0, 1, None),
    "pgettext_lazy": (0, 1, None),
    "npgettext": (0, 1, 2),
    "npgettext_lazy": (0, 1, 2),
}
# a file without any of these is not read as a syntax tree, which takes a hundred times as long as this look
_ANY_MARK = re.compile(r"\b(?:_|n?p?gettext(?:_lazy|_noop)?)\s*\(")
# what `templatize` writes, such as ` pgettext('context', u'text') `
_CALL = re.compile(r"\b(_|gettext|ngettext|pgettext|npgettext)\(\s*(?=u?['\"])")


class Message(NamedTuple):
    """A text as it stands in the source. The three together are the key of a translation."""

    context: str
    text: str
    plural: str


def find_messages() -> dict[Message, set[str]]:
    """Every marked text of the site, with the files it stands in."""
    found: dict[Message, set[str]] = {}
    for folder in SOURCES:
        for path in sorted((env.ROOT / folder).rglob("*")):
            if path.suffix == ".py" and "migrations" not in path.parts:
                messages = messages_of_python(path.read_text(encoding="utf-8"))
            elif path.suffix in _TEMPLATES and folder == "templates":
                messages = messages_of_template(path)
            else:
                continue
            for message in messages:
                found.setdefault(message, set()).add(str(path.relative_to(env.ROOT)))
    return found


def messages_of_python(source: str) -> Iterator[Message]:
    if not _ANY_MARK.search(source):
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            function = node.func
            name = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
            message = _message(name, node.args)
            if message is not None:
                yield message


def messages_of_template(path: Path) -> Iterator[Message]:
    code = templatize(path.read_text(encoding="utf-8"), origin=str(path))
    for call in _CALL.finditer(code):
        arguments = _leading_literals(code[call.end() :])
        message = _message(call[1], [ast.Constant(text) for text in arguments])
        if message is not None:
            yield message


def _message(name: str, arguments: list[ast.expr]) -> Message | None:
    if name not in _MARKS:
        return None

    def text_at(place: int | None) -> str | None:
        if place is None:
            return ""
        argument = arguments[place] if place < len(arguments) else None
        return argument.value if isinstance(argument, ast.Constant) and isinstance(argument.value, str) else None

    context, text, plural = (text_at(place) for place in _MARKS[name])
    if context is None or not text or plural is None:
        return None
    return Message(context, text, plural)


_LITERAL = re.compile(r"""\s*u?('''(?:\\.|[^\\])*?'''|'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\")\s*,?""", re.DOTALL)


def _leading_literals(code: str) -> list[str]:
    """The strings at the start of an argument list."""
    texts: list[str] = []
    at = 0
    while match := _LITERAL.match(code, at):
        texts.append(str(ast.literal_eval(match[1])))
        at = match.end()
    return texts
