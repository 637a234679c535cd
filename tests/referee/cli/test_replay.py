"""`goat replay`: a game in the terminal."""

import json

import pytest

from engine.record import replay
from engine.rulesets import RULESETS
from referee.cli.main import main
from referee.sandbox import choose
from tests.referee.play.small_bots import match, played, program


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A record of each ruleset. The second bot adds a note to each move."""
    folder = tmp_path_factory.mktemp("records")
    sandbox = choose("off")
    thinker = program("say(json.dumps(dict(move=legal[-1], note='[bold]hm')))\ncontinue")
    for name, kind in RULESETS.items():
        record = played(match(second=thinker, ruleset=kind()), sandbox).record
        (folder / name).write_text(json.dumps(record))
    sandbox.close()
    return folder


@pytest.mark.parametrize("name", RULESETS)
def test_a_game_is_shown_move_by_move_with_hands_and_notes(name, files, capsys):
    record = json.loads((files / name).read_text())
    assert main(["replay", str(files / name), "--game", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert (
        lines[0] == f"{name} · game 2 of 2 · pair 1, mirrored game · side 0 second – side 1 first"
    )
    moves = [line for line in lines if line[:5].strip().isdigit()]
    assert len(moves) == len(record["games"][1]["moves"])
    assert sum("“[bold]hm”" in line for line in moves) == len(record["games"][1]["notes"])
    assert lines[-1].startswith("side 0 ")
    assert lines[-1].endswith(" side 1")
    hands = [line for line in lines if "seat 0  " in line]
    assert any(suit in "".join(hands) for suit in "♣♦♥♠")
    deals = {state.deal for _, state in replay(record, 1) if state.seat is not None}
    assert len(hands) == len(deals)


@pytest.mark.parametrize("name", RULESETS)
def test_the_table_is_shown_as_it_is_after_any_move(name, files, capsys):
    made = json.loads((files / name).read_text())["games"][0]["moves"]
    for after in (0, 1, len(made) // 2, len(made)):
        assert main(["replay", str(files / name), "--move", str(after)]) == 0
        lines = capsys.readouterr().out.splitlines()
        shown = [int(line[:5]) for line in lines if line[:5].strip().isdigit()]
        assert shown == [number for number in (after, after + 1) if 1 <= number <= len(made)]
        assert any("seat 1  " in line for line in lines)


def test_a_game_or_a_move_that_is_not_there_is_an_error(files, capsys):
    assert main(["replay", str(files / "ecarte"), "--game", "3"]) == 1
    assert "there is no game 3: the match has 2" in capsys.readouterr().err
    assert main(["replay", str(files / "ecarte"), "--move", "9999"]) == 1
    assert "there is no move 9999" in capsys.readouterr().err


def test_a_game_that_ended_by_a_fault_says_so(tmp_path, capsys):
    sandbox = choose("off")
    record = played(match(second=program("say('[red]what?')")), sandbox).record
    sandbox.close()
    (tmp_path / "match.json").write_text(json.dumps(record))
    assert main(["replay", str(tmp_path / "match.json"), "--game", "1"]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert "second sent an invalid answer (malformed, seat 1, after " in last
    assert "[red]what?" in last
