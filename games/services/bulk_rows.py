"""The rows of an upload of many records, and how a batch of them is kept until it is checked."""

import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace

from games.models import ContentType

# fast rather than tight: a batch lives for seconds
_LEVEL = 1
_LENGTH = 4


@dataclass(frozen=True, slots=True)
class BulkRow:
    """One record of an upload as it came: the line (from 1) and, in an archive, the entry it stood in.

    `fault` says why nothing of it was kept, for a row that is too long; `data` is empty then.
    """

    line: int | None = None
    entry: str = ""
    content_type: str = str(ContentType.JSON)
    fault: str = ""
    data: bytes = b""

    @property
    def label(self) -> str:
        """Where the record stood, as its submission is called."""
        place = f"{self.line}" if self.line is not None else ""
        return ":".join(part for part in (self.entry, place) if part)


def pack(rows: Sequence[BulkRow]) -> bytes:
    """The rows as one compressed piece; `unpack` gives them back."""
    heads = [{**asdict(replace(row, data=b"")), "data": len(row.data)} for row in rows]
    head = json.dumps(heads).encode()
    pieces = [len(head).to_bytes(_LENGTH, "big"), head, *(row.data for row in rows)]
    return zlib.compress(b"".join(pieces), _LEVEL)


def unpack(packed: bytes) -> list[BulkRow]:
    plain = zlib.decompress(packed)
    start = _LENGTH + int.from_bytes(plain[:_LENGTH], "big")
    rows = []
    for head in json.loads(plain[_LENGTH:start]):
        end = start + head["data"]
        rows.append(BulkRow(**{**head, "data": plain[start:end]}))
        start = end
    return rows


def in_batches(rows: Iterable[BulkRow], *, most_rows: int, most_bytes: int) -> Iterator[list[BulkRow]]:
    """The rows in order, cut where a batch would have too many rows or too many bytes."""
    batch: list[BulkRow] = []
    size = 0
    for row in rows:
        if batch and (len(batch) >= most_rows or size + len(row.data) > most_bytes):
            yield batch
            batch, size = [], 0
        batch.append(row)
        size += len(row.data)
    if batch:
        yield batch
