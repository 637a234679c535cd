"""`goat sandbox`: which sandboxes work on this machine."""

import typer
from rich.text import Text

from referee.cli.console import out
from referee.cli.match_runner import NO_SANDBOX, print_clock_note
from referee.host.system import LINUX


def sandbox() -> None:
    """Report which sandboxes work on this machine, what is missing, and how to get a better one."""
    if not LINUX:
        out.print(Text(NO_SANDBOX))
        print_clock_note(out)
        raise typer.Exit(1)
    # Only Linux can import what it looks at.
    from referee.cli import sandbox_report

    if not sandbox_report.print_report(out):
        raise typer.Exit(1)
