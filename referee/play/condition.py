"""What a bot was doing when it committed a fault, for the explanation that its author gets."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Condition:
    """The state of a bot that has committed a fault and still runs, or has ended.

    `log` is the end of what this process wrote to standard error; `output` what it wrote to
    standard output without a line break. `has_read`: all its input. `waits_for`: see
    referee.host.bot_state.
    """

    log: str = ""
    output: bytes = b""
    has_read: bool = True
    waits_for: str = ""
