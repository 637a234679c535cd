"""The tables of docs/3-protocol.md, "The record", name exactly the keys of a real record."""

import re
from pathlib import Path
from typing import Any

from tests.referee.play.small_bots import GOOD, match, played, program

TEXT = (Path(__file__).parents[3] / "docs" / "3-protocol.md").read_text()
SANDBOXES = ["auto"]


def keys(heading: str) -> set[str]:
    """The keys in the first column of the table with this heading."""
    part = TEXT[TEXT.index("\n## The record\n") :]
    rows = re.search(rf"\| {heading} \| \|\n\| --- \| --- \|\n((?:\|.*\n)+)", part)
    assert rows
    return {key for row in re.findall(r"^\| ([^|]*) \|", rows[1], re.M) for key in _code(row)}


def _code(text: str) -> list[str]:
    return re.findall("`([^`]+)`", text)


def test_the_docs_name_the_keys_of_a_record_and_of_its_games(sandbox: Any) -> None:
    record = played(match(program("legal['x']"), GOOD), sandbox).record
    assert keys("key") == set(record)
    assert keys("key of a game") == set(record["games"][0])
    part = TEXT[TEXT.index("\n## The record\n") :]
    for row, value in (("`bots`", record["bots"][0]), ("`fault`", record["games"][0]["fault"])):
        described = part[part.index(f"| {row} |") :].partition("\n")[0]
        assert set(value) <= set(_code(described)), row
