"""Easy, medium and strong house bots."""

from collections.abc import Callable
from typing import Any

import pytest

from arena.bots.models import Bot, Version
from arena.bots.reference import house
from arena.people import levels
from arena.people.models import BotRating, LevelOrder
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


def met_people(version: Version, rating: float, games: int = 20, people: int = 3) -> None:
    BotRating.objects.update_or_create(
        bot=version.bot,
        pool="ecarte",
        defaults={
            "rating": rating,
            "error": 60,
            "games": games,
            "people": people,
            "played": games,
        },
    )


def test_people_decide_once_they_have_met_a_bot_often_enough(make_house_bots: Any) -> None:
    made = make_house_bots("greedy", "high", "random")
    rate(made["random"], 1100)
    rate(made["high"], 1400)
    rate(made["greedy"], 1900)
    met_people(made["greedy"], 1250, games=19)
    assert chosen() == ["random", "high", "greedy"]
    met_people(made["greedy"], 1250, games=90, people=2)
    assert chosen() == ["random", "high", "greedy"]
    met_people(made["greedy"], 1250, games=20)
    assert chosen() == ["random", "greedy", "high"]


def test_levels_do_not_flap_between_bots_of_the_same_strength(make_house_bots: Any) -> None:
    made = make_house_bots("greedy", "high", "random")
    levels.sweep()
    before = chosen()
    met_people(made["high"], levels.GUESSES["greedy"] + 40)
    levels.sweep()
    assert chosen() == before
    met_people(made["high"], levels.GUESSES["greedy"] + 60)
    levels.sweep()
    assert chosen() == ["random", "greedy", "high"]
    met_people(made["high"], levels.GUESSES["greedy"] + 40)
    levels.sweep()
    assert chosen() == ["random", "greedy", "high"]


def test_a_new_bot_takes_its_place_in_the_order(make_house_bots: Any) -> None:
    made = make_house_bots("greedy", "random")
    levels.sweep()
    made |= make_house_bots("high")
    assert chosen() == ["random", "high", "greedy"]
    levels.sweep()
    assert dict(LevelOrder.objects.values_list("bot", "place")) == {
        made[style].bot_id: place for place, style in enumerate(["random", "high", "greedy"])
    }
