"""Berger tables: everybody meets everybody (`docs/regulations.md` 5.1, 5.3)."""


def berger(n: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Round by round the pairs of seed numbers 1 to `n`; every pair meets exactly once.

    An even `n` gives n − 1 rounds of n / 2 pairs; an odd one n rounds, in each of which another
    number is in no pair. Fewer than two entries have no rounds.

    The highest even number stands still and the others go round: it meets 1, then the one half
    the table further, and so on; around its opponent x the numbers x + i and x − i meet. It is
    named second and first in turns. An odd `n` leaves it out.
    """
    size = n + n % 2
    others = size - 1
    rounds = []
    for index in range(others if n > 1 else 0):
        centre = index * (size // 2) % others
        pairs = [] if size > n else [(centre + 1, size) if index % 2 == 0 else (size, centre + 1)]
        pairs += [((centre + i) % others + 1, (centre - i) % others + 1) for i in range(1, size // 2)]
        rounds.append(tuple(pairs))
    return tuple(rounds)
