"""Arrays on a card, as other libraries are handed them; the card itself is played here."""

from __future__ import annotations

import gc
import re

import numpy as np
import pytest

from matchday.engine.card import Capsule, Plane, address_of
from matchday.engine.errors import MatchdayError


class Driver:
    def __init__(self):
        self.freed = []

    def cuMemFree(self, address):
        self.freed.append(address)


class PlayedCard:
    """Gives the same address to everybody."""

    def __init__(self):
        self.driver = Driver()

    def enter(self):
        pass

    def ask(self, name, *_):
        return 4096 if name == "cuMemAlloc" else None


def test_an_array_that_was_handed_over_is_kept_until_nobody_has_it():
    card = PlayedCard()
    plane = Plane(card, (3, 4), np.dtype(np.int32))
    capsule = plane.__dlpack__()
    del plane
    gc.collect()
    assert len(Capsule.out) == 1
    assert not card.driver.freed
    del capsule
    gc.collect()
    assert not Capsule.out
    assert card.driver.freed == [4096]


def test_what_is_taken_from_others_must_fit():
    plane = Plane(PlayedCard(), (3,), np.dtype(np.int64))
    assert address_of(plane, (3,), np.int64) == 4096
    with pytest.raises(MatchdayError, match=re.escape("int32 of shape (3,)")):
        address_of(plane, (3,), np.int32)
    with pytest.raises(MatchdayError, match="not on the GPU"):
        address_of(np.zeros(3), (3,), np.int64)
