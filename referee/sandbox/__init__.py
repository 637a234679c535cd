"""Runs bots where they can do no harm, or refuses to run them.

``choose`` returns the sandbox of this machine, whose ``start`` returns a Process for each bot.
docs/4-sandbox.md describes what holds and what is not promised. Each tier is a module in
``tiers``.
"""

from referee.programs.policy import Policy
from referee.sandbox.accounting import Times
from referee.sandbox.errors import NoSandbox, SandboxFailed
from referee.sandbox.interface import Sandbox
from referee.sandbox.process import Process
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
