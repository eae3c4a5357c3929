"""Lots: the same seed and occasion give the same lots, and every lot is as likely as the others."""

from collections import Counter
from itertools import permutations

import pytest

from companion.chance import Lots


def test_the_same_seed_and_occasion_give_the_same_lots_for_ever():
    lots = Lots(7, "deal", 1)

    assert (0, 6, "ADCEB") == (lots.below(10), lots.die(), "".join(lots.shuffled("ABCDE")))


@pytest.mark.parametrize("other", [Lots(8, "deal", 1), Lots(7, "deal", 2), Lots(7, "shuffle", 1), Lots(7, "deal1")])
def test_another_seed_or_occasion_gives_other_lots(other):
    lots = Lots(7, "deal", 1)

    assert [lots.below(1000) for _ in range(5)] != [other.below(1000) for _ in range(5)]


def test_the_first_numbers_of_splitmix_are_those_of_its_authors():
    lots = Lots(0)
    lots._state = 1234567

    assert [6457827717110365317, 3203168211198807973, 9817491932198370423] == [lots._next() for _ in range(3)]


def test_every_number_is_as_likely_as_the_others():
    counts = Counter(Lots(seed, "die").die() for seed in range(6000))

    assert {1, 2, 3, 4, 5, 6} == set(counts)
    assert 870 < min(counts.values()) <= max(counts.values()) < 1130


def test_every_order_is_as_likely_as_the_others():
    counts = Counter(Lots(seed, "shuffle").shuffled("ABC") for seed in range(6000))

    assert set(permutations("ABC")) == set(counts)
    assert 870 < min(counts.values()) <= max(counts.values()) < 1130


def test_one_of_several_is_one_of_them():
    assert {"a", "b", "c"} == {Lots(seed, "pick").one_of("abc") for seed in range(30)}


@pytest.mark.parametrize("count", [0, -1, 1 << 64])
def test_there_is_no_number_below_nothing(count):
    with pytest.raises(ValueError, match=f"^there is no number from 0 to below {count}$"):
        Lots(1, "x").below(count)


def test_a_sample_has_so_many_different_items():
    samples = {Lots(seed, "sample").sample("abcdef", 2) for seed in range(400)}

    assert {2} == {len(set(sample)) for sample in samples}
    assert 30 == len(samples)
