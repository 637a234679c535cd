"""Chapters show the values of this arena, and as defaults those of the code."""

from pathlib import Path
from typing import Any

import pytest

from arena.manual import arena_values
from arena.manual.arena_values import MARKED, OF_THE_MACHINE, VALUES, size, with_own_values
from referee.programs.runtimes import NoRuntime

DOCS = Path(__file__).parents[3] / "docs"


def marked() -> list[tuple[str, str, str]]:
    return [
        (path.name, match["name"], match["default"])
        for path in sorted(DOCS.glob("*.md"))
        for match in MARKED.finditer(path.read_text())
    ]


@pytest.mark.parametrize(("file", "name", "default"), marked())
def test_the_docs_state_the_defaults_of_the_code(file: str, name: str, default: str) -> None:
    assert name in VALUES, file
    if name not in OF_THE_MACHINE:
        assert VALUES[name]() == default


def test_every_value_stands_in_some_chapter() -> None:
    assert {name for _, name, _ in marked()} == set(VALUES)


def test_every_mark_is_closed() -> None:
    for path in DOCS.glob("*.md"):
        text = path.read_text()
        # Once more in the sentence of the architecture that explains the marks.
        assert text.count("<!-- arena: ") == text.count("<!-- /arena -->"), path
        assert text.count("<!-- arena: ") == len(MARKED.findall(text)), path


def test_what_the_operator_has_set_is_shown(settings: Any) -> None:
    settings.SUBMISSION_MAX_BYTES = 1_500
    settings.BOT_RUNTIMES = ["python", "node"]
    text = (
        "<!-- arena: max_bytes -->1 MiB<!-- /arena -->, <!-- arena: languages -->x<!-- /arena -->"
    )
    assert with_own_values(text) == "1.5 KiB, `python`, `node`"


def test_an_unknown_name_is_an_error() -> None:
    with pytest.raises(KeyError):
        with_own_values("<!-- arena: nothing -->1<!-- /arena -->")


def test_a_machine_without_python_for_bots_still_shows_the_docs(monkeypatch: Any) -> None:
    def missing() -> str:
        raise NoRuntime("there is no Python", "install one")

    monkeypatch.setitem(arena_values.VALUES, "python", missing)  # type: ignore[misc]
    assert with_own_values("<!-- arena: python -->3.11 or newer<!-- /arena -->") == "3.11 or newer"


def test_the_languages_of_this_arena_are_listed(settings: Any) -> None:
    settings.BOT_RUNTIMES = ["node", "python"]
    table = VALUES["language_table"]().strip().splitlines()
    assert [row.split(" | ")[0] for row in table[2:]] == ["| `node`", "| `python`"]


@pytest.mark.parametrize(
    ("count", "text"),
    [(0, "0 bytes"), (999, "999 bytes"), (1536, "1.5 KiB"), (4 << 20, "4 MiB"), (3 << 30, "3 GiB")],
)
def test_sizes_are_written_as_in_the_docs(count: int, text: str) -> None:
    assert size(count) == text
