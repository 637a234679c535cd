"""`goat sandbox`: which sandboxes work on this machine."""

import typer

from referee.cli import sandbox_report
from referee.cli.console import out


def sandbox() -> None:
    """Report which sandboxes work on this machine, what is missing, and how to get a better one."""
    if not sandbox_report.print_report(out):
        raise typer.Exit(1)
