"""Runs bots where they can do no harm, or refuses to run them.

``choose`` returns the sandbox of this machine, whose ``start`` returns a Process for each bot.
docs/4-sandbox.md describes what holds and what is not promised. Each tier is a module in
``tiers``. On systems other than Linux there is none, and only trusted bots run (elsewhere.py).
"""

from referee.host.system import LINUX
from referee.programs.policy import Policy
from referee.sandbox.accounting import Times
from referee.sandbox.errors import NoSandbox, SandboxFailed
from referee.sandbox.interface import Process, Sandbox
from referee.sandbox.modes import MODES, PARTNERS_MAY_TALK

if LINUX:
    from referee.sandbox.selection import choose, require
else:
    from referee.sandbox.elsewhere import choose, require

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
