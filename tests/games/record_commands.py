"""Running the commands over record files: as a user does, as a process with no database, or within the test's own."""

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

from django.core.management import execute_from_command_line

ROOT = Path(__file__).parents[2]
RECORDS = ROOT / "tests" / "data" / "records"


def run_process(command, *files, stdin=b""):
    """The rows printed, the exit status and what stood on standard error. A process takes seconds to start."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), command, *map(str, files)],
        input=stdin,
        capture_output=True,
        env={**os.environ, "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none"},
        timeout=60,
        check=False,
    )
    return _rows(done.stdout.decode()), done.returncode, done.stderr.decode()


def run(command, *files, stdin=b""):
    """The same of a command run here; a test without a database fails where it asks for one."""
    out, err, status = io.StringIO(), io.StringIO(), 0
    given = SimpleNamespace(buffer=io.BytesIO(stdin))
    with redirect_stdout(out), redirect_stderr(err), patch("sys.stdin", given):
        try:
            execute_from_command_line(["manage.py", command, *map(str, files)])
        except SystemExit as end:
            status = end.code
    return _rows(out.getvalue()), status, err.getvalue()


def _rows(text):
    return [json.loads(line) for line in text.splitlines()]
