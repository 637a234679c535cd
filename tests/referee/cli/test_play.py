"""`goat play`: a match between two bots."""

import json
import zipfile
from functools import partial

import pytest

from engine.verify import verify
from referee.cli import match_report, match_runner
from referee.cli.main import main
from referee.play.cpu_slots import claim_cpu_slot
from referee.sandbox import NoSandbox
from tests.referee.play.cpu_holders import held_elsewhere, on_one_processor
from tests.referee.play.small_bots import source


def test_a_match_is_played_and_its_record_verifies(bot, tmp_path, capsys):
    file = tmp_path / "match.json"
    seed = "ab" * 32
    words = ["play", "kozel", bot, f"mine={bot}", "--seed", seed, "--option", "limit=4"]
    assert main([*words, "--clock", "move_ms=700", "--record", str(file)]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    assert "last 1 – 1 mine" in shown.out
    assert f"seed {seed}" in shown.out
    record = json.loads(file.read_text())
    verify(record)
    assert record["match_seed"] == seed
    assert record["options"] == {"limit": 4}
    assert record["clock"] == {"start_ms": 10000, "move_ms": 700, "bank_ms": 10000}
    assert [found["name"] for found in record["bots"]] == ["last", "mine"]


def test_who_waits_for_a_processor_is_told_for_whom(bot, monkeypatch, capsys):
    monkeypatch.setattr(match_runner, "claim_cpu_slot", partial(claim_cpu_slot, 0.1))
    with on_one_processor(), held_elsewhere("arena=True") as arena:
        assert main(["play", "ecarte", bot, bot]) == 0
    shown = capsys.readouterr()
    assert "last-1 1 – 1 last-2" in shown.out
    [line] = shown.err.splitlines()
    assert line.startswith("goat: waiting for the processor: ")
    assert f"(an arena, pid {arena.pid}). After 0.1 s this match shares one" in line


def test_a_line_for_each_game_says_who_won_and_which_fault_ended_it(bot, bad_bot, capsys):
    assert main(["play", "ecarte", bot, bad_bot, "--pairs", "2"]) == 0
    shown = capsys.readouterr().out.splitlines()
    leg, first, _, mirrored_leg, third, fourth, result, faults, cause, _, times, *_ = shown
    assert (leg, mirrored_leg) == ("first games", "mirrored games, played by new processes")
    assert first.startswith("game   1  pair 1  last 1 – 0 bad  ")
    assert " moves  bad sent an invalid answer (malformed, seat 1, after " in first
    assert " moves): expected {" in first
    assert third.startswith("game   3  pair 1  bad 0 – 1 last  ")
    assert "(malformed, seat 0, after " in third
    assert fourth.endswith("bad 0 – 1 last  0 moves  bad forfeited after 3 faults")
    assert result == "last 4 – 0 bad (3 malformed, 1 forfeit)"
    assert faults == "faults of bad:"
    assert cause.startswith('expected {"move":"…"}, got ')
    assert times == "  3 times: games 1, 2, 3 against last"


def test_when_both_bots_fail_to_start_both_are_named(tmp_path, capsys):
    broken = tmp_path / "broken.py"
    broken.write_text("raise SystemExit(5)")
    assert main(["play", "ecarte", str(broken), str(broken)]) == 0
    _, first, *_ = capsys.readouterr().out.splitlines()
    assert first.startswith("game   1  pair 1  broken-1 0 – 0 broken-2  0 moves  both bots ")
    assert first.endswith("(start): exit code 5 · exit code 5")


def test_two_bots_with_the_same_name_are_numbered(bot, capsys):
    assert main(["play", "ecarte", bot, bot]) == 0
    assert "last-1 1 – 1 last-2" in capsys.readouterr().out


def test_a_folder_or_a_zip_with_main_py_is_a_bot(tmp_path, capsys):
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "main.py").write_text("import rest")
    (folder / "rest.py").write_bytes(source())
    with zipfile.ZipFile(tmp_path / "zipped.zip", "w") as archive:
        for path in folder.iterdir():
            archive.write(path, path.name)
    assert main(["play", "ecarte", str(folder), str(tmp_path / "zipped.zip")]) == 0
    assert "folder 1 – 1 zipped" in capsys.readouterr().out


def test_a_record_that_cannot_be_written_is_refused_before_the_match(bot, capsys):
    assert main(["play", "ecarte", bot, bot, "--record", "no/where.json"]) == 1
    shown = capsys.readouterr()
    assert shown.err.startswith("goat: there is no folder ")
    assert shown.out == ""


def test_a_sandbox_that_is_off_is_warned_about(bot, capsys):
    assert main(["play", "ecarte", bot, bot, "--sandbox", "off"]) == 0
    assert "warning: without a sandbox these bots can do anything" in capsys.readouterr().err


def test_a_machine_without_a_sandbox_plays_nothing_and_says_how_to_get_one(
    bot, monkeypatch, capsys
):
    def refuse(mode):
        raise NoSandbox("bubblewrap is missing: apt-get install bubblewrap")

    monkeypatch.setattr("referee.cli.match_runner.choose", refuse)
    assert main(["play", "ecarte", bot, bot]) == 1
    assert capsys.readouterr().err == "goat: bubblewrap is missing: apt-get install bubblewrap\n"


def test_a_drawn_game_counts_half_a_point(bot, capsys):
    # Ten plies are too few to win at Svoi Kozyri.
    assert main(["play", "svoi-kozyri", bot, bot, "--option", "max_plies=10"]) == 0
    shown = capsys.readouterr().out
    assert "last-1 ½ – ½ last-2" in shown
    assert "last-1 1 – 1 last-2" in shown


def test_a_single_move_is_in_the_singular():
    assert [match_report.moves(count) for count in (0, 1, 2)] == ["0 moves", "1 move", "2 moves"]


def test_a_reference_bot_is_named_as_on_the_site(bot, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    words = ["play", "ecarte", "house/random-ecarte", "strong=house/greedy-ecarte", "--pairs", "1"]
    assert main([*words, "--record", "match.json"]) == 0
    names = [bot["name"] for bot in json.loads((tmp_path / "match.json").read_text())["bots"]]
    assert names == ["house/random-ecarte", "strong"]


@pytest.mark.parametrize("word", ["house/best-ecarte", "house/", "x=house/../random_bot.py"])
def test_an_unknown_reference_bot_is_answered_with_those_that_exist(word, bot, capsys):
    assert main(["play", "ecarte", bot, word]) == 1
    error = capsys.readouterr().err
    assert error.startswith("goat: there is no reference bot house/")
    assert "house/greedy-kozel, " in error


def test_a_file_in_a_folder_house_comes_before_the_reference_bots(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "house").mkdir()
    (tmp_path / "house/random-ecarte").write_text("not a bot")
    assert main(["play", "ecarte", "house/random-ecarte", "house/greedy-ecarte"]) == 1
    assert "there is no reference bot" not in capsys.readouterr().err
