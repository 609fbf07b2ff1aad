"""Every fault that was found is planted again, and a test sees it."""

from __future__ import annotations

import pytest

from tests.server.faults import FAILED, FAULTS, outcome


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_that_is_planted_again_is_seen(fault):
    done = outcome(fault)
    assert done.returncode == FAILED, done.stdout[-3000:] + done.stderr[-1000:]
