"""Which sandbox this machine can give: decided once in a process, after it has been tested."""

import atexit
import platform
import threading

from referee.sandbox.advice import CAPABILITIES, SandboxFailed, no_sandbox
from referee.sandbox.bubblewrap import Bubblewrap
from referee.sandbox.orphans import sweep_orphans
from referee.sandbox.plain import Plain
from referee.sandbox.policy import DEFAULT_POLICY, Policy
from referee.sandbox.process import Sandbox
from referee.sandbox.selftest import escapes

MODES = ("auto", "off")

_chosen: dict[str, Sandbox] = {}
_choosing = threading.Lock()


def choose(mode: str = "auto") -> Sandbox:
    """The sandbox for untrusted bots (``auto``), or none for trusted ones (``off``).

    The first call tests it, in well under a second; later ones return the same, until it is
    closed. Raises NoSandbox where nothing holds: what fails and how to mend it. Raises ValueError
    for another mode.
    """
    if mode not in MODES:
        raise ValueError(f"no sandbox mode {mode!r}: it is {' or '.join(MODES)}")
    with _choosing:
        if mode not in _chosen or _chosen[mode].closed:
            sandbox = Plain() if mode == "off" else tier_a(DEFAULT_POLICY)
            atexit.register(sandbox.close)
            _chosen[mode] = sandbox
        return _chosen[mode]


def tier_a(policy: Policy) -> Sandbox:
    """Bubblewrap with these limits, if the self-test finds no way out. Raises NoSandbox."""
    if platform.system() != "Linux":
        raise no_sandbox(f"there is no sandbox on {platform.system()}", "Use Linux.")
    sandbox = Bubblewrap(policy)
    sweep_orphans()
    try:
        found = escapes(sandbox, policy)
    except SandboxFailed as error:
        sandbox.close()
        raise no_sandbox(str(error)) from None
    except PermissionError as error:
        sandbox.close()
        raise no_sandbox(
            f"the bots' own users cannot be used: {error.strerror}", CAPABILITIES
        ) from None
    if found:
        sandbox.close()
        raise no_sandbox(f"the sandbox does not hold here: a bot {'; a bot '.join(found)}")
    return sandbox
