"""Running the commands over record files as a user does: as a process, with no database."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
RECORDS = ROOT / "tests" / "data" / "records"


def run(command, *files, stdin=b""):
    """The rows printed, the exit status and what stood on standard error."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), command, *map(str, files)],
        input=stdin,
        capture_output=True,
        env={**os.environ, "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none"},
        timeout=60,
        check=False,
    )
    return [json.loads(line) for line in done.stdout.splitlines()], done.returncode, done.stderr.decode()
