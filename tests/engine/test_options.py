"""Rulesets by name, and their options."""

import pytest

from engine.errors import BadOption
from engine.kozel.ruleset import Kozel
from engine.options import parse_assignments
from engine.rulesets import RULESETS, VARIANTS, ruleset


def test_a_ruleset_without_options_plays_the_seed() -> None:
    for name in RULESETS:
        assert ruleset(name).name == name
        assert ruleset(name).options == {}


def test_the_defaults_of_a_class_are_those_of_its_options() -> None:
    for kind in RULESETS.values():
        for name, option in kind.OPTIONS.items():
            assert getattr(kind(), name) == option.default
            assert option.parse(name, option.default) == option.default
            assert option.help


def test_options_are_read_as_values_or_as_text() -> None:
    assert ruleset("kozel", {"limit": "6", "molodka": "own_turn"}) == Kozel("own_turn", limit=6)
    assert ruleset("kozel", {"limit": 6}).options == {"limit": 6}
    assert ruleset("ecarte", {"must_trump": "true"}).options == {"must_trump": True}
    assert ruleset("ecarte", {"must_trump": False}).options == {}


def test_options_are_written_name_equals_value_and_a_name_alone_is_true() -> None:
    assert parse_assignments(["limit=6", "molodka=off"]) == {"limit": "6", "molodka": "off"}
    assert parse_assignments(["must_trump"]) == {"must_trump": "true"}
    with pytest.raises(BadOption, match="limit is given twice"):
        parse_assignments(["limit=6", "limit=7"])


def test_a_named_variant_is_its_ruleset_with_options() -> None:
    assert ruleset("ecarte/classic").options == {"must_trump": True, "vulnerability": "classic"}
    assert ruleset("svoi-kozyri/mirror").options == {"deal": "mirror"}
    for name, (base, options) in VARIANTS.items():
        assert ruleset(name) == ruleset(base, options)
    assert ruleset("ecarte/classic", {"must_trump": "false"}).options == {
        "vulnerability": "classic"
    }


@pytest.mark.parametrize("name", ["", "chess", "Kozel", "kozel/classic", "ecarte ", "x" * 5000])
def test_the_error_for_an_unknown_ruleset_lists_the_known_ones(name: str) -> None:
    with pytest.raises(BadOption, match=f"there are {', '.join([*RULESETS, *VARIANTS])}"):
        ruleset(name)


@pytest.mark.parametrize("name", [None, [], {}, 1, ["kozel"], b"kozel"])
def test_a_name_that_is_not_a_text_is_an_unknown_ruleset(name: object) -> None:
    with pytest.raises(BadOption, match=r"there is no ruleset of type .*; there are kozel"):
        ruleset(name)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", RULESETS)
def test_an_option_given_as_none_is_refused(name: str) -> None:
    for option in RULESETS[name].OPTIONS:
        with pytest.raises(BadOption, match=f"option {option} takes .*, not None"):
            ruleset(name, {option: None})


@pytest.mark.parametrize("name", RULESETS)
def test_the_error_for_an_unknown_option_lists_the_known_ones(name: str) -> None:
    for option in ("speed", "", "LIMIT", "x" * 5000, None, 10**5000):
        with pytest.raises(BadOption, match=r"has no option .* it has ") as error:
            ruleset(name, {option: 1})  # type: ignore[dict-item]
        assert all(known in str(error.value) for known in RULESETS[name].OPTIONS)
        assert len(str(error.value)) < 400


@pytest.mark.parametrize(
    ("name", "option", "value"),
    [
        ("kozel", "molodka", "sometimes"),
        ("kozel", "molodka", True),
        ("kozel", "trump_card", ""),
        ("kozel", "limit", 0),
        ("kozel", "limit", -1),
        ("kozel", "limit", 101),
        ("kozel", "limit", "twelve"),
        ("kozel", "limit", "1e3"),
        ("kozel", "limit", "9" * 5000),
        ("kozel", "limit", 12.0),
        ("kozel", "molodka", None),
        ("kozel", "molodka", ["off"]),
        ("svoi-kozyri", "draw_rule", None),
        ("svoi-kozyri", "draw_rule", 1.0),
        ("ecarte", "vulnerability", None),
        ("kozel", "limit", True),
        ("kozel", "limit", None),
        ("kozel", "limit", [12]),
        ("kozel", "max_deals", "0"),
        ("kozel", "max_deals", 1001),
        ("svoi-kozyri", "deal", "mirrored"),
        ("svoi-kozyri", "voluntary_take", "maybe"),
        ("svoi-kozyri", "trumps", "S,H"),
        ("svoi-kozyri", "max_plies", 0),
        ("svoi-kozyri", "draw_rule", 2),
        ("ecarte", "must_trump", "often"),
        ("ecarte", "vulnerability", "seeds"),
        ("ecarte", "dealer_min", 2),
        ("ecarte", "target", 1),
    ],
)
def test_the_error_for_a_wrong_value_lists_the_allowed_ones(
    name: str, option: str, value: object
) -> None:
    with pytest.raises(BadOption, match=f"option {option} takes .*, not ") as error:
        ruleset(name, {option: value})
    assert len(str(error.value)) < 300


@pytest.mark.parametrize("option", ["limit", "molodka"])
def test_a_number_with_thousands_of_digits_is_refused_too(option: str) -> None:
    for value in (10**5000, -(10**5000)):
        with pytest.raises(BadOption, match=f"option {option} takes .*, not a value of type int"):
            ruleset("kozel", {option: value})
    with pytest.raises(BadOption, match="no ruleset of type int"):
        ruleset(10**5000)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("value", "shown"),
    [("x" * 99, repr("x" * 80)), (101, "101"), (12.5, "12.5"), (None, "None"), ([1], "type list")],
)
def test_the_error_for_a_wrong_value_shows_it_shortly(value: object, shown: str) -> None:
    with pytest.raises(BadOption, match=f"{shown}$"):
        ruleset("kozel", {"limit": value})


@pytest.mark.parametrize("given", [["limit"], "limit=3", 7])
def test_options_that_are_not_names_with_values_are_refused(given):
    with pytest.raises(BadOption, match=f"not of type {type(given).__name__}"):
        ruleset("kozel", given)
