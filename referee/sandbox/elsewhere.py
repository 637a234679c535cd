"""Chooses the sandbox on systems other than Linux, which have none."""

import atexit
from collections.abc import Collection

from referee.host.system import NAME
from referee.sandbox.errors import no_sandbox
from referee.sandbox.interface import Sandbox
from referee.sandbox.modes import check_mode
from referee.sandbox.tiers.none import Unconfined

_chosen: list[Sandbox] = []


def choose(mode: str = "auto") -> Sandbox:
    """No sandbox, for trusted bots (``off``). Raises NoSandbox in every other mode, and ValueError
    for an unknown one."""
    check_mode(mode)
    if mode != "off":
        raise no_sandbox(f"There is no sandbox on {NAME}", "Run bots of other people on Linux.")
    if not _chosen or _chosen[-1].closed:
        _chosen.append(Unconfined())
        atexit.register(_chosen[-1].close)
    return _chosen[-1]


def require(sandbox: Sandbox, languages: Collection[str], partners: bool = False) -> None:
    """Nothing is checked, because nothing is confined: see referee.sandbox.selection."""
