"""How many random cases are tried: a few; `THOROUGH=10 bin/test` tries ten times as many, and takes that long."""

import os


def times(few: int) -> int:
    """So many random cases, or more where more are asked for."""
    return few * int(os.environ.get("THOROUGH", "1"))
