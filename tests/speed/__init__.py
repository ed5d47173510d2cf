"""Measurements; `bin/bench` runs them and prints goals beside the figures.

A measurement is a module `bench_*.py` here with

    SERVICES = True                       # only if it needs the database and the broker; Django is then set up

    def run(quick: bool) -> list[Row]

`quick` asks for the shortest run that still means something. A row without a goal is information.
"""

import os
from pathlib import Path
from typing import NamedTuple, TypedDict


class Row(TypedDict):
    name: str
    value: float | None
    unit: str
    goal: str | None
    holds: bool | None


class Goal(NamedTuple):
    """A bound that a value must keep: at least or at most so much."""

    sign: str
    bound: float

    def holds(self, value: float) -> bool:
        return value >= self.bound if self.sign == "≥" else value <= self.bound

    def __str__(self) -> str:
        return f"{self.sign} {self.bound:g}"


def at_least(bound: float) -> Goal:
    return Goal("≥", bound)


def at_most(bound: float) -> Goal:
    return Goal("≤", bound)


def row(name: str, value: float, unit: str, goal: Goal | None = None) -> Row:
    """One figure, held against its goal."""
    return Row(
        name=name,
        value=value,
        unit=unit,
        goal=str(goal) if goal else None,
        holds=goal.holds(value) if goal else None,
    )


def cpu_of(pid: int) -> float:
    """Seconds of CPU a process has used, as far as the kernel's clock ticks tell."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
