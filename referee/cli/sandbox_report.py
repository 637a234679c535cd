"""The sandbox report of `goat sandbox`: which tiers hold here, and how to get a better one."""

import os
import platform
from collections.abc import Iterator
from contextlib import closing

from rich.console import Console
from rich.text import Text

from referee.sandbox import NoSandbox, require
from referee.sandbox.advice import CGROUP
from referee.sandbox.cgroups import Cgroups
from referee.sandbox.confine import SCOPES_ABI, landlock_abi
from referee.sandbox.selection import Tier, open_tier, tiers_to_try
from referee.sandbox.slot_users import FIRST_SLOT_UID
from referee.sandbox.tiers.landlock import Landlocked

_NAMES = {
    "A": "bubblewrap with user namespaces",
    "A2": "bubblewrap as root, without user namespaces",
    "B": "Landlock, without namespaces",
}


def print_report(out: Console) -> bool:
    """Tries every tier, the best first, and prints the result. Returns whether one holds."""
    out.print(Text(f"{_machine()}, {_user()}", style="dim"))
    used: Tier | None = None
    for name in tiers_to_try():
        title = f"tier {name:<2}  {_NAMES[name]}: "
        try:
            sandbox = open_tier(name)
        except NoSandbox as error:
            out.print(Text.assemble(title, ("does not hold", "bold red")))
            out.print(Text(f"         {error.problem}"))
            continue
        out.print(Text.assemble(title, ("holds", "bold green"), "" if used else ", and is used"))
        for missing in _missing(sandbox) if used is None else ():
            out.print(Text(f"         but {missing}"))
        if used is None:
            used = sandbox
        else:
            sandbox.close()
    if used is None:
        out.print(Text("no sandbox: untrusted bots do not run here", style="bold red"))
        return False
    with closing(used):
        _print_cgroups(out, used)
        _print_languages(out, used)
        _print_partners(out, used)
    _print_cautions(out, used.tier)
    return True


def _missing(sandbox: Tier) -> Iterator[str]:
    """What tier B lacks."""
    if not isinstance(sandbox, Landlocked):
        return
    yield "a bot has no /tmp, so it cannot write anywhere, and it sees the host's name"
    if sandbox.no_root:
        yield f"it has no root folder of its own: {sandbox.no_root}"
        yield "so it can see whether a file or process of the host exists, but read neither"
    elif not sandbox.devices:
        yield "it has no /dev/null or other devices, since root may not create devices here"
    yield "programs that start other processes do not run"


def _machine() -> str:
    landlock = landlock_abi() or "none"
    return f"Linux {platform.release()} on {platform.machine()}, Landlock ABI {landlock}"


def _user() -> str:
    if os.geteuid():
        return f"as uid {os.geteuid()}: bots run under it too"
    return f"as root: bots run under uids from {FIRST_SLOT_UID}"


def _print_cgroups(out: Console, sandbox: Tier) -> None:
    found = sandbox.resources.cgroups()
    if isinstance(found, Cgroups):
        bases = ", ".join(sorted({str(base) for base in found.bases.values()}))
        out.print(Text(f"cgroups: version {found.version}, in {bases}"))
    else:
        out.print(Text(f"No cgroups: {found}. {CGROUP}"))


def _print_languages(out: Console, sandbox: Tier) -> None:
    for name in sandbox.resources.languages:
        try:
            require(sandbox, [name])
        except NoSandbox as error:
            out.print(Text.assemble(f"{name} programs ", ("do not run", "bold red"), ": "), end="")
            out.print(Text(error.problem))
        else:
            out.print(Text.assemble(f"{name} programs ", ("run", "bold green")))


def _print_partners(out: Console, sandbox: Tier) -> None:
    try:
        require(sandbox, (), partners=True)
    except NoSandbox as error:
        out.print(
            Text.assemble("games with partners ", ("are not played", "bold red"), ": "), end=""
        )
        out.print(Text(str(error)))
    else:
        out.print(
            Text.assemble(
                "games with partners ",
                ("are played", "bold green"),
                "; partners cannot communicate",
            )
        )


def _print_cautions(out: Console, tier: str) -> None:
    if os.geteuid():
        out.print("caution: a security hole in the kernel would give a bot the rights of your user")
        out.print("         (started by root, bots run as users that own nothing)")
    if tier == "B" and landlock_abi() < SCOPES_ABI:
        out.print("caution: before Landlock ABI 6 only the system call filter stops signals")
