"""`goat verify`: checks match records."""

import re
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from engine import verify as verification
from engine.errors import BadRecord
from engine.record import is_table
from referee.cli import match_report
from referee.cli.console import complain, out
from referee.cli.foreign_text import visible
from referee.play.json_files import BadFile, is_lines, read_json, read_lines

MOST_SHOWN = 20  # errors of one file
_HEX64 = re.compile("[0-9a-f]{64}")


def _commitment(text: str) -> str:
    commitment = text.strip().lower()
    if not _HEX64.fullmatch(commitment):
        raise typer.BadParameter("write the 64 hexadecimal digits that were published")
    return commitment


Commitment = Annotated[
    str | None,
    typer.Option(
        "--commitment",
        parser=_commitment,
        metavar="HEX",
        help="What was published before the match or table: compare the record with it.",
    ),
]


def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Match records.")],
    commitment: Commitment = None,
) -> None:
    """Check match records: every deal, move and score, and the seed against its commitment.

    A record shows that its deals follow from its seed. Whether the seed was fixed before the match,
    only the commitment that was published then can show: give it with --commitment.
    """
    if commitment is not None and len(files) > 1:
        raise typer.BadParameter("--commitment is of one match: give one file with it")
    bad = 0
    for file in files:
        if is_lines(file):
            bad += _verify_lines(file, commitment)
            continue
        try:
            match_record = read_json(file)
            verification.verify(match_record)
            compare_commitment(match_record, commitment)
        except BadFile as error:
            bad += 1
            complain(str(error))
        except BadRecord as error:
            bad += 1
            complain(f"{file}: {error}")
        else:
            _print(file, match_record, commitment)
    if bad:
        raise typer.Exit(1)


def _verify_lines(file: Path, commitment: str | None) -> bool:
    """Checks a dump, or other records on lines. Returns whether something is wrong with it."""
    if commitment is not None:
        raise typer.BadParameter(f"--commitment is of one match: {file.name} may have many")
    name = visible(str(file), keep="")
    verified = bad = 0
    try:
        for number, line in read_lines(file):
            try:
                verification.verify(line.get("record", line))
                verified += 1
            except BadRecord as error:
                bad += 1
                if bad <= MOST_SHOWN:
                    complain(f"{name}, line {number}: {error}")
    except BadFile as error:
        complain(str(error))
        return True
    records = "1 record" if verified == 1 else f"{verified} records"
    wrong = f", {bad} wrong" if bad else ""
    out.print(Text(f"{name}: {records} verified{wrong}, with every deal, move and score"))
    return bad > 0


def compare_commitment(record: dict[str, Any], commitment: str | None) -> None:
    """Raises BadRecord if the record's commitment is not the given one."""
    if commitment is not None and record["commitment"] != commitment:
        raise BadRecord(
            f"its commitment is {record['commitment']}, not the given one: the record is of another"
            " match, or its deals are not those that were fixed before the match"
        )


def _print(file: Path, record: dict[str, Any], commitment: str | None) -> None:
    """Prints what the record has proved, and what it cannot."""
    name, pairs = visible(str(file), keep=""), record["pairs"]
    checked = f"all {len(record['games'])} games of {pairs} {'pair' if pairs == 1 else 'pairs'}"
    if is_table(record):
        checked = "the one game of a table"
    compared = "the commitment is the given one: the seed was fixed when that was published"
    if commitment is None:
        compared = "not compared with the published commitment: give that with --commitment"
    for line in (
        f"{name}: verified, {match_report.one_line(record)}",
        f"  checked: {checked}, with every deal, move and score",
        f"  {compared}",
        f"  not checked: {', '.join(verification.NOT_CHECKED)}",
    ):
        out.print(Text(line))
