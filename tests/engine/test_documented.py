"""docs/2-rules.md names everything that an author of a bot meets."""

import re
from pathlib import Path

import pytest

from engine.ruleset import Ruleset
from engine.rulesets import RULESETS, VARIANTS, ruleset
from tests.engine.games import every_ruleset, played, start

TEXT = Path(__file__).parents[2].joinpath("docs/2-rules.md").read_text()
NAMES = {"kozel": "Kozel", "svoi-kozyri": "Svoi Kozyri", "ecarte": "Écarté"}


def section(name: str) -> str:
    """The part on a ruleset, and the one on its positions."""
    rules = TEXT[TEXT.index(f"\n## {NAMES[name]}\n") :]
    positions = TEXT[TEXT.index(f"\n**{NAMES[name]}**") :]
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
