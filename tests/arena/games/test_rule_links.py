"""Every rule that the engine cites when it refuses a move can be read on a page of the site."""

import re
from pathlib import Path

import pytest
from django.test import Client

from arena.games import rule_links
from arena.games.game import package
from engine.rulesets import RULESETS

ENGINE = Path(__file__).parents[3] / "engine"


def cited(ruleset: str) -> set[str]:
    """The rules that the reasons of a game name. A game without such a module names none."""
    source = ENGINE / package(ruleset) / "reasons.py"
    return set(re.findall(r'"([A-Z]{1,2}\d+)"', source.read_text())) if source.exists() else set()


@pytest.mark.django_db
@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_rule_that_is_cited_has_its_place_on_the_rules_page(
    ruleset: str, client: Client
) -> None:
    rules = cited(ruleset)
    page = client.get(f"/rules/{ruleset}/").content.decode()
    for rule in sorted(rules):
        address, _, anchor = rule_links.url_for(ruleset, rule).partition("#")
        assert address == f"/rules/{ruleset}/"
        assert page.count(f' id="{anchor}"') == 1, rule


def test_the_games_that_come_with_the_arena_cite_rules() -> None:
    assert all(len(cited(name)) > 4 for name in ("kozel", "svoi-kozyri", "ecarte"))
