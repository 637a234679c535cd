"""`goat analyse`: the analysis of a record on the author's machine."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.ecarte.ruleset import Ecarte
from referee.cli.main import main
from referee.sandbox import choose
from strategy import analysis, evaluators
from strategy.analysis import analyse
from tests.referee.play.small_bots import match, played
from tests.strategy.random_playouts import playouts

ANALYST = playouts(samples=4)


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    sandbox = choose("off")
    path = tmp_path_factory.mktemp("records") / "match.json"
    path.write_text(json.dumps(played(match(ruleset=Ecarte(target=2)), sandbox).record))
    sandbox.close()
    return path


@pytest.fixture(autouse=True)
def analyst(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluators, "ANALYSTS", {"ecarte": lambda rules: ANALYST})


def test_one_game_is_the_same_analysis_that_arenas_make(record: Path, capsys: Any) -> None:
    assert main(["analyse", str(record), "--game", "2", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed == [analyse(json.loads(record.read_text()), 1, ANALYST)]


def test_people_read_the_accuracy_of_both_bots_and_their_mistakes(
    record: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis, "MARKED_FROM", -1.0)  # whatever is not the best is marked
    assert main(["analyse", str(record)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line.startswith("game ")] == [
        f"game {number}, by {ANALYST.version}" for number in (1, 2)
    ]
    first, second = (json.loads(record.read_text())["bots"][bot]["name"] for bot in (0, 1))
    assert f"  side 0  {second}: mean loss " in "\n".join(lines)
    assert lines[-2].startswith(f"  {first}: mean loss ")
    assert lines[-1].startswith(f"  {second}: mean loss ")
    assert any(" loses " in line and "; better: " in line for line in lines)


def test_a_foreign_file_a_missing_game_and_a_game_that_nobody_analyses_are_errors(
    record: Path, tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    foreign = tmp_path / "foreign.json"
    foreign.write_text(json.dumps({**json.loads(record.read_text()), "ruleset": "belote"}))
    assert main(["analyse", str(foreign)]) == 1
    assert "there is no ruleset 'belote'" in capsys.readouterr().err
    assert main(["analyse", str(record), "--game", "3"]) == 1
    assert "there is no game 3: the match has 2" in capsys.readouterr().err
    monkeypatch.setattr(evaluators, "ANALYSTS", {})
    assert main(["analyse", str(record)]) == 1
    assert "there is no analysis of ecarte: it has no evaluator" in capsys.readouterr().err


def test_ctrl_c_stops_it(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("strategy.analysis.judge", interrupted)
    assert main(["analyse", str(record)]) == 130
