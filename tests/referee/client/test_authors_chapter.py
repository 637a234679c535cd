"""The examples of docs/9-authors.md, played as one session with an arena."""

import re
from pathlib import Path

import pytest

from referee.cli import main
from tests.referee.client.conftest import Goat, Site

pytestmark = pytest.mark.live

CHAPTER = Path(__file__).resolve().parents[3] / "docs" / "9-authors.md"
ADDRESS = "https://arena.example.org"
SEED = "07" * 32
# What differs between two runs: results by chance, times, and how far a match was when it was seen.
DIFFERS = [
    (r"(?m)^mybot \S+ – \S+ house.*", "mybot N – N house"),
    (r"[0-9.]+ ms", "N ms"),
    (r"game [0-9]+, move [0-9]+", "game N, move N"),
    (r"(?m)^.*[━─]{24}.*\n", ""),
    (r"(?m)^(qualification|match [0-9]+): (waiting|qualified|finished).*\n", ""),
]


def examples() -> list[tuple[str, str]]:
    """Each command of a console block, with what it prints."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", CHAPTER.read_text(), re.S):
        parts = re.split(r"(?m)^\$ (.*)\n", block)[1:]
        found += list(zip(parts[::2], parts[1::2], strict=True))
    return found


def plain(text: str) -> str:
    for pattern, instead in DIFFERS:
        text = re.sub(pattern, instead, text)
    return text


def run(goat: Goat, site: Site, command: str) -> str:
    """What a command of the chapter prints, as the chapter would."""
    words = command.split()[1:]
    if words[0] == "challenge":
        words += ["--seed", SEED]
    status = 3 if "--bot" in words else 0
    return goat(*words, status=status).stdout.replace(site.address, ADDRESS)


def test_every_example_prints_what_the_chapter_shows(logged_in: Goat, site: Site) -> None:
    commands = examples()
    assert commands[0][0].startswith("goat login")  # tested in test_with_an_arena.py
    logged_in("new", "ecarte", "mybot")
    for command, shown in commands[1:]:
        if "--bot" in command:
            program = logged_in.folder / "mybot" / "main.py"
            program.write_text(program.read_text().replace("(20 if wins else 0)", "20"))
        assert plain(run(logged_in, site, command)) == plain(shown), command


@pytest.mark.parametrize("line", re.findall(r"`(goat [a-z]+[^`]*)`", CHAPTER.read_text()))
def test_every_command_of_the_chapter_exists(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = line.split()
    assert main.main([words[1], "--help"]) == 0
    help = " ".join(capsys.readouterr().out.split())
    for option in re.findall(r"--[a-z-]+", line):
        assert option in help, line
