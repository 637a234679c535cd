"""With `--json`, standard output is one JSON document, whatever else there is to say."""

import json

import pytest
import typer

from referee.cli.main import app, main

FAST = ("--option", "target=2")
# They write files, text for a shell or a person, or start a program.
WITHOUT = {
    *("new", "build", "replay", "sandbox", "schema", "completion", "server"),
    *("runtime build", "runtime remove"),
}


def document(words, capsys, status=0):
    assert main([*words, "--json"]) == status
    return json.loads(capsys.readouterr().out)


def commands(command, path=""):
    for name, one in command.commands.items():
        if hasattr(one, "commands"):
            yield from commands(one, f"{path}{name} ")
        else:
            yield f"{path}{name}", [flag for option in one.params for flag in option.opts]


def test_every_command_with_a_result_has_it():
    root = typer.main.get_command(app)
    assert {name for name, flags in commands(root) if "--json" not in flags} == WITHOUT


def test_a_match_and_its_record(bot, bad_bot, tmp_path, capsys):
    record = tmp_path / "match.json"
    found = document(["play", "ecarte", bot, bad_bot, *FAST, "--record", str(record)], capsys)
    assert (found["bots"], found["scores"]) == (["last", "bad"], [2, 0])
    assert [game["reason"] for game in found["games"]] == ["malformed"] * 2
    assert found["faults"][0] == []
    (fault,) = found["faults"][1]
    assert (fault["reason"], fault["game"], fault["times"]) == ("malformed", 1, 2)
    assert found["seed"] == json.loads(record.read_text())["match_seed"]
    wrong = tmp_path / "wrong.json"
    wrong.write_text("{}")
    good, bad = document(["verify", str(record), str(wrong)], capsys, status=1)
    assert good == {"file": str(record), "verified": True, "records": 1, "errors": []}
    assert (bad["file"], bad["verified"]) == (str(wrong), False)
    assert "format is missing" in bad["errors"][0]


@pytest.mark.parametrize("ready", [True, False])
def test_whether_a_bot_is_ready(ready, bot, bad_bot, capsys):
    words = ["check", "ecarte", bot if ready else bad_bot, *FAST, "--pairs", "1"]
    found = document(words, capsys, status=0 if ready else 1)
    assert (found["ready"], found["bot"]) == (ready, "last" if ready else "bad")
    assert len(found["matches"]) == 2
    assert [fault["times"] for fault in found["faults"]] == ([] if ready else [4])


def test_a_comparison(bot, bad_bot, capsys):
    words = ["compare", "ecarte", bot, bad_bot, *FAST, "--max-pairs", "2", "--batch", "1"]
    found = document([*words, "--jobs", "1"], capsys)
    assert (found["bots"], found["verdict"], found["pairs"]) == (["last", "bad"], None, 2)
    assert found["lost_by_faults"] == [0, 4]
    assert found["score"] > 0.5


def test_a_tournament(bot, bad_bot, capsys):
    words = ["tournament", "ecarte", bot, bad_bot, *FAST, "--pairs", "1", "--jobs", "1"]
    found = document(words, capsys)
    assert found["champion"] == "last"
    assert [row["bot"] for row in found["standings"]] == ["last", "bad"]
    assert found["standings"][0]["against"] == {"bad": [2]}
    assert found["standings"][1]["separated_by"]


def test_no_sets_of_packages_are_an_empty_list(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("GOAT_RUNTIMES", str(tmp_path))
    assert document(["runtime", "list"], capsys) == []
