"""Do the two verifiers agree? ``python -m tests.speed.engine_equality --records 100000``"""

import argparse
import json
import sys
from collections import Counter

from games.engine.fast import UNDECIDED, first_objection
from games.engine.replay import verify, verify_by_spec

from .mutations import mutated_records


def disagreements(records):
    """The records on which the verifiers differ, and what came up: per code of the verdict, and how many records the
    fast verifier decided by itself.

    The fast verifier is held to the place of the first fault by itself, and to the whole verdict as it is used.
    """
    found, seen = [], Counter()
    for record in records:
        expected = verify_by_spec(record)
        index, scores = first_objection(record)
        seen[expected.code or "ok"] += 1
        if index != UNDECIDED:
            seen["decided"] += 1
            place = len(record["moves"]) if expected.index is None else expected.index
            if index != place or (scores and scores != expected.scores):
                found.append(record)
                continue
        if verify(record) != expected:
            found.append(record)
    return found, seen


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    found, seen = disagreements(mutated_records(options.records, options.seed))
    print(f"{options.records} records, {len(found)} disagreements", dict(seen.most_common()))
    for record in found[:5]:
        print(json.dumps(record))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
