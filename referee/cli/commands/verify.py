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
from referee.cli.console import complain, out, print_json
from referee.cli.foreign_text import visible
from referee.cli.parameters import AsJson
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
    as_json: AsJson = False,
) -> None:
    """Check match records: every deal, move and score, and the seed against its commitment.

    A record shows that its deals follow from its seed. Whether the seed was fixed before the match,
    only the commitment that was published then can show: give it with --commitment.
    """
    if commitment is not None and len(files) > 1:
        raise typer.BadParameter("--commitment is of one match: give one file with it")
    found = [
        _verify_lines(file, commitment, as_json)
        if is_lines(file)
        else _verify_record(file, commitment, as_json)
        for file in files
    ]
    if as_json:
        print_json([{"file": str(file), **one} for file, one in zip(files, found, strict=True)])
    if not all(one["verified"] for one in found):
        raise typer.Exit(1)


def _verify_record(file: Path, commitment: str | None, as_json: bool) -> dict[str, Any]:
    """Checks one record. Returns what `--json` says about its file."""
    try:
        match_record = read_json(file)
        verification.verify(match_record)
        compare_commitment(match_record, commitment)
    except (BadFile, BadRecord) as error:
        message = str(error) if isinstance(error, BadFile) else f"{file}: {error}"
        complain(message)
        return {"verified": False, "records": 0, "errors": [message]}
    if not as_json:
        _print(file, match_record, commitment)
    return {"verified": True, "records": 1, "errors": []}


def _verify_lines(file: Path, commitment: str | None, as_json: bool) -> dict[str, Any]:
    """Checks a dump, or other records on lines. Returns what `--json` says about its file."""
    if commitment is not None:
        raise typer.BadParameter(f"--commitment is of one match: {file.name} may have many")
    name = visible(str(file), keep="")
    verified = bad = 0
    errors: list[str] = []
    try:
        for number, line in read_lines(file):
            try:
                verification.verify(line.get("record", line))
                verified += 1
            except BadRecord as error:
                bad += 1
                if bad <= MOST_SHOWN:
                    errors.append(f"{name}, line {number}: {error}")
                    complain(errors[-1])
    except BadFile as error:
        complain(str(error))
        return {"verified": False, "records": verified, "errors": [*errors, str(error)]}
    records = "1 record" if verified == 1 else f"{verified} records"
    wrong = f", {bad} wrong" if bad else ""
    if not as_json:
        out.print(Text(f"{name}: {records} verified{wrong}, with every deal, move and score"))
    return {"verified": not bad, "records": verified, "errors": errors}


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
