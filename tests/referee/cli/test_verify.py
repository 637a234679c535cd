"""`goat verify`: checks match records."""

import json

import pytest

from referee.cli.main import main
from referee.play import json_files


@pytest.fixture
def good(bot, tmp_path, capsys):
    """A record that verifies."""
    path = tmp_path / "good.json"
    assert main(["play", "ecarte", bot, bot, "--record", str(path)]) == 0
    capsys.readouterr()
    return path


def test_a_record_that_is_true_verifies(good, capsys):
    assert main(["verify", str(good)]) == 0
    shown = capsys.readouterr()
    assert shown.out == f"{good}: verified, last-1 1 – 1 last-2\n"
    assert shown.err == ""


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
    assert shown.err == "goat: nowhere.json cannot be read: No such file or directory\n"
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
