"""Easy, medium and strong house bots."""

from collections.abc import Callable
from typing import Any

import pytest

from arena.bots.models import Bot, Version
from arena.bots.reference import house
from arena.people import levels
from arena.ratings.models import Standing

pytestmark = pytest.mark.django_db


@pytest.fixture
def make_house_bots(make_version: Any) -> Callable[..., dict[str, Version]]:
    """make_house_bots("random", "greedy", …) -> their versions by style, in Écarté."""

    def make(*styles: str) -> dict[str, Version]:
        return {
            style: make_version(house(), ruleset="ecarte", name=f"{style}-ecarte")
            for style in styles
        }

    return make


def rate(version: Version, rating: float, error: float = 30) -> None:
    Standing.objects.create(
        bot=version.bot, ruleset="ecarte", rating=rating, error=error, matches=5, rated=version
    )


def chosen() -> list[str]:
    """The styles of the bots that play easy, medium and strong."""
    return [levels.bot_for("ecarte", level).bot.name.partition("-")[0] for level in levels.LEVELS]


def test_a_fresh_arena_has_all_levels(make_house_bots: Any) -> None:
    make_house_bots("greedy", "high", "low", "random")
    assert chosen() == ["low", "high", "greedy"]
    assert list(levels.levels_of("ecarte").values()) == ["easy", "easy", "medium", "strong"]


@pytest.mark.parametrize(
    ("styles", "expected"),
    [
        (["greedy"], ["greedy"] * 3),
        (["greedy", "random"], ["random", "greedy", "greedy"]),
        (["deep", "greedy", "random"], ["random", "greedy", "deep"]),
    ],
)
def test_few_bots_serve_all_levels(
    make_house_bots: Any, styles: list[str], expected: list[str]
) -> None:
    made = make_house_bots(*styles)
    assert chosen() == expected
    assert levels.level_of(made[expected[-1]].bot) == "strong"


def test_ratings_of_the_ladder_decide_once_they_are_known(make_house_bots: Any) -> None:
    made = make_house_bots("greedy", "high", "random")
    rate(made["random"], 1900)
    rate(made["greedy"], 1000, error=400)
    assert chosen() == ["high", "greedy", "random"]


def test_a_variant_has_the_bots_of_its_game(make_house_bots: Any) -> None:
    greedy = make_house_bots("greedy")["greedy"]
    assert levels.bot_for("ecarte/classic", "easy") == greedy


def test_only_active_house_bots_have_a_level(
    make_house_bots: Any, make_version: Any, alice: Any
) -> None:
    made = make_house_bots("greedy", "random")
    own = make_version(alice, ruleset="ecarte", name="greedy-ecarte")
    Bot.objects.filter(pk=made["random"].bot_id).update(active=None)
    assert levels.level_of(own.bot) is None
    assert levels.level_of(Bot.objects.get(pk=made["random"].bot_id)) is None
    assert chosen() == ["greedy"] * 3


def test_a_game_without_house_bot_is_a_clear_error() -> None:
    with pytest.raises(levels.NoHouseBot, match="no bot that plays Kozel"):
        levels.bot_for("kozel", "easy")
    with pytest.raises(ValueError, match="no level 'hard'"):
        levels.bot_for("kozel", "hard")
