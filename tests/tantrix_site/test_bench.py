"""The runner of measurements: goals, failures as rows, choice by name."""

import json
import sys
from pathlib import Path

import pytest

from tests.speed import __main__ as bench
from tests.speed import at_least, at_most, row


def test_rows_are_held_against_their_goals() -> None:
    assert row("fold", 3.5, "ms", at_most(20)) == {
        "name": "fold", "value": 3.5, "unit": "ms", "goal": "≤ 20", "holds": True,
    }  # fmt: skip
    assert row("engine", 90, "records/s", at_least(100))["holds"] is False
    assert row("engine", 90, "records/s")["holds"] is None


@pytest.fixture
def measurements(tmp_path: Path, monkeypatch) -> Path:
    """A folder with one measurement that works and one that fails."""
    (tmp_path / "bench_good.py").write_text(
        "from tests.speed import at_most, row\ndef run(quick):\n    return [row('time', 1 + quick, 'ms', at_most(2))]\n"
    )
    (tmp_path / "bench_bad.py").write_text("def run(quick):\n    raise OSError('no disk')\n")
    monkeypatch.setattr(bench, "FOLDER", tmp_path)
    return tmp_path


def test_names_are_chosen_and_unknown_ones_refused(measurements, monkeypatch, capsys) -> None:
    monkeypatch.setattr(sys, "argv", ["bench", "--list", "--only", "goo"])
    assert bench.main() == 0
    assert capsys.readouterr().out == "good\n"
    monkeypatch.setattr(sys, "argv", ["bench", "--only", "nothing-like-that"])
    assert bench.main() == 2


def test_a_failing_measurement_is_a_row_and_the_others_run(measurements, tmp_path, monkeypatch, capsys) -> None:
    target = tmp_path / "rows.json"
    monkeypatch.setattr(sys, "argv", ["bench", "--quick", "--json", str(target)])
    assert bench.main() == 1
    assert json.loads(target.read_text()) == [
        {"name": "bad", "value": None, "unit": "failed", "goal": "runs", "holds": False},
        {"name": "time", "value": 2, "unit": "ms", "goal": "≤ 2", "holds": True},
    ]
    printed = capsys.readouterr()
    assert "1 miss their goal: bad" in printed.out
    assert "no disk" in printed.err
