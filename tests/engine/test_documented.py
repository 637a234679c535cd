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
