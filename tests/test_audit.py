from __future__ import annotations

import runpy
from pathlib import Path

AUDIT = runpy.run_path(str(Path(__file__).parents[1] / "requirements" / "audit.py"))


def test_an_audit_that_nobody_answers_is_no_pass():
    weak, unanswered = AUDIT["python_packages"]({"dependencies": [{"name": "numpy", "skip_reason": "not found"}]})
    assert (weak, len(unanswered)) == ([], 1)
    assert "numpy" in unanswered[0]
    for read in ("python_packages", "node_packages"):
        weak, unanswered = AUDIT[read]({"message": "405 Method Not Allowed"})
        assert (weak, len(unanswered)) == ([], 1)
        assert "405" in unanswered[0]


def test_weaknesses_are_named():
    found = {"id": "PYSEC-1", "fix_versions": ["2.0"]}
    told = {"dependencies": [{"name": "numpy", "version": "1.0", "vulns": [found]}, {"name": "rich", "vulns": []}]}
    assert AUDIT["python_packages"](told) == (["numpy 1.0: PYSEC-1, mended in 2.0"], [])
    told = {"vulnerabilities": {"vite": {"name": "vite", "range": "<7", "severity": "high"}}}
    assert AUDIT["node_packages"](told) == (["vite <7: high"], [])
