"""Help on a narrow terminal, without colours, and what `goat` says about itself."""

import io
import re

import pytest
import typer
from rich.console import Console

from referee.cli.help import help_text
from referee.cli.main import app, main
from referee.cli.progress_bar import progress_bar
from tests.referee.cli.test_main import COMMANDS

ROOT = typer.main.get_command(app)


def all_contexts():
    """A context for `goat` and each of its commands, those of commands too."""
    todo = [typer.Context(ROOT, info_name="goat")]
    while todo:
        context = todo.pop()
        yield context
        for name, command in getattr(context.command, "commands", {}).items():
            todo.append(typer.Context(command, parent=context, info_name=name))


@pytest.mark.parametrize("columns", [40, 80])
def test_the_help_of_every_command_is_as_wide_as_the_terminal(columns):
    for context in all_contexts():
        lines = help_text(context, columns).splitlines()
        assert [line for line in lines if len(line) > columns] == [], context.command_path


def test_help_explains_every_option():
    for context in all_contexts():
        for option in context.command.params:
            if option.param_type_name == "option" and not option.hidden:
                assert option.help, f"{context.command_path} {option.opts[0]}"


@pytest.mark.parametrize("command", COMMANDS)
def test_help_is_plain_text(command, capsys, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert main([command, "--help"]) == 0
    shown = capsys.readouterr().out
    assert "\x1b" not in shown
    assert not re.search("[╭│╰]", shown)


@pytest.mark.parametrize("columns", [40, 80])
def test_progress_is_not_cut_off(columns):
    shown = io.StringIO()
    console = Console(file=shown, force_terminal=True, width=columns, color_system=None)
    with progress_bar(console, "matches", 12_345, 5) as advance:
        advance("")
    assert "matches" in shown.getvalue()
    assert "6/12345" in shown.getvalue()
    assert "…" not in shown.getvalue()


def test_the_standings_of_a_tournament_are_not_cut_off(bot, bad_bot, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "40")
    long = "a-bot-with-a-name-that-is-quite-long"
    words = ["tournament", "ecarte", f"{long}={bot}", bad_bot, "--pairs", "1"]
    assert main([*words, "--option", "target=2", "--jobs", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    (row,) = (line for line in lines if line.startswith("1  "))
    assert row.split() == ["1", long, "1", "2/2", "0", "·", "2"]


def test_the_version_names_the_package_python_and_the_system(capsys):
    assert main(["--version"]) == 0
    assert re.fullmatch(r"goat \S+, Python 3\.\S+, Linux\n", capsys.readouterr().out)


def test_goat_alone_shows_its_help(capsys):
    assert main([]) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith("Usage: goat [OPTIONS] COMMAND")
    assert shown.err == ""
