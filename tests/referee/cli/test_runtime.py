"""`goat runtime`, and bots that use its sets of packages."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.cli.main import main
from referee.client.arena import Arena
from referee.client.errors import NotLoggedIn
from referee.programs import package_build
from referee.programs.package_sets import forget_package_sets
from tests.referee.play.small_bots import source
from tests.referee.small_sets import small_set

NAME = "python-tiny"


@pytest.fixture
def sets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path / "sets"
    folder.mkdir()
    monkeypatch.setenv("GOAT_RUNTIMES", str(folder))
    forget_package_sets()
    yield folder
    forget_package_sets()


@pytest.fixture
def tiny_bot(tmp_path: Path) -> Path:
    """A bot in a folder of its own, which imports the package."""
    path = tmp_path / "bots/own/main.py"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"import tiny\nassert tiny.VERSION\n" + source())
    return path


def test_a_bot_plays_with_the_packages_of_the_language_that_is_named(
    sets: Path, tiny_bot: Path, tmp_path: Path
) -> None:
    small_set(sets)
    record = tmp_path / "record.json"
    words = ["play", "ecarte", str(tiny_bot), "house/random-ecarte", "--sandbox", "off"]
    assert main([*words, "--language", NAME, "--record", str(record)]) == 0
    mine, house = json.loads(record.read_text())["bots"]
    assert (mine["language"], mine["packages"]) == (NAME, {"tiny": "1.0"})
    assert house["language"] == "python"
    assert main(["verify", str(record)]) == 0


def test_goat_toml_names_the_language(
    sets: Path, tiny_bot: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    small_set(sets)
    project = tiny_bot.with_name("goat.toml")
    project.write_text(
        f'ruleset = "ecarte"\nname = "own"\nlanguage = "{NAME}"\npack = ["main.py"]\n'
    )
    words = ["check", str(tiny_bot.parent), "--pairs", "1", "--sandbox", "off"]
    assert main(words) == 0
    assert "own is ready to submit" in capsys.readouterr().out
    project.write_text(project.read_text().replace(NAME, "python-absent"))
    assert main(words) == 1
    error = capsys.readouterr().err
    assert "the packages of 'python-absent' are not on this machine" in error
    assert "goat runtime build python-absent" in error


def test_a_bot_that_lacks_a_package_is_told_which_language_has_it(
    sets: Path, tiny_bot: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    small_set(sets)
    assert main(["check", "ecarte", str(tiny_bot), "--pairs", "1", "--sandbox", "off"]) == 1
    assert f"{NAME} has it: name that language when you submit" in capsys.readouterr().out


def test_the_sets_are_listed_and_removed(sets: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["runtime", "list"]) == 0
    assert f"No sets of packages in {sets}" in capsys.readouterr().out.replace("\n", "")
    made = small_set(sets)
    (sets / "python-bad.json").write_text("{}")
    assert main(["runtime", "list"]) == 0
    bad, tiny, package = capsys.readouterr().out.splitlines()
    assert bad.startswith("python-bad cannot be used: ")
    assert tiny.startswith(f"{NAME}: 1 package for Python {made.python}, ")
    assert package == "  tiny 1.0"
    assert main(["runtime", "remove", NAME]) == 0
    assert not made.folder.exists()
    assert main(["runtime", "remove", NAME]) == 1
    assert f"there is no set {NAME}" in capsys.readouterr().err


def test_without_packages_it_builds_the_set_of_the_arena(
    sets: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = []
    monkeypatch.setattr(
        package_build, "build", lambda name, wanted, python: (asked.append(wanted), 1 / 0)
    )
    languages = [
        {"name": "python", "packages": []},
        {"name": NAME, "packages": [{"name": "tiny", "version": "1.0"}]},
    ]
    monkeypatch.setattr(Arena, "get", lambda self, path: {"languages": languages})
    monkeypatch.setenv("GOAT_ARENA", "http://127.0.0.1:9")
    with pytest.raises(ZeroDivisionError):
        main(["runtime", "build", NAME])
    assert asked == [["tiny==1.0"]]
    assert main(["runtime", "build", "python-other"]) == 1
    assert f"has no set python-other: it has {NAME}" in capsys.readouterr().err

    def nowhere(*given: object, **named: object) -> None:
        raise NotLoggedIn("which arena?")

    monkeypatch.setattr(Arena, "configured", nowhere)
    assert main(["runtime", "build", NAME]) == 1
    assert "PACKAGE==VERSION" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", [[], [NAME, "--lock", "x"], ["--lock", "x", NAME, "tiny"], [NAME, "--index", "x"]]
)
def test_words_that_make_no_sense_are_refused(
    sets: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["runtime", "build", *words]) == 2
    assert capsys.readouterr().err.startswith("goat: ")
