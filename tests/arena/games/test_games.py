"""What each game's package in arena/games/ brings."""

import random
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

from arena.games.labels import GAMES, name
from arena.replays import viewer
from arena.replays.viewer_texts import TEXTS
from engine.cards import NAMES
from engine.randomness import SEED_BYTES
from engine.rulesets import RULESETS, ruleset

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
FUNCTIONS = {
    *("finished", "closing", "outcome", "words", "counts", "turn"),
    *("spoken", "status", "score", "table"),
}


def source(path: str) -> str:
    found = finders.find(path)
    assert isinstance(found, str), path
    return Path(found).read_text()


def test_the_site_has_the_games_of_the_engine_in_its_order() -> None:
    assert list(GAMES) == list(RULESETS)
    assert all(game.ruleset == ruleset for ruleset, game in GAMES.items())


def test_a_ruleset_that_is_gone_keeps_its_own_name() -> None:
    assert name("svoi-kozyri") == "Svoi Kozyri"
    assert name("bridge") == "bridge"


@every_game
def test_the_scripts_and_styles_of_a_game_are_served(game: Any) -> None:
    script = source(f"games/{game.package}/table.js")
    exported = re.findall(r"(?m)^export (?:const|function) (\w+)", script)
    assert {*FUNCTIONS, "CHART"} <= set(exported)
    assert "export async function deal(" in source(f"games/{game.package}/deal.js")
    assert source(f"games/{game.package}/table.css")


@every_game
def test_the_viewer_is_told_where_the_files_of_a_game_are(game: Any) -> None:
    setup = viewer.for_example(game.ruleset, "/frames.json")
    folder = f"games/{game.package}"
    assert setup["table"] == f"/static/{folder}/table.js"
    assert setup["deal"] == f"/static/{folder}/deal.js"
    assert setup["style"] == f"/static/{folder}/table.css"
    assert [name for name in setup["modules"] if name.count("/") == 2] == [f"{folder}/table.js"]
    assert setup["frames"].startswith("/frames.json?")


@every_game
def test_the_python_and_the_templates_of_a_game_are_not_served(game: Any) -> None:
    for path in ("__init__.py", "texts.py", "rules.html"):
        assert finders.find(f"games/{game.package}/{path}") is None


@every_game
def test_every_text_that_a_table_asks_for_is_given_and_none_is_left_over(game: Any) -> None:
    given = viewer.for_example(game.ruleset, "/")["texts"]
    assert given.keys() == {*TEXTS, *game.texts}
    assert not TEXTS.keys() & game.texts.keys()
    script = source(f"games/{game.package}/table.js")
    asked = set(re.findall(r'\b(?:text|item|phrase)\(\s*"([^"]+)"', script))
    asked |= set(re.findall(r'(?m)^export const (?:CHART|MILESTONE) = "([^"]+)"', script))
    assert asked <= given.keys()
    asked |= set(re.findall(r'\bkey: "([^"]+)"', script))
    asked |= {"order"} if "ORDERED" in script else set()
    # A move's verb is a key too: text(verb). The played table asks for "do …" and "ask …".
    for key in game.texts.keys() - asked:
        played = key.startswith(("do ", "ask "))
        assert played or re.search(r"\b(text|phrase)\(verb", script), key


@every_game
def test_a_played_table_has_words_for_every_button_and_every_question(game: Any) -> None:
    buttons, questions = set(), set()
    for number in range(20):
        state = ruleset(game.ruleset).start(bytes([number]) * SEED_BYTES)
        chance = random.Random(number)
        while state.seat is not None:
            legal = state.texts(state.legal())
            kinds = {kind_of(move): None for move in legal}
            buttons |= kinds.keys()
            questions.add(" ".join(dict.fromkeys(kind.split()[0] for kind in kinds)))
            state.play(state.parse(chance.choice(legal)))
    assert {f"do {kind}" for kind in buttons} <= game.texts.keys()
    assert {f"ask {verbs}" for verbs in questions} <= game.texts.keys()


def kind_of(move: str) -> str:
    """A move without its cards."""
    return " ".join(word for word in move.split() if word not in NAMES)


@every_game
def test_the_emblem_of_a_game_is_a_card(game: Any) -> None:
    assert game.emblem in NAMES


@every_game
def test_the_rules_of_a_game_are_the_only_template_outside_the_templates_folder(game: Any) -> None:
    folder = settings.BASE_DIR / "arena/games" / game.package
    assert [path.name for path in folder.rglob("*.html")] == ["rules.html"]
    assert not list((settings.BASE_DIR / "arena").glob("*/templates"))
