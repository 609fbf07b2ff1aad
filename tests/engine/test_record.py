from __future__ import annotations

from collections.abc import Sequence

import numba
import numpy as np
import pytest

from matchday.engine.record import Array, Record, copy_of, fast, i16, raw, read_text, rows, u8, u64, write_text


class Inner(Record):
    small: int = u8()
    wide: int = i16()


class Outer(Record):
    first: int = u8()
    big: int = u64()
    inner: Sequence[Inner] = rows(Inner, 3)
    grid: Array = u8(2, 5)
    code: Array = u8(4)


class Longer(Outer):
    last: int = u8()


def test_both_forms_have_one_layout():
    for record in (Inner, Outer, Longer):
        assert record.dtype.itemsize == record.aligned.itemsize
        assert {name: record.dtype.fields[name][1] for name in record.fields} == {
            name: record.aligned.fields[name][1] for name in record.fields
        }


def test_fields_are_aligned():
    assert Outer.aligned.fields["big"][1] == 8
    assert Inner.aligned.fields["wide"][1] == 2
    assert Outer.aligned.isalignedstruct


def test_a_subclass_continues_its_parent():
    assert list(Longer.fields) == [*Outer.fields, "last"]


def test_attributes_read_and_write_at_every_level():
    record = Outer.new()
    record.inner[2].wide = -7
    record.grid[1, 4] = 9
    assert record.inner[2].wide == -7
    assert record.grid.tolist() == [[0] * 5, [0, 0, 0, 0, 9]]


def test_a_copy_shares_no_memory():
    record = Outer.new()
    twin = copy_of(record)
    twin.grid[0, 0] = 1
    twin.first = 2
    assert record.grid[0, 0] == 0
    assert raw(record) != raw(twin)
    assert raw(record) == bytes(Outer.dtype.itemsize)


def test_compiled_code_is_shown_the_same_memory():
    record = Outer.new()
    shown = fast(record, Outer)
    write_compiled(shown)
    assert (record.first, record.grid[1, 1]) == (5, 6)
    record.first = 7
    assert shown["first"] == 7
    assert shown.dtype == Outer.aligned


@numba.njit
def write_compiled(record):
    record.first = 5
    record.grid[1, 1] = 6


def test_bytes_go_both_ways():
    record = Outer.new()
    record.big = 2**63
    again = Outer.from_bytes(raw(record))
    assert again.big == 2**63
    again.big = 1  # writable
    with pytest.raises(ValueError, match=f"takes {Outer.dtype.itemsize} bytes, got 3"):
        Outer.from_bytes(b"abc")


def test_narrow_fields_do_not_wrap_silently():
    record = Outer.new()
    record.first = 255
    with pytest.raises((OverflowError, RuntimeWarning)):
        record.first += 1
    with pytest.raises(OverflowError):
        record.first = -1


def test_short_texts():
    record = Outer.new()
    write_text(record.code, "RW")
    assert read_text(record.code) == "RW"
    write_text(record.code, "LONGER")
    assert read_text(record.code) == "LONG"
    assert record.code.dtype == np.uint8


def test_a_record_has_its_fields_and_no_other_names():
    record = Outer.new()
    with pytest.raises(AttributeError, match="no attribute 'frist'"):
        record.frist = 1
    with pytest.raises(AttributeError, match="no attribute 'wide'"):
        record.wide = 1
    with pytest.raises(TypeError, match="Clash: NumPy uses the names size, shape itself"):
        type("Clash", (Record,), {"size": u8(), "fine": u8(), "shape": u8()})
