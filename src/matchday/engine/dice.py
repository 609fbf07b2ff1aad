"""The only randomness: a keyed function of a counter, both kept in a record.

SipHash-2-4 of the counter under a 128-bit key. Whoever does not know the key cannot tell the next number from those
seen, and the stream is the same in plain Python and in compiled code. Any record with the fields `key` and `counter`
serves: a table, or the private `Dice` of a bot.

The arithmetic is masked to 64 bits so that plain Python, whose integers grow, and compiled code, whose integers wrap,
agree to the bit.
"""

from __future__ import annotations

from typing import Any

from matchday.engine.record import Array, Record, u64

MASK = 0xFFFF_FFFF_FFFF_FFFF
MASK_32 = 0xFFFF_FFFF
SPAN_32 = 1 << 32

# SipHash's constants, inverted: compiled code reads an integer as unsigned only when its top bit is set, and a signed
# word would shift in ones. `word ^ NOT_X ^ MASK` is `word ^ X` in both worlds.
NOT_SIP_0 = 0x736F6D6570736575 ^ MASK
NOT_SIP_1 = 0x646F72616E646F6D ^ MASK
NOT_SIP_2 = 0x6C7967656E657261 ^ MASK
NOT_SIP_3 = 0x7465646279746573 ^ MASK
NOT_LENGTH = (8 << 56) ^ MASK  # the closing block holds the length of the message
NOT_CLOSE = 0xFF ^ MASK
NOT_MATCH = 0x6D61746368646179 ^ MASK
NOT_TABLE = 0x7461626C65746F70 ^ MASK

INLINED = ("sip_round", "sip_word")  # compiled into their callers, so that a loop makes several words at once


class Dice(Record):
    """A generator of its own, for whoever must not touch the table's."""

    counter: int = u64()  # first, so that compiled code does not take a table for a longer kind of dice
    key: Array = u64(2)


def sip_round(v0: int, v1: int, v2: int, v3: int) -> tuple[int, int, int, int]:
    """Mix the four words once."""
    v0 = (v0 + v1) & MASK
    v1 = ((v1 << 13) | (v1 >> 51)) & MASK
    v1 ^= v0
    v0 = ((v0 << 32) | (v0 >> 32)) & MASK
    v2 = (v2 + v3) & MASK
    v3 = ((v3 << 16) | (v3 >> 48)) & MASK
    v3 ^= v2
    v0 = (v0 + v3) & MASK
    v3 = ((v3 << 21) | (v3 >> 43)) & MASK
    v3 ^= v0
    v2 = (v2 + v1) & MASK
    v1 = ((v1 << 17) | (v1 >> 47)) & MASK
    v1 ^= v2
    v2 = ((v2 << 32) | (v2 >> 32)) & MASK
    return v0, v1, v2, v3


def sip_word(key0: int, key1: int, message: int) -> int:
    """SipHash-2-4 of one 8-byte message."""
    v0 = key0 ^ NOT_SIP_0 ^ MASK
    v1 = key1 ^ NOT_SIP_1 ^ MASK
    v2 = key0 ^ NOT_SIP_2 ^ MASK
    v3 = key1 ^ NOT_SIP_3 ^ MASK ^ message
    v0, v1, v2, v3 = sip_round(v0, v1, v2, v3)
    v0, v1, v2, v3 = sip_round(v0, v1, v2, v3)
    v0 ^= message
    v3 ^= NOT_LENGTH ^ MASK
    v0, v1, v2, v3 = sip_round(v0, v1, v2, v3)
    v0, v1, v2, v3 = sip_round(v0, v1, v2, v3)
    v0 ^= NOT_LENGTH ^ MASK
    v2 ^= NOT_CLOSE ^ MASK
    v0, v1, v2, v3 = sip_round(v0, v1, v2, v3)
    v0, v1, v2, v3 = sip_round(v0, v1, v2, v3)
    v0, v1, v2, v3 = sip_round(v0, v1, v2, v3)
    v0, v1, v2, v3 = sip_round(v0, v1, v2, v3)
    return v0 ^ v1 ^ v2 ^ v3


def next_word(dice: Any) -> int:
    """Draw 64 bits and step the counter."""
    word = sip_word(int(dice.key[0]), int(dice.key[1]), int(dice.counter))
    dice.counter += 1
    return word


def next_words(dice: Any, words: Array) -> None:
    """Draw as many words as the array takes: the same ones, but side by side a word costs far less."""
    key0 = int(dice.key[0])
    key1 = int(dice.key[1])
    counter = int(dice.counter)
    for place in range(len(words)):
        words[place] = place  # through the array and back, since only its words are surely unsigned in compiled code
        words[place] = sip_word(key0, key1, (int(words[place]) + counter) & MASK)
    dice.counter += len(words)


def roll(dice: Any, sides: int) -> int:
    """Draw a number from 0 to sides - 1, each exactly as likely (Lemire's method with rejection)."""
    sides = int(sides)  # a field's narrow integer would overflow in plain Python
    product = (next_word(dice) >> 32) * sides
    if (product & MASK_32) < sides:
        floor = SPAN_32 % sides
        while (product & MASK_32) < floor:
            product = (next_word(dice) >> 32) * sides
    return product >> 32


def pick(dice: Any, items: Array, count: int) -> int:
    """Draw one of the first `count` items."""
    return items[roll(dice, count)]


def shuffle(dice: Any, items: Array, count: int) -> None:
    """Put the first `count` items in random order (Fisher and Yates)."""
    for last in range(count - 1, 0, -1):
        other = roll(dice, last + 1)
        kept = items[last]
        items[last] = items[other]
        items[other] = kept


def set_key(dice: Any, seed: int, number: int) -> None:
    """Key a generator for match `number` of a run with this seed; no two numbers share a stream."""
    # Through the fields and back, since only they are surely unsigned in compiled code.
    dice.key[0] = seed & MASK
    dice.counter = number & MASK
    match_key = sip_word(int(dice.key[0]), NOT_MATCH, int(dice.counter))
    table_key = sip_word(int(dice.key[0]), NOT_TABLE, int(dice.counter))
    dice.key[0] = match_key
    dice.key[1] = table_key
    dice.counter = 0
