"""The guard: whatever is done to an event, in whatever order, the site's own promises hold after every step.

- `shapes`: events of every format and combination of stages;
- `acts`: all that people can do, each chosen and filled in by chance (`results`, `people`, `rounds`, `stages`);
- `invariants`: what must hold afterwards;
- `sequence`: running a seeded sequence, and finding the few steps that a failure needs.

`tests/tournaments/test_guard.py` runs short sequences, `bin/bench --only guard` and
`python -m tests.speed.guard` long ones.
"""
