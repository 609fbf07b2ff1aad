"""Bad inputs: a small run of the fuzzer, and schemathesis over the whole API."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.server import fuzz


def test_bad_inputs_change_nothing_and_are_answered(house):
    found = fuzz.run(house, 1500)
    assert found["calls"] >= 750
    assert found["socket messages"] >= 700
    assert found["socket error bad_message"] > 100


def schema_of(house):
    try:
        import schemathesis
    except ImportError:
        if os.environ.get("CI"):
            raise
        pytest.skip("schemathesis is not installed")
    return schemathesis.openapi.from_dict(house.http.get("/api/openapi.json").json())


@pytest.mark.filterwarnings("ignore")
def test_the_api_is_what_it_says_it_is(house):
    """schemathesis: whatever is sent, no 5xx, and every answer is among those described."""
    from schemathesis import checks

    schema = schema_of(house)
    operations = 0
    for result in schema.get_all_operations():
        operation = result.ok()
        operations += 1

        @settings(
            max_examples=12,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @schemathesis_given(operation)
        def try_out(case):
            answer = case.call(base_url=house.address)
            case.validate_response(
                answer,
                checks=[
                    checks.not_a_server_error,
                    *(schemathesis_check(name) for name in ("status_code_conformance", "response_schema_conformance")),
                ],
            )

        try_out()
    assert operations > 20


def schemathesis_given(operation):
    from hypothesis import given

    return given(case=operation.as_strategy())


def schemathesis_check(name):
    from schemathesis.specs.openapi import checks

    return getattr(checks, name)
