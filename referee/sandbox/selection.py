"""Chooses the sandbox of this Linux machine: once in each process, after a test."""

import atexit
import os
import tempfile
import threading
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

from referee.programs.policy import DEFAULT_POLICY, Policy
from referee.sandbox.advice import CAPABILITIES, PARTNERS_APART, PARTNERS_OF_OWN, TEMPORARY
from referee.sandbox.errors import NoSandbox, SandboxFailed, no_sandbox
from referee.sandbox.interface import Sandbox
from referee.sandbox.modes import PARTNERS_MAY_TALK, check_mode
from referee.sandbox.orphans import sweep_orphans
from referee.sandbox.selftest import channels, escapes, leftovers
from referee.sandbox.tiers.bubblewrap import Bubblewrap
from referee.sandbox.tiers.bubblewrap_root import RootBubblewrap
from referee.sandbox.tiers.landlock import Landlocked
from referee.sandbox.tiers.none import Unconfined

Tier = Bubblewrap | RootBubblewrap | Landlocked
TIERS: dict[str, type[Tier]] = {"A": Bubblewrap, "A2": RootBubblewrap, "B": Landlocked}

_chosen: dict[str, Sandbox] = {}
_choosing = threading.Lock()
_cgroup_tested: set[str] = set()
_packages_tested: set[str] = set()


def choose(mode: str = "auto") -> Sandbox:
    """The sandbox for untrusted bots (``auto``), or none for trusted ones (``off``).

    ``partners-may-talk`` is ``auto``, but games with partners are played even if they could
    communicate.

    The first call tests the sandbox, in about a second; later calls return the same one until it
    is closed. Raises NoSandbox, with cause and remedy, if no tier holds. Raises ValueError for an
    unknown mode.
    """
    check_mode(mode)
    with _choosing:
        if mode not in _chosen or _chosen[mode].closed:
            sandbox = Unconfined() if mode == "off" else _best()
            if mode == PARTNERS_MAY_TALK and isinstance(sandbox, Tier):
                sandbox.channels = ()
            atexit.register(sandbox.close)
            _chosen[mode] = sandbox
        return _chosen[mode]


def tiers_to_try() -> Iterator[str]:
    """The tiers to try, the best first. A2 is for root only."""
    return (name for name in TIERS if name != "A2" or os.geteuid() == 0)


def open_tier(name: str, policy: Policy = DEFAULT_POLICY) -> Tier:
    """The sandbox of this tier with these limits for Python, if the self-test finds no escape.

    Its `channels` are those that the self-test found between partners. Raises NoSandbox.
    """
    try:
        tempfile.gettempdir()
    except FileNotFoundError as error:
        raise no_sandbox(f"{error.strerror}", TEMPORARY) from None
    sweep_orphans()
    sandbox = TIERS[name](policy)
    try:
        try:
            found = _self_test(sandbox, policy)
        except SandboxFailed:
            # A busy machine may have been too slow, and a worse tier must not be the answer to it.
            found = _self_test(sandbox, policy)
    except SandboxFailed as error:
        sandbox.close()
        raise no_sandbox(str(error)) from None
    except PermissionError as error:
        sandbox.close()
        raise no_sandbox(
            f"bots cannot run as users of their own: {error.strerror}", CAPABILITIES
        ) from None
    if found:
        sandbox.close()
        raise no_sandbox(f"the sandbox does not hold here: a bot {'; a bot '.join(found)}")
    return sandbox


def _self_test(sandbox: Tier, policy: Policy) -> list[str]:
    """What a bot could do although no bot may; sets `channels`. Raises SandboxFailed."""
    found = escapes(sandbox, policy) or _confirmed(leftovers, sandbox)
    sandbox.channels = () if found else tuple(_confirmed(channels, sandbox))
    return found


def _confirmed(test: Callable[[Sandbox], list[str]], sandbox: Sandbox) -> list[str]:
    """What a self-test finds twice, each time under other users: something in another container,
    whose locks we do not see, may run as the same ones at the same time. Raises SandboxFailed."""
    return test(sandbox) and test(sandbox)


def require(sandbox: Sandbox, languages: Collection[str], partners: bool = False) -> None:
    """Raises NoSandbox unless the sandbox can run and confine programs in these languages.

    `partners`: in a game where a side has several seats, whose bots must not communicate either.
    Languages that need a cgroup, and those with packages, have their own self-test, which runs when
    first required.
    """
    if partners and isinstance(sandbox, Tier) and sandbox.channels:
        raise _no_partners(sandbox)
    for name in languages:
        sandbox.require(name)
    if isinstance(sandbox, Tier):
        for name in languages:
            _test_with_packages(sandbox, name)
    if isinstance(sandbox, Tier) and any(
        sandbox.resources.runtime(name).language.policy.cgroup for name in languages
    ):
        with _choosing:
            if sandbox.tier not in _cgroup_tested:
                open_tier(sandbox.tier, _cgroup_policy(sandbox)).close()
                _cgroup_tested.add(sandbox.tier)


def _test_with_packages(sandbox: Tier, name: str) -> None:
    """Tests once whether the sandbox holds where bots see these packages. Raises NoSandbox."""
    language = sandbox.resources.runtime(name).language
    if language.packages is None:
        return
    tested = f"{sandbox.tier} {language.packages.folder}"
    with _choosing:
        if tested in _packages_tested:
            return
        try:
            found = escapes(sandbox, language.policy, name)
        except SandboxFailed as error:
            raise no_sandbox(f"{name}: {error}") from None
        if found:
            raise no_sandbox(
                f"the sandbox does not hold with {name}: a bot {'; a bot '.join(found)}"
            )
        _packages_tested.add(tested)


def _no_partners(sandbox: Tier) -> NoSandbox:
    why = sandbox.no_root if isinstance(sandbox, Landlocked) else ""
    return NoSandbox(
        f"In this sandbox (tier {sandbox.tier}) the two bots of a side could communicate, which "
        f"this game forbids: a bot {'; a bot '.join(sandbox.channels)}"
        f"{f' ({why})' if why else ''}. {PARTNERS_APART}",
        PARTNERS_OF_OWN,
    )


def _cgroup_policy(sandbox: Tier) -> Policy:
    """Limits for the self-test in a cgroup, with several processes if the tier allows them."""
    small = replace(DEFAULT_POLICY, memory_bytes=64 << 20, cgroup=True)
    return replace(small, processes=not isinstance(sandbox, Landlocked))


def _best() -> Sandbox:
    problems = []
    for name in tiers_to_try():
        try:
            return open_tier(name)
        except NoSandbox as error:
            problems.append(f"tier {name}: {error.problem}")
    raise no_sandbox("No sandbox holds here. " + " ".join(problems))
