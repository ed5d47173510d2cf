"""A long run of the guard: `python -m tests.speed.guard [--seed TEXT] [--steps N] [--events N] [--shape NAME]`.

Prints each failure with its seed and the fewest steps found that lead to it. Exit code 1 if there is one.
"""

import argparse
import sys
import time

from tests.speed.child import with_services


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.speed.guard", description="Do by chance what people can do.")
    parser.add_argument("--seed", default="0", help="any text; the same seed does the same")
    parser.add_argument("--steps", type=int, default=60, metavar="N", help="steps in each event")
    parser.add_argument("--events", type=int, default=10, metavar="N", help="events of each shape")
    parser.add_argument("--shape", default="", metavar="NAME", help="shapes with NAME in theirs")
    options = parser.parse_args()
    return with_services(lambda: guard(options.seed, options.steps, options.events, options.shape))


def guard(seed: str, steps: int, events: int, shape: str) -> int:
    from tests.tournaments.guard.sequence import fewest, rolled_back
    from tests.tournaments.guard.shapes import SHAPES

    failures = acts = 0
    began = time.monotonic()
    for number in range(events):
        for known in SHAPES:
            if shape not in known.name:
                continue
            play, failure = rolled_back(known, f"{seed}/{number}", range(steps))
            acts += sum(play.done.values())
            if failure is not None:
                failures += 1
                print(f"\n{fewest(failure)}", flush=True)
        print(f"… {number + 1} of {events}, {acts} acts, {time.monotonic() - began:.0f} s", file=sys.stderr)
    print(f"seed {seed!r}: {acts} acts, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
