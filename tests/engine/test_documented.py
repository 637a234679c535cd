"""The docs name everything that an author of a bot meets.

A game is described in docs/2-rules.md, or in a chapter of its own, docs/2-rules-<game>.md.
"""

import re
import unicodedata
from pathlib import Path

import pytest

from engine.ruleset import Ruleset
from engine.rulesets import RULESETS, VARIANTS, ruleset
from tests.engine.games import every_ruleset, played, start

DOCS = Path(__file__).parents[2] / "docs"
TEXT = (DOCS / "2-rules.md").read_text()


def slug(title: str) -> str:
    """``ecarte`` for ``Écarté``, as rulesets are named."""
    plain = unicodedata.normalize("NFD", title).encode("ascii", "ignore").decode()
    return plain.lower().replace(" ", "-")


def section(name: str) -> str:
    """The chapter of a ruleset, or the part of docs/2-rules.md on it and that on its positions."""
    if (chapter := DOCS / f"2-rules-{name}.md").exists():
        return chapter.read_text()
    (title,) = [title for title in re.findall("(?m)^## (.*)$", TEXT) if slug(title) == name]
    rules = TEXT[TEXT.index(f"\n## {title}\n") :]
    positions = TEXT[TEXT.index(f"\n**{title}**") :]
    return rules[: rules.index("\n## ", 1)] + positions[: positions.find("\n**", 1)]


@pytest.mark.parametrize("name", RULESETS)
def test_every_key_of_a_view_and_field_of_a_position_is_described(name: str) -> None:
    state = ruleset(name).start(bytes(32))
    fields = {word.split("=")[0] for word in state.position().split()}
    for word in set(state.view(0)) | fields:
        assert f"`{word}`" in section(name)


@pytest.mark.parametrize("name", RULESETS)
def test_every_option_is_described_with_its_values(name: str) -> None:
    options = section(name)[section(name).index("### Options") :]
    for option, takes in RULESETS[name].OPTIONS.items():
        row = re.search(rf"^\| `{option}` \|(.|\n\| \|)*", options, re.MULTILINE)
        assert row, option
        if isinstance(takes.values, range):
            words = [f"{takes.values[0]} to {takes.values[-1]}", f"**{takes.default}**"]
        elif isinstance(takes.default, bool):
            words = ["**on**" if takes.default else "**off**"]
        else:
            words = [str(value) for value in takes.values]
        assert all(word in row[0] for word in words), row[0]


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_is_described(variant: str) -> None:
    assert f"`{variant}`" in TEXT


@every_ruleset
def test_every_verb_is_described(rules: Ruleset) -> None:
    for state, move in played(start(rules, 1), 1):
        assert f"`{state.text(move).split(' ')[0]}" in section(rules.name)


SOURCES = sorted((DOCS.parent / "engine").rglob("*.py"))
LABEL = re.compile(r"\b([A-Z]{1,2})([0-9]+)\b(?: to \1([0-9]+)\b)?")


def labels(text: str) -> set[str]:
    """The labels of rulings and sentences in a text: ``KR6``, and all of ``K38 to K44``."""
    found = set()
    for prefix, first, last in LABEL.findall(text):
        found |= {f"{prefix}{number}" for number in range(int(first), int(last or first) + 1)}
    return found


def test_every_label_that_the_engine_cites_is_an_anchor_of_the_docs() -> None:
    docs = "".join(path.read_text() for path in DOCS.glob("2-rules*.md"))
    anchors = set(re.findall('<a id="([a-z]+[0-9]+)"></a>', docs))
    cited = {label: path for path in SOURCES for label in labels(path.read_text())}
    assert len(cited) > 50
    assert {label: path for label, path in cited.items() if label.lower() not in anchors} == {}


def test_every_label_that_the_docs_cite_is_an_anchor_there() -> None:
    for path in DOCS.glob("2-rules*.md"):
        text = path.read_text()
        anchors = re.findall('<a id="([a-z]+[0-9]+)"></a>', text)
        assert len(set(anchors)) == len(anchors)
        assert {label.lower() for label in labels(text)} <= set(anchors)


def test_every_heading_that_the_engine_cites_is_one_of_the_docs() -> None:
    for path in SOURCES:
        text = re.sub(r"\s+", " ", path.read_text())
        for file, cited in re.findall(r'\((docs/[\w.-]+)((?:, "[^"]+")*)', text):
            headings = re.findall("(?m)^#+ (.*)$", (DOCS.parent / file).read_text())
            assert set(re.findall('"([^"]+)"', cited)) <= set(headings), path


def test_every_file_that_the_engine_names_exists() -> None:
    for path in SOURCES:
        for name in re.findall(r"[\w./-]+\.(?:md|py)\b", path.read_text()):
            assert any((folder / name).exists() for folder in (DOCS.parent, path.parent)), (
                f"{path} names {name}"
            )
