"""Runs bots where they can do no harm, or refuses to.

``choose`` gives the sandbox of this machine, ``start`` of it a Process for each bot. What holds
and what is not promised: docs/4-sandbox.md. Policy, languages and system calls are data; a tier
is a module: bubblewrap, bubblewrap_root, landlocked.
"""

from referee.programs.policy import Policy
from referee.sandbox.accounting import Times
from referee.sandbox.errors import NoSandbox, SandboxFailed
from referee.sandbox.process import Process, Sandbox
from referee.sandbox.selection import MODES, PARTNERS_MAY_TALK, choose, require

__all__ = [
    "MODES",
    "PARTNERS_MAY_TALK",
    "NoSandbox",
    "Policy",
    "Process",
    "Sandbox",
    "SandboxFailed",
    "Times",
    "choose",
    "require",
]
