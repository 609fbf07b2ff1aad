"""The cache of compiled code: whole, in its place, and written by nobody else; or not there at all."""

from __future__ import annotations

import os
import shutil
import stat
from types import SimpleNamespace

import pytest

from matchday.engine import doors, kept, twin
from matchday.engine.errors import MatchdayError
from matchday.envs import on_gpu as envs_on_gpu
from matchday.games import game
from matchday.lab import on_gpu as lab_on_gpu

GAME = game("pilka_w_grze")


@pytest.fixture
def place(tmp_path):
    path = tmp_path / "game-of-these-sources" / "rules.o"
    kept.keep(path, b"machine code")
    return path


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """A cache of its own, also for what is remembered of it."""
    monkeypatch.setenv("MATCHDAY_CACHE", str(tmp_path / "cache"))
    twin.cache_folder.cache_clear()
    yield tmp_path / "cache"
    twin.cache_folder.cache_clear()


def test_what_is_kept_is_read_again(place):
    assert kept.kept(place) == b"machine code"
    assert [each.name for each in place.parent.iterdir()] == ["rules.o"]


@pytest.mark.parametrize("size", [0, 10, 40, 43])
def test_a_torn_file_is_not_there(place, size):
    """As after a full disk, or when the lights go out: LLVM would end the process that loads it."""
    place.write_bytes(place.read_bytes()[:size])
    assert kept.kept(place) is None


def test_a_changed_file_is_not_there(place):
    place.write_bytes(place.read_bytes()[:-1] + b"!")
    assert kept.kept(place) is None


def test_a_file_in_the_place_of_another_is_not_there(place):
    other = place.with_name("bots.o")
    shutil.copy(place, other)
    assert kept.kept(other) is None


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files belong to nobody here")
def test_what_others_wrote_or_can_write_is_not_there(place, monkeypatch):
    place.chmod(0o664)
    assert kept.kept(place) is None
    place.chmod(0o644)
    assert kept.kept(place)
    mine, others = os.geteuid() or 1000, 12345
    monkeypatch.setattr(os, "geteuid", lambda: mine)
    whose = [SimpleNamespace(st_uid=uid, st_mode=stat.S_IFREG | 0o644) for uid in (mine, 0, others)]
    assert [kept.is_trusted(each) for each in whose] == [True, True, False]


def test_what_cannot_be_kept_is_said_in_words_and_leaves_nothing_behind(place, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(kept.Path, "replace", full)
    with pytest.raises(MatchdayError, match=r"cannot be kept in .*: No space left on device; MATCHDAY_CACHE names"):
        kept.keep(place, b"newer")
    assert [each.name for each in place.parent.iterdir()] == ["rules.o"]
    assert kept.kept(place) == b"machine code"


def test_a_cache_that_was_cleared_meanwhile_is_made_again(place):
    shutil.rmtree(place.parent)
    kept.keep(place, b"again")
    assert kept.kept(place) == b"again"


def test_a_part_that_is_damaged_is_compiled_anew(cache, monkeypatch):
    made = []
    maker = SimpleNamespace(machine_code=lambda *_, **__: made.append("made") or b"code")
    monkeypatch.setattr(doors, "twin_of", lambda _: maker)
    monkeypatch.setattr(doors, "load", lambda *_: {})
    for _ in range(2):
        assert doors.compile_part(GAME, doors.RULES) == b"code"
    assert made == ["made"]
    path = twin.cache_folder(GAME) / doors.file_name("rules")
    path.write_bytes(path.read_bytes()[:-1])
    assert not doors.is_compiled(GAME, "rules")
    assert doors.compile_part(GAME, doors.RULES) == b"code"
    assert made == ["made"] * 2
    assert doors.is_compiled(GAME, "rules")


def test_a_cache_for_reading_only_is_used_as_it_is(cache, monkeypatch):
    folder = twin.cache_folder(GAME)
    kept.keep(folder / "rules.o", b"code")
    twin.cache_folder.cache_clear()

    def refuse(*_):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(twin.os, "utime", refuse)
    assert kept.kept(twin.cache_folder(GAME) / "rules.o") == b"code"


def test_a_cache_that_is_no_folder_is_refused_in_words(cache):
    cache.write_text("in the way")
    with pytest.raises(MatchdayError, match=r"cannot be kept in .*MATCHDAY_CACHE names another folder"):
        twin.cache_folder(GAME)


def test_a_folder_of_somebody_else_is_refused_in_words(cache, monkeypatch):
    monkeypatch.setattr(twin, "is_own", lambda _: False)
    with pytest.raises(MatchdayError, match="belongs to somebody else; MATCHDAY_CACHE names another folder"):
        twin.cache_folder(GAME)


def test_what_is_used_by_others_now_is_not_dropped(cache):
    cache.mkdir()
    for number in range(twin.KEPT_CACHES + 5):
        (cache / f"sources-{number}").mkdir()
    old = cache / "sources-3"
    os.utime(old, (0, 0))
    twin.drop_stale(cache)
    assert not old.exists()
    assert len(list(cache.iterdir())) == twin.KEPT_CACHES + 4


@pytest.mark.parametrize("written", [lab_on_gpu.written, envs_on_gpu.written])
def test_a_kernel_is_written_once_and_anew_where_it_is_damaged(cache, monkeypatch, written):
    made = []
    maker = SimpleNamespace(written=lambda *_, **__: made.append("made") or "// ptx")
    for module in (lab_on_gpu, envs_on_gpu):
        monkeypatch.setattr(module, "kernels_of", lambda *_: maker)
    asked = (GAME, 2, "sm_90", 256) if written is lab_on_gpu.written else (GAME, 1, "step", "sm_90")
    assert [written(*asked) for _ in range(2)] == ["// ptx"] * 2
    assert made == ["made"]
    (path,) = twin.cache_folder(GAME).iterdir()
    path.write_bytes(path.read_bytes()[:-1])
    assert written(*asked) == "// ptx"
    assert made == ["made"] * 2
