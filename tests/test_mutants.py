"""The tool behind `make mutants`."""

from __future__ import annotations

import signal

from tests.mutants import PACKAGE, Bench, enums_of, mutants_of, sample, trial

SAMPLE = '''
"""What it is."""

SIZE: int = 3


def drawn(count: int, *, late: bool = False) -> int:
    """Say 1 < 2."""
    assert count < 9
    ...
    if count < SIZE and late:
        count -= 1
    return max(count, 0)
'''


def test_mutants_are_changes_of_one_node_each(tmp_path):
    path = tmp_path / "rules.py"
    path.write_text(SAMPLE, encoding="utf-8")
    found = mutants_of(path, {})
    assert {(mutant.line, mutant.new) for mutant in found} == {
        (4, "SIZE: int = (4)"),
        (4, "SIZE: int = (2)"),
        (7, "def drawn(count: int, *, late: bool = True) -> int:"),
        (10, "pass"),
        (11, "if (not (count < SIZE and late)):"),
        (11, "if (count < SIZE or late):"),
        (11, "if (late):"),
        (11, "if (count < SIZE):"),
        (11, "if count <= SIZE and late:"),
        (11, "if count >= SIZE and late:"),
        (12, "count += 1"),
        (12, "pass"),
        (12, "count -= (2)"),
        (12, "count -= (0)"),
        (13, "return min(count, 0)"),
        (13, "return max(count, (1))"),
        (13, "return max(count, (-1))"),
    }
    assert [mutant.line for mutant in found if not mutant.differs] == [10]
    assert sample(found, 5, seed=1) == sample(found, 5, seed=1) != sample(found, 5, seed=2)
    assert len(sample(found, 99, seed=1)) == len(found) - 1


def test_a_mutant_is_killed_by_a_test_or_by_the_limit_and_one_that_changes_nothing_lives(tmp_path, capsys):
    check = tmp_path / "test_winner.py"
    check.write_text(
        """
from types import SimpleNamespace
from matchday.games.pilka_w_grze.rules import winner_of

def test_winner():
    won = [winner_of(SimpleNamespace(lot_winner=0, goals=goals)) for goals in ((1, 0), (0, 1), (1, 1))]
    assert won == [0, 1, -1]
""",
        encoding="utf-8",
    )
    path = PACKAGE / "games" / "pilka_w_grze" / "rules" / "__init__.py"
    before = path.read_bytes()
    found = {mutant.new: mutant for mutant in mutants_of(path, enums_of("pilka_w_grze"))}
    killed = found["return int(table.goals[1] <= table.goals[0])"]
    same = found["return int(table.goals[1] >= table.goals[0])"]  # equal scores have been seen to before
    bench = Bench(tmp_path / "copies", workers=1)
    bench.check([str(check)], plain=True)
    assert trial([killed, same], bench, [str(check)], workers=1) == [same]
    assert path.read_bytes() == before
    told = capsys.readouterr().out
    assert "1/2 killed" in told
    assert "2/2 SURVIVED" in told

    check.write_text("def test_for_ever():\n    while True:\n        pass\n", encoding="utf-8")
    bench.limit = 3
    assert trial([same], bench, [str(check)], workers=1) == []
    assert bench.run(bench.free.get(), [str(check)], plain=True).returncode in {-signal.SIGXCPU, -signal.SIGKILL}
