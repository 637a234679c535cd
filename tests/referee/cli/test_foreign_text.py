"""A terminal only shows what bots and foreign files write: it never obeys it."""

import json
from io import StringIO

import pytest
from rich.table import Table
from rich.text import Text

from engine.rulesets import ruleset
from referee.cli.console import VisibleConsole, complain
from referee.cli.foreign_text import cut, one_line, visible
from referee.cli.main import main
from tests.engine.records import a_record, a_table

# To clear the screen, to set the window's title, to go back, to turn around, to hide.
HOSTILE = "\x1b[2J\x1b]0;title\x07\r\b\u202e\u2066\u200b\x9b31m\u2028\x00\ud800"


def harmless(text):
    return all(char.isprintable() or char == "\n" for char in text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("Ärger ♠ 猫", "Ärger ♠ 猫"),
        ("a\x1b[31mb", "a\\x1b[31mb"),
        ("abc\u202edef", "abc\\u202edef"),
        ("a\u2028b\ud800", "a\\u2028b\\ud800"),
        ("two\nlines", "two\nlines"),
    ],
)
def test_what_prints_nothing_is_written_as_an_escape(text, shown):
    assert visible(text) == shown
    assert harmless(visible(HOSTILE))


def test_a_name_stays_on_its_line_and_is_cut():
    assert one_line("a\nmatch.json: verified", 80) == "a\\nmatch.json: verified"
    assert one_line("x" * 100_000, 80) == "x" * 80 + "…"
    assert cut("abc", 3) == "abc"


def test_a_console_writes_control_characters_of_its_own_only():
    file = StringIO()
    console = VisibleConsole(file=file, force_terminal=True, color_system="standard", width=200)
    table = Table()
    table.add_column(HOSTILE)
    table.add_row(Text(HOSTILE, "bold"))
    console.print(table)
    console.print(Text(HOSTILE), HOSTILE)
    plain = StringIO()
    VisibleConsole(file=plain, width=200).print(table, Text(HOSTILE))
    assert harmless(plain.getvalue())
    assert "\\u202e" in file.getvalue()
    assert "\x1b[2J" not in file.getvalue()


def test_an_error_is_shown_without_what_a_terminal_obeys(capsys):
    complain(f"bad {HOSTILE} " + "x" * 100_000)
    shown = capsys.readouterr().err
    assert harmless(shown)
    assert len(shown) < 5000


@pytest.fixture
def hostile(tmp_path):
    """A true record with the names, notes and faults of somebody who means no good."""
    path = tmp_path / "hostile.json"
    record = a_record(ruleset("ecarte"))
    record["bots"][0]["name"] = HOSTILE.replace("\ud800", "") + "\n/etc/passwd: verified"
    record["bots"][1]["name"] = "y" * 100_000
    for game in record["games"]:
        game["notes"] = {"0": HOSTILE.replace("\ud800", "")}
    game["moves"], game["ms"] = [], []
    record["scores"][game["sides"][0]] -= game["scores"][0]
    record["scores"][game["sides"][1]] -= game["scores"][1] - 1
    detail = HOSTILE.replace("\ud800", "") + "z" * 100_000
    fault = {"side": 0, "seat": 0, "move": 0, "detail": detail}
    game |= {"notes": {}, "scores": [0.0, 1.0], "reason": "start", "fault": fault}
    path.write_text(json.dumps(record))
    return path


@pytest.mark.parametrize("words", [["verify"], ["replay"], ["replay", "--game", "2"]])
def test_a_foreign_record_is_shown_without_what_a_terminal_obeys(hostile, words, capsys):
    command, *options = words
    assert main([command, str(hostile), *options]) == 0
    shown = capsys.readouterr().out
    assert harmless(shown)
    assert "\n/etc/passwd" not in shown
    assert "y" * 81 not in shown
    assert "z" * 4001 not in shown


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_so_is_the_foreign_record_of_a_table(command, tmp_path, capsys):
    record = a_table(ruleset("ecarte"))
    for player in record["seats"]:
        player["name"] = HOSTILE.replace("\ud800", "") + "\n/etc/passwd: verified" + "y" * 100_000
    path = tmp_path / "hostile.json"
    path.write_text(json.dumps(record))
    assert main([command, str(path)]) == 0
    shown = capsys.readouterr().out
    assert harmless(shown)
    assert "\n/etc/passwd" not in shown
    assert "y" * 81 not in shown
