"""`goat verify`: checks match records."""

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from engine import verify as verification
from engine.errors import BadRecord
from referee.cli import match_report
from referee.cli.console import complain, out
from referee.play.json_files import BadFile, read_json


def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Match records.")],
) -> None:
    """Check match records: every deal, move and score, and the seed against its commitment."""
    bad = 0
    for file in files:
        try:
            match_record = read_json(file)
            verification.verify(match_record)
        except BadFile as error:
            bad += 1
            complain(str(error))
        except BadRecord as error:
            bad += 1
            complain(f"{file}: {error}")
        else:
            out.print(Text(f"{file}: verified, {match_report.one_line(match_record)}"))
    if bad:
        raise typer.Exit(1)
