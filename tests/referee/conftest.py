"""The sandbox of the tests that start bots."""

import contextlib
import os
from collections.abc import Iterator

import pytest

from referee.programs.languages import PYTHON
from referee.programs.policy import DEFAULT_POLICY
from referee.programs.runtimes import runtime_of
from referee.sandbox import MODES, Sandbox, choose, roots
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


@pytest.fixture(scope="module")
def root_folder() -> Iterator[None]:
    """Creates the root folder of tier B once for a module that opens the tier often."""
    with contextlib.ExitStack() as held:
        if os.geteuid() == 0:
            held.enter_context(roots.shared_root(runtime_of(PYTHON, True)))
        yield
