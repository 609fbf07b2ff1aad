from __future__ import annotations

import numpy as np
import pytest

from matchday.engine import observing
from matchday.engine.log import SPECTATOR
from matchday.engine.record import Array, Record, copy_of, f32, i16, i64, raw, rows, u8, u32, u64
from matchday.engine.runner import Runner
from matchday.match.match import Match
from tests.kit import after


class Inner(Record):
    counter: int = u8()  # a name that only a table's generator has to itself
    pair: Array = i16(2)  # of numbers


class Nouns(Record):
    key: Array = u64(2)
    counter: int = u64()
    phase: int = u8()
    wide: Array = i64(2)  # more than 32 bits
    long: int = u32()
    inner: Array = rows(Inner, 2, 2)


def told(record, seat, kind):
    out = np.full(observing.size(kind), -7, np.int32)
    observing.observer(kind)(None, record, seat, out)
    return dict(zip((spot.name for spot in observing.meanings(kind)), out.tolist(), strict=True))


def test_every_field_is_told_where_its_name_says():
    record = Nouns.new()
    record.key[:] = 5
    record.phase = 250
    record.wide[1] = -2
    record.long = 0x89ABCDEF
    for place in np.ndindex(2, 2):
        record.inner[place].counter = 10 * place[0] + place[1]
        record.inner[place].pair[1] = -place[1]
    found = told(record, 3, Nouns)
    assert found["seat"] == 3
    assert found["phase"] == 250
    assert [found[f"wide[1] bits {low} to {low + 15}"] for low in (0, 16, 32, 48)] == [65534, 65535, 65535, 65535]
    assert (found["long bits 0 to 15"], found["long bits 16 to 31"]) == (0xCDEF, 0x89AB)
    assert found["inner[1,0].counter"] == 10
    assert found["inner[1,1].pair[1]"] == -1
    assert -7 not in found.values()
    assert not any(name.startswith(("key", "counter")) for name in found)


def test_meanings_come_from_the_record():
    spots = {spot.name: spot for spot in observing.meanings(Nouns)}
    assert spots["wide[0] bits 0 to 15"].meaning == "more than 32 bits"
    assert spots["inner[0,1].pair[0]"] == observing.Spot("inner[0,1].pair[0]", -32768, 32767, "of numbers")
    assert spots["phase"].meaning == ""


def test_fractions_are_refused():
    class Fraction(Record):
        share: float = f32()

    with pytest.raises(TypeError, match="whole numbers"):
        observing.size(Fraction)


def test_an_observation_is_the_hidden_table_and_within_its_bounds(game):
    kind, runner = game.table_type, Runner(game)
    match = Match(game, seed="observing")
    spots = observing.meanings(kind)
    assert len(spots) == observing.size(kind) == len({spot.name for spot in spots})
    for ply in (0, 3, 9, 27):
        after(match, ply)
        for seat in (*range(match.seats), SPECTATOR):
            hidden = match.hidden(seat)
            found = told(hidden, seat, kind)
            for spot in spots:
                assert spot.low <= found[spot.name] <= spot.high, spot.name
            assert found["waiting"] == hidden.waiting
            assert found["phase"] == hidden.phase
            other = match.game.table_type.from_bytes(raw(match.table))
            dice = copy_of(match.table)
            if seat < match.seats:  # another world that looks alike is observed alike
                runner.hide(match.box, other, seat)
                runner.redeal(match.box_for(seat), other, seat, dice)
                runner.hide(match.box, other, seat)
                assert told(other, seat, kind) == found


def test_the_twin_observes_alike(game):
    match = after(Match(game, seed="observing"), 11)
    hidden = match.hidden(match.asked)
    plain = Runner(game).observe(match.box, hidden, match.asked)
    assert plain.any()
    assert plain.tolist() == Runner(game, "compiled").observe(match.box, hidden, match.asked).tolist()
