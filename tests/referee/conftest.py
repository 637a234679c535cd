"""The sandbox of the tests that start bots."""

import atexit
import contextlib
import functools
import os
from collections.abc import Iterator
from contextlib import closing

import pytest

from referee.programs.languages import PYTHON
from referee.programs.policy import DEFAULT_POLICY, Policy
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
    policy = getattr(request.module, "POLICY", DEFAULT_POLICY)
    if request.param in MODES:
        yield choose(request.param)
    elif request.param != "B":
        yield _opened(request.param, policy)
    else:
        # All of tier B in a process share a root folder, and some tests see it removed.
        with closing(open_tier("B", policy)) as sandbox:
            yield sandbox


@functools.cache
def _opened(tier: str, policy: Policy) -> Sandbox:
    """Modules share it, since its self-test takes a second. It is closed at the end of the run."""
    sandbox = open_tier(tier, policy)
    atexit.register(sandbox.close)
    return sandbox


@pytest.fixture(scope="module")
def root_folder() -> Iterator[None]:
    """Creates the root folder of tier B once for a module that opens the tier often."""
    with contextlib.ExitStack() as held:
        if os.geteuid() == 0:
            held.enter_context(roots.shared_root(runtime_of(PYTHON, True)))
        yield
