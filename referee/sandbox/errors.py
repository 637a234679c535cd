"""What goes wrong in a sandbox without any fault of the bot."""

from referee.errors import RefereeError
from referee.sandbox.advice import OWN_MACHINE_ONLY, advice_for


class NoSandbox(RefereeError):
    """Untrusted bots cannot run on this machine: the cause, and the remedy.

    `problem` is the message without the last sentence, which concerns trusted bots only.
    """

    def __init__(self, problem: str, last_sentence: str = "") -> None:
        super().__init__(f"{problem} {last_sentence}".strip())
        self.problem = problem


class SandboxFailed(Exception):
    """The machine failed to run a bot; the bot is not to blame."""


def no_sandbox(problem: str, advice: str = "") -> NoSandbox:
    """The error for this problem, with this advice or, by default, the advice that is known."""
    problem = problem.rstrip(". ") + "."
    advice = advice or advice_for(problem)
    # The problem may be a message of ours that ends with the advice already.
    message = problem if advice in problem else f"{problem} {advice}"
    return NoSandbox(message, OWN_MACHINE_ONLY)
