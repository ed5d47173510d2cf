"""A list of entrants as it was sent — text, CSV in whatever encoding, XLSX — as one text with a line a row.

From there on there is one path for all of them (`services.importing`).
"""

import csv
import io
import zipfile
from datetime import date, datetime
from typing import Any, Final

from django.utils.translation import gettext as _

from tantrix_site.errors import InvalidInput, TooLarge
from tantrix_site.sheets import plain_cell

MAX_BYTES: Final = 256 * 1024
MAX_LINES: Final = 1000
MAX_COLUMNS: Final = 40
MAX_WORKBOOK: Final = 1024 * 1024
# unpacked; a sheet of MAX_LINES names is far below
MAX_UNPACKED: Final = 16 * 1024 * 1024
MAX_PARTS: Final = 200
CELL_LENGTH: Final = 1000
SAMPLES: Final = 5
ZIP_SIGN: Final = b"PK\x03\x04"

# asked for where a list is not in UTF-8; which of them is meant nobody can know but by reading the names
ENCODINGS: Final = ("cp1252", "cp1250", "cp1251", "koi8-r", "cp1253", "cp1254", "cp1257", "mac-roman", "utf-16-le")


def is_workbook(content: str | bytes) -> bool:
    return isinstance(content, bytes) and content.startswith(ZIP_SIGN)


def list_text(content: str | bytes, encoding: str = "") -> str:
    """A list that was sent, as text.

    UTF-8 with or without a mark and UTF-16 with one are known by themselves; any other is to be named in `encoding`. Of
    a workbook the first sheet counts, as stored: formulas are not worked out.

    Raises TooLarge `import_too_large`; InvalidInput `not_utf8` with what the first names would be in each encoding,
    `unknown_encoding`, `bad_workbook`.
    """
    if isinstance(content, str):
        _limit(len(content), MAX_BYTES)
        return content.removeprefix("\ufeff")
    if is_workbook(content):
        return _workbook_text(content)
    _limit(len(content), MAX_BYTES)
    if encoding:
        return _decoded_as(content, encoding)
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _decoded_as(content, "utf-16")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise InvalidInput(
            "not_utf8",
            _("Line %(line)d is not in UTF-8. Say in which encoding the list is, or save it as UTF-8.")
            % {"line": line},
            {"line": line, "encodings": samples(content)},
            field="text",
        ) from error


def samples(content: bytes) -> list[dict[str, Any]]:
    """The first lines with other than plain letters in each encoding in which all can be read; alike ones once."""
    found: list[dict[str, Any]] = []
    seen: set[tuple[str, ...]] = set()
    for encoding in ENCODINGS:
        try:
            lines = content.decode(encoding).splitlines()
        except UnicodeDecodeError:
            continue
        telling = tuple(line.strip()[:80] for line in lines if not line.isascii())[:SAMPLES]
        if telling and telling not in seen and all(line.isprintable() or "\t" in line for line in telling):
            seen.add(telling)
            found.append({"encoding": encoding, "lines": list(telling)})
    return found


def _decoded_as(content: bytes, encoding: str) -> str:
    if encoding not in (*ENCODINGS, "utf-16", "utf-8"):
        raise InvalidInput("unknown_encoding", _("This encoding is not known here."), field="encoding")
    try:
        return content.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise InvalidInput(
            "unknown_encoding", _("The list cannot be read in this encoding."), {"encoding": encoding}, field="encoding"
        ) from error


def _workbook_text(content: bytes) -> str:
    """The first sheet as lines parted by tabs, so that row numbers stay what they are in the workbook."""
    # takes a tenth of a second to import, which few processes need
    from openpyxl import load_workbook

    _limit(len(content), MAX_WORKBOOK)
    try:
        _check_parts(content)
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
        rows = list(
            book.worksheets[0].iter_rows(max_row=MAX_LINES + 1, max_col=MAX_COLUMNS, values_only=True)
        )  # fmt: skip
        book.close()
    except TooLarge:
        raise
    except Exception as error:  # a broken workbook fails in a dozen ways, and all mean the same to who sent it
        raise InvalidInput(
            "bad_workbook", _("This workbook cannot be read. Save it anew, or as CSV."), field="text"
        ) from error
    file = io.StringIO()
    writer = csv.writer(file, delimiter="\t", lineterminator="\n")
    for row in rows:
        cells = [_cell_text(value) for value in row]
        # two columns at least, so that a comma in a name is no separator
        while len(cells) > 2 and not cells[-1]:
            cells.pop()
        writer.writerow(cells + [""] * (2 - len(cells)))
    return file.getvalue()


def _check_parts(content: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        parts = packed.infolist()
        if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED:
            raise TooLarge("import_too_large", _("This workbook is too large when unpacked."))
        for part in parts:
            # no workbook needs declarations, which can grow without end
            if part.filename.endswith((".xml", ".rels")) and b"<!DOCTYPE" in packed.read(part):
                raise ValueError(part.filename)


def _cell_text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    return " ".join(plain_cell(str(value)[:CELL_LENGTH]).split())


def _limit(size: int, most: int) -> None:
    if size > most:
        raise TooLarge("import_too_large", _("A list may have at most %(most)d bytes.") % {"most": most})
