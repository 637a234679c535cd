"""The two outputs of `goat`: results, and (on standard error) progress, warnings and errors."""

import sys

from rich.console import Console

out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)


def complain(message: str) -> None:
    """Writes a warning or an error to standard error, after the command's name."""
    print(f"goat: {message}", file=sys.stderr, flush=True)
