"""One measurement in a process of its own: `python -m tests.speed.child MODULE_FILE ROWS_FILE [--quick]`."""

import ast
import json
import runpy
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from tests.speed import Row

T = TypeVar("T")
KEYS = ("name", "value", "unit", "goal", "holds")


def main() -> None:
    module, target = Path(sys.argv[1]), Path(sys.argv[2])
    quick = "--quick" in sys.argv[3:]
    rows = with_services(lambda: _run(module, quick)) if _needs_services(module) else _run(module, quick)
    target.write_text(json.dumps([{key: row[key] for key in KEYS} for row in rows]), encoding="utf-8")


def _needs_services(module: Path) -> bool:
    """Read without importing: services must run before Django, which the module may import, reads its settings."""
    for statement in ast.parse(module.read_text(encoding="utf-8")).body:
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "SERVICES":
            return bool(ast.literal_eval(statement.value))
    return False


def _run(module: Path, quick: bool) -> list[Row]:
    return list(runpy.run_path(str(module))["run"](quick))


def with_services(call: Callable[[], T]) -> T:
    """Run on a fresh database of a throw-away PostgreSQL, with a throw-away Valkey."""
    import os

    import tests.services  # noqa: F401  (starts them)

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tantrix_site.settings")
    import django

    django.setup()
    from django.test.utils import setup_databases, teardown_databases

    kept: Any = setup_databases(verbosity=0, interactive=False)
    try:
        return call()
    finally:
        teardown_databases(kept, verbosity=0)


if __name__ == "__main__":
    main()
