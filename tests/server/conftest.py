from __future__ import annotations

import pytest

from tests.server.house import House


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    served = House(str(tmp_path_factory.mktemp("house") / "matches.db"))
    yield served
    served.stop()
