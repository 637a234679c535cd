"""`goat verify` and `goat replay` read the record of a table, too."""

import copy
import json
from pathlib import Path

import pytest

from referee.cli.main import main
from tests.engine.records import TABLE, faulted


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "table.json"
    path.write_text(json.dumps(TABLE))
    return path


def test_a_table_is_verified_with_the_names_of_its_sides(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(file), "--commitment", TABLE["commitment"]]) == 0
    first, second, *_ = capsys.readouterr().out.splitlines()
    assert f"{file}: verified, Guest 4711 & house/greedy " in first
    assert second == "  checked: the one game of a table, with every deal, move and score"


def test_a_changed_table_is_refused(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = copy.deepcopy(TABLE)
    record["seats"][0]["person"] = "yes"
    file.write_text(json.dumps(record))
    assert main(["verify", str(file)]) == 1
    assert "seats 0: a person has person true" in capsys.readouterr().err


def test_a_table_is_shown_with_who_made_each_move(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    sides = "side 0 Guest 4711 & house/greedy – side 1 house/greedy & house/greedy"
    assert lines[0] == f"kozel limit=2 · table · {sides}"
    moves = [line for line in lines if line[:5].strip().isdigit()]
    seats = {line.split()[1] for line in moves}
    assert seats == {"0", "1", "2", "3"}
    assert any(" 0 Guest 4711 " in line for line in moves)


def test_who_gave_up_is_named(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = copy.deepcopy(TABLE)
    faulted(record, 0, "resigned", 0, 7)
    file.write_text(json.dumps(record))
    assert main(["replay", str(file), "--move", "7"]) == 0
    assert "Guest 4711 resigned (resigned, seat 0, after 7 moves)" in capsys.readouterr().out
    assert main(["verify", str(file)]) == 0
    assert "0 – 1 house/greedy & house/greedy (1 resigned)" in capsys.readouterr().out
