from collections import Counter

from tournaments.formats.berger import berger


def test_the_published_table_of_six():
    assert berger(6) == (
        ((1, 6), (2, 5), (3, 4)),
        ((6, 4), (5, 3), (1, 2)),
        ((2, 6), (3, 1), (4, 5)),
        ((6, 5), (1, 4), (2, 3)),
        ((3, 6), (4, 2), (5, 1)),
    )


def test_five_entries():
    """C7: five rounds of two matches, each idle once."""
    rounds = berger(5)
    assert [len(pairs) for pairs in rounds] == [2] * 5
    assert sorted(15 - sum(map(sum, pairs)) for pairs in rounds) == [1, 2, 3, 4, 5]


def test_everybody_meets_everybody_once():
    for n in range(2, 41):
        rounds = berger(n)
        assert len(rounds) == n - 1 + n % 2
        assert all(len({number for pair in pairs for number in pair}) == n - n % 2 for pairs in rounds)
        met = Counter(frozenset(pair) for pairs in rounds for pair in pairs)
        assert len(met) == n * (n - 1) // 2
        assert set(met.values()) == {1}


def test_nobody_to_meet():
    assert berger(0) == berger(1) == ()
