"""Which test runs when, and in which of several processes."""

from typing import Final

import pytest
from xdist.scheduler import LoadFileScheduling

WORKERS: Final = frozenset({
    "tests/games/test_worker_faults.py",
    "tests/tantrix_site/test_demo.py",
    "tests/tournaments/test_worker_flow.py",
})  # fmt: skip
# ten seconds and more, though nothing in them says so
LONG: Final = frozenset({
    "tests/contract/test_schema.py",
    "tests/tantrix_site/test_up.py",
    "tests/tournaments/test_guard.py",
})  # fmt: skip


def lasts_long(item: pytest.Item) -> int:
    """The greater, the earlier."""
    marks = {mark.name for mark in item.iter_markers()}
    if "browser" in marks:
        return 4
    file = file_of(item.nodeid)
    if file in WORKERS or file in LONG:
        return 3
    return 2 if "worker" in marks else int("django_db" in marks)


def file_of(nodeid: str) -> str:
    """The path of the file."""
    return nodeid.partition("::")[0]


class ByNeed(LoadFileScheduling):
    """File by file; but all that needs a browser goes to one process, and all that starts workers to one.

    Each process would start its own Chromium and prepare workers of its own, which costs more than most files.
    """

    def _split_scope(self, nodeid: str) -> str:
        file = file_of(nodeid)
        if file in WORKERS:
            return "workers"
        return "browser" if file.startswith("tests/browser/") else file
