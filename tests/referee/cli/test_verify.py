"""`goat verify`: checks match records."""

import json

import pytest

from referee.cli.main import main
from referee.play import json_files

_played: list[bytes] = []  # the record of the one match that these tests need


@pytest.fixture
def good(bot, tmp_path, capsys):
    """A record that verifies."""
    path = tmp_path / "good.json"
    if not _played:
        assert main(["play", "ecarte", bot, bot, "--record", str(path)]) == 0
        capsys.readouterr()
        _played.append(path.read_bytes())
    path.write_bytes(_played[0])
    return path


def test_a_record_that_is_true_verifies(good, capsys):
    assert main(["verify", str(good)]) == 0
    shown = capsys.readouterr()
    assert shown.out.splitlines() == [
        f"{good}: verified, last-1 1 – 1 last-2",
        "  checked: all 2 games of 1 pair, with every deal, move and score",
        "  not compared with the published commitment: give that with --commitment",
        "  not checked: names, versions, programs, clock, ms, notes, the cause of a fault",
    ]
    assert shown.err == ""


def test_the_record_is_compared_with_the_commitment_that_was_published(good, capsys):
    commitment = json.loads(good.read_text())["commitment"]
    assert main(["verify", str(good), "--commitment", f" {commitment.upper()}"]) == 0
    shown = capsys.readouterr()
    assert "the commitment is the given one" in shown.out
    assert "not compared" not in shown.out


def test_a_record_with_another_commitment_than_the_published_one_does_not_verify(good, capsys):
    assert main(["verify", str(good), "--commitment", "ab" * 32]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "not the given one: the record is of another match" in shown.err


@pytest.mark.parametrize("text", ["", "ab", "g" * 64, "a" * 65])
def test_a_commitment_has_64_digits(good, text, capsys):
    assert main(["verify", str(good), "--commitment", text]) == 2
    assert "64 hexadecimal digits" in capsys.readouterr().err


def test_a_commitment_is_of_one_match(good, capsys):
    assert main(["verify", str(good), str(good), "--commitment", "ab" * 32]) == 2
    assert "give one file" in capsys.readouterr().err


def test_a_record_that_lacks_games_that_were_due_does_not_verify(good, tmp_path, capsys):
    record = json.loads(good.read_text())
    record["pairs"] = 2
    short = tmp_path / "short.json"
    short.write_text(json.dumps(record))
    assert main(["verify", str(short)]) == 1
    assert "games: 4 were due in 2 pairs, not 2" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"scores":', '"scores":[2.0,0.0],"scores":'),
        ('"name":', '"nam\\u0065":"other","name":'),
    ],
)
def test_a_file_with_a_key_twice_is_refused(good, tmp_path, capsys, old, new):
    """Readers differ in which of the two they take."""
    twice = tmp_path / "twice.json"
    twice.write_text(good.read_text().replace(old, new, 1))
    assert main(["verify", str(twice)]) == 1
    assert "twice in one object" in capsys.readouterr().err


def test_a_changed_record_does_not_verify_and_the_others_are_still_checked(good, tmp_path, capsys):
    bad = tmp_path / "bad.json"
    record = json.loads(good.read_text())
    record["scores"] = [2.0, 0.0]
    bad.write_text(json.dumps(record))
    assert main(["verify", str(bad), str(good)]) == 1
    shown = capsys.readouterr()
    assert shown.err.startswith(f"goat: {bad}: ")
    assert "scores are [2.0, 0.0]" in shown.err
    assert f"{good}: verified" in shown.out


def test_a_file_that_cannot_be_read_does_not_hide_the_others(good, capsys):
    assert main(["verify", "nowhere.json", str(good)]) == 1
    shown = capsys.readouterr()
    assert shown.err == "goat: there is no file nowhere.json\n"
    assert f"{good}: verified" in shown.out


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("def def", "is not JSON"),
        ("[" * 5000, "is not JSON"),
        ("[]", "does not contain a JSON object"),
        ("{}", "file.json: "),
    ],
)
def test_a_broken_file_is_named_with_what_is_wrong(content, why, tmp_path, capsys):
    file = tmp_path / "file.json"
    file.write_text(content)
    assert main(["verify", str(file)]) == 1
    shown = capsys.readouterr()
    assert shown.err.startswith(f"goat: {file}")
    assert why in shown.err
    assert shown.err.count("\n") == 1


def test_a_file_of_the_greatest_size_is_read_and_a_larger_one_is_not(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(json_files, "MAX_FILE", 100)
    file = tmp_path / "file.json"
    file.write_text("{}".ljust(100))
    main(["verify", str(file)])
    assert "larger" not in capsys.readouterr().err
    file.write_text("{}".ljust(101))
    assert main(["verify", str(file)]) == 1
    assert "is larger than" in capsys.readouterr().err
