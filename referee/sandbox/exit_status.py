"""How a process ended, in words."""

import contextlib
import signal


def status_text(status: int) -> str:
    """An exit status in words. Above 128 it is a signal, as in shells."""
    number = -status if status < 0 else status - 128
    with contextlib.suppress(ValueError):
        return f"signal {signal.Signals(number).name}"
    return f"exit code {status}"
