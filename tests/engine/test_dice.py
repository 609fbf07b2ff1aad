"""The generator: published vectors, no bias, one stream in both worlds."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from matchday.engine.dice import MASK, Dice, next_word, pick, roll, set_key, shuffle, sip_round, sip_word
from matchday.engine.record import copy_of, fast, raw
from matchday.engine.twin import twin_of
from matchday.games import game

# SipHash-2-4 of the bytes 00 01 02 … under the key 00 01 … 0f: the authors' reference vectors, by length.
KEY = int.from_bytes(bytes(range(8)), "little"), int.from_bytes(bytes(range(8, 16)), "little")
VECTORS = {
    0: 0x726FDB47DD0E0E31,
    1: 0x74F839C593DC67FD,
    7: 0xAB0200F58B01D137,
    8: 0x93F5F5799A932462,
    15: 0xA129CA6149BE45E5,
    16: 0x3F2ACC7F57C29BDB,
}


def siphash(message: bytes) -> int:
    """SipHash-2-4 of any message, from our own round: proves the round by the vectors of every length."""
    v0, v1 = KEY[0] ^ 0x736F6D6570736575, KEY[1] ^ 0x646F72616E646F6D
    v2, v3 = KEY[0] ^ 0x6C7967656E657261, KEY[1] ^ 0x7465646279746573
    padded = message + bytes(7 - len(message) % 8) + bytes([len(message) & 0xFF])
    for start in range(0, len(padded), 8):
        word = int.from_bytes(padded[start : start + 8], "little")
        v3 ^= word
        for _ in range(2):
            v0, v1, v2, v3 = sip_round(v0, v1, v2, v3)
        v0 ^= word
    v2 ^= 0xFF
    for _ in range(4):
        v0, v1, v2, v3 = sip_round(v0, v1, v2, v3)
    return v0 ^ v1 ^ v2 ^ v3


@pytest.mark.parametrize("length", VECTORS)
def test_published_vectors(length):
    assert siphash(bytes(range(length))) == VECTORS[length]


def test_the_counter_is_an_eight_byte_message():
    assert sip_word(*KEY, int.from_bytes(bytes(range(8)), "little")) == VECTORS[8]


def test_next_word_steps_the_counter():
    dice = Dice.new()
    dice.key[:] = KEY
    dice.counter = int.from_bytes(bytes(range(8)), "little")
    assert next_word(dice) == VECTORS[8]
    assert dice.counter == int.from_bytes(bytes(range(8)), "little") + 1


@given(seed=st.integers(0, MASK), number=st.integers(0, 2**40), sides=st.integers(1, 1000))
def test_a_roll_is_in_range(seed, number, sides):
    dice = Dice.new()
    set_key(dice, seed, number)
    assert all(0 <= roll(dice, sides) < sides for _ in range(5))


@pytest.mark.parametrize("sides", [2, 3, 6, 7, 96])
def test_rolls_are_even(sides):
    dice = Dice.new()
    set_key(dice, 2026, sides)
    n = 400 * sides
    counts = Counter(roll(dice, sides) for _ in range(n))
    chi_square = sum((counts[face] - 400) ** 2 / 400 for face in range(sides))
    freedom = sides - 1
    assert chi_square < freedom + 5 * (2 * freedom) ** 0.5 + 5


def test_a_roll_rejects_exactly_what_would_be_uneven():
    """With 2**31 + 1 sides nearly half of all words must be thrown away: the counter shows that they are."""
    dice = Dice.new()
    set_key(dice, 1, 1)
    for _ in range(400):
        roll(dice, 2**31 + 1)
    assert 600 < dice.counter < 1000


def test_shuffle_gives_every_order_alike():
    dice = Dice.new()
    set_key(dice, 5, 5)
    counts = Counter()
    for _ in range(2400):
        items = np.arange(4, dtype=np.uint8)
        shuffle(dice, items, 4)
        counts[tuple(items.tolist())] += 1
    assert len(counts) == 24
    assert sum((count - 100) ** 2 / 100 for count in counts.values()) < 60


def test_shuffle_and_pick_keep_to_the_count():
    dice = Dice.new()
    set_key(dice, 6, 6)
    items = np.array([1, 2, 3, 9, 9], np.uint8)
    for _ in range(30):
        shuffle(dice, items, 3)
        assert sorted(items[:3].tolist()) == [1, 2, 3]
        assert pick(dice, items, 3) in {1, 2, 3}
    assert items[3:].tolist() == [9, 9]


def test_streams_do_not_meet():
    words = set()
    for seed in (0, 1, 2**64 - 1):
        for number in (-2, -1, 0, 1, 2):
            dice = Dice.new()
            set_key(dice, seed, number)
            words |= {next_word(dice) for _ in range(20)}
    assert len(words) == 3 * 5 * 20


def test_plain_and_compiled_streams_are_one():
    roll_compiled = twin_of(game("pilka_w_grze")).door(roll)
    dice = Dice.new()
    for seed, number in ((0, 0), (7, -3), (2**63 - 1, 2**40)):
        set_key(dice, seed, number)
        other = copy_of(dice)
        shown = fast(other, Dice)
        for sides in (*range(1, 40), 1000, 2**31):
            assert roll(dice, sides) == roll_compiled(shown, sides)
        assert raw(dice) == raw(other)
