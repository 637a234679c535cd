"""The sandbox of the tests that start bots."""

from collections.abc import Iterator

import pytest

from referee.programs.policy import DEFAULT_POLICY
from referee.sandbox import MODES, Sandbox, choose
from referee.sandbox.selection import open_tier


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A module that uses the fixture `sandbox` names in SANDBOXES which it is run with: tiers
    ("A"), or modes of `choose` ("auto"). POLICY are Python's limits in those of tiers."""
    if "sandbox" in metafunc.fixturenames:
        metafunc.parametrize("sandbox", metafunc.module.SANDBOXES, indirect=True, scope="module")


@pytest.fixture(scope="module")
def sandbox(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    if request.param in MODES:
        sandbox = choose(request.param)
    else:
        sandbox = open_tier(request.param, getattr(request.module, "POLICY", DEFAULT_POLICY))
    yield sandbox
    sandbox.close()
