"""The sample game and the sample request of a rules page."""

import json
from typing import Any

import pytest

from arena.games import sample_game, sample_request
from engine.rulesets import RULESETS, VARIANTS, ruleset

every_ruleset = pytest.mark.parametrize("name", RULESETS)


def views(frames: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The whole views, put together as the viewer does."""
    view: dict[str, Any] = {}
    return [view := view | changes for changes in frames]


@every_ruleset
def test_a_sample_is_the_first_deal_of_a_game_to_its_end(name: str) -> None:
    sample = sample_game.frames(name)
    deals = [view.get("deal", 0) for view in views(sample["frames"])]
    assert deals[:-1] == [0] * (len(deals) - 1)
    over = views(sample["frames"])[-1]["phase"] == "over"
    assert sample["excerpt"] != over
    assert over or deals[-1] == 1


@every_ruleset
def test_a_seat_sees_its_hand_and_not_those_of_the_others(name: str) -> None:
    for seat in range(RULESETS[name].seats):
        first = sample_game.frames(name, seat)["frames"][0]
        assert first["hand"] == sample_game.frames(name)["frames"][0]["hands"][seat]


@every_ruleset
def test_the_request_shows_the_first_legal_moves_and_says_if_there_are_more(name: str) -> None:
    text = sample_request.request(name)
    shown = json.loads(text.replace(", …]", "]"))["legal"]
    assert 1 <= len(shown) <= sample_request.LEGAL_SHOWN
    assert (", …]" in text) <= (len(shown) == sample_request.LEGAL_SHOWN)


def test_the_request_of_kozel_leaves_out_most_moves() -> None:
    assert ", …]" in sample_request.request("kozel")


@every_ruleset
def test_every_option_is_listed_with_its_values_and_default(name: str) -> None:
    listed = sample_request.options(name)
    assert [row["name"] for row in listed] == list(RULESETS[name].OPTIONS)
    for row in listed:
        assert row["help"]
        assert row["default"]


def test_a_range_of_numbers_is_written_with_its_ends() -> None:
    values = {row["name"]: row["values"] for row in sample_request.options("kozel")}
    assert values["limit"] == "1 – 100"
    assert values["molodka"] == "windows, own_turn, off"


@pytest.mark.django_db
@every_ruleset
def test_a_rules_page_names_the_variants_of_its_game_only(client: Any, name: str) -> None:
    page = client.get(f"/rules/{name}/").text
    for variant, (base, _) in VARIANTS.items():
        assert (f"<code>{variant}</code> (" in page) == (base == name)


@pytest.mark.django_db
@every_ruleset
def test_a_rules_page_says_whether_its_sample_is_a_deal_or_a_whole_game(
    client: Any, name: str
) -> None:
    page = client.get(f"/rules/{name}/").text
    goes_on = ruleset(name).start(bytes(32)).view(0).get("deal") is not None
    assert ("A deal to click through" in page) == goes_on
    assert ("A game to click through" in page) != goes_on
