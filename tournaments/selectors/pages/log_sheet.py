"""The log of an event as a list: in English and UTC whoever takes it, as programs and lawyers want it."""

from collections.abc import Iterable, Iterator
from datetime import UTC
from typing import Final

from django.utils import timezone, translation

from players.models import ActionLog
from tantrix_site.sheets import Value
from tournaments.selectors.pages.log import log_lines

COLUMNS: Final = ("at", "who", "via", "action", "what", "match", "reason", "field", "before", "after")


def log_rows(rows: Iterable[ActionLog]) -> Iterator[list[Value]]:
    """A row for each act, or for each thing that it changed."""
    listed = list(rows)
    with translation.override("en"), timezone.override(UTC):
        for row, line in zip(listed, log_lines(listed), strict=True):
            told: list[Value] = [
                row.at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"), line.who, row.via, row.action, line.what,
                line.match, line.reason,
            ]  # fmt: skip
            for change in line.changes:
                yield [*told, change.label, change.before, change.after]
            if not line.changes:
                yield [*told, None, None, None]
