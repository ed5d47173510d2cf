"""`bin/bench`: run the measurements, each in a process of its own, and print one table."""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.speed import Row

FOLDER = Path(__file__).parent
ROOT = FOLDER.parent.parent
PATIENCE = 1800


def main() -> int:
    """The exit code: 0 all goals hold, 1 one does not or a measurement failed, 2 there is no such measurement."""
    parser = argparse.ArgumentParser(prog="bin/bench", description="Measure speed and print goals beside the figures.")
    parser.add_argument("--quick", action="store_true", help="short runs; figures are rougher")
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="measurements with NAME in theirs")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows to FILE as well")
    parser.add_argument("--list", action="store_true", help="print the names and stop")
    options = parser.parse_args()
    names = sorted(path.stem.removeprefix("bench_") for path in FOLDER.glob("bench_*.py"))
    if options.only:
        names = [name for name in names if any(part in name for part in options.only)]
    if not names:
        print("No such measurement; --list prints all.", file=sys.stderr)
        return 2
    if options.list:
        print("\n".join(names))
        return 0
    rows: list[Row] = []
    for name in names:
        found = measure(name, quick=options.quick)
        rows += found
        print_rows(name, found)
        # written after each, so that an interrupted run leaves what it has
        if options.json:
            options.json.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    failed = [row["name"] for row in rows if row["holds"] is False]
    print(
        f"\n{len(rows)} figures; "
        + (f"{len(failed)} miss their goal: {', '.join(failed)}" if failed else "all goals hold")
    )
    return 1 if failed else 0


def measure(name: str, *, quick: bool) -> list[Row]:
    """The rows of one measurement; one that fails is a row that does not hold."""
    print(f"… {name}", end="", file=sys.stderr, flush=True)
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="tantrix-bench-") as folder:
        answer = Path(folder) / "rows.json"
        command = [
            sys.executable,
            "-m",
            "tests.speed.child",
            str(FOLDER / f"bench_{name}.py"),
            str(answer),
            *(["--quick"] if quick else []),
        ]
        # the same order of sets and dictionaries in every run
        environment = {**os.environ, "PYTHONHASHSEED": "0"}
        try:
            run = subprocess.run(
                command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE
            )
        except subprocess.TimeoutExpired:
            print(f"{name}: no end within {PATIENCE} s", file=sys.stderr)
            return [_failure(name)]
        finally:
            print(f"\r… {name}: {time.monotonic() - started:.0f} s", file=sys.stderr)
        if run.returncode != 0 or not answer.exists():
            print(run.stderr[-3000:], file=sys.stderr)
            return [_failure(name)]
        rows: list[Row] = json.loads(answer.read_text(encoding="utf-8"))
    return rows


def _failure(name: str) -> Row:
    """What went wrong is on standard error."""
    return Row(name=name, value=None, unit="failed", goal="runs", holds=False)


def print_rows(name: str, rows: list[Row]) -> None:
    print(f"\n{name}")
    for row in rows:
        value = (
            "–"
            if row["value"] is None
            else f"{row['value']:,.4g}"
            if abs(row["value"]) < 1000
            else f"{row['value']:,.0f}"
        )
        mark = {True: "holds", False: "MISSES", None: ""}[row["holds"]]
        print(f"  {row['name']:<64} {value:>10} {row['unit']:<12} {row['goal'] or '':<10} {mark}".rstrip())


if __name__ == "__main__":
    sys.exit(main())
