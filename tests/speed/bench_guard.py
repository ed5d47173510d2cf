"""The guard over every format, for long: acts by chance through the services, the promises checked after each.

`python -m tests.speed.guard` runs it with other seeds or more steps, and names the steps that a failure needs.
"""

import time

from tests.speed import Row, at_least, at_most, row

SERVICES = True


def run(quick: bool) -> list[Row]:
    from tests.tournaments.guard.sequence import fewest, rolled_back
    from tests.tournaments.guard.shapes import SHAPES

    acts = 0
    broken: list[Row] = []
    began = time.process_time()
    for round_ in range(1 if quick else 5):
        for shape in SHAPES:
            play, failure = rolled_back(shape, f"bench {round_}", range(30 if quick else 60))
            acts += sum(play.done.values())
            if failure is not None:
                least = fewest(failure)
                told = f"{shape}, seed {least.seed!r}, steps {list(least.steps)}: {least.fault}"
                broken.append(Row(name=told, value=None, unit="broken", goal="holds", holds=False))
    return [
        *broken,
        row("acts of the guard over every format", acts, "acts", at_least(500 if quick else 5_000)),
        row("sequences in which a promise was broken", len(broken), "sequences", at_most(0)),
        row(
            "CPU of an act of the guard with its checks, of the site alone",
            (time.process_time() - began) / acts * 1000,
            "ms",
        ),
    ]
