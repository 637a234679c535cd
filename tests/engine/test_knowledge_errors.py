"""Events and views that contradict each other, or that no game can show: clear errors."""

import copy
import json
import random
from typing import Any

import pytest

from engine.errors import BadObservation
from engine.knowledge import Knowledge
from engine.ruleset import Event, Ruleset, View
from engine.rulesets import ruleset
from tests.engine.games import play_out, start
from tests.engine.hearing import KNOWING, every_knowing_ruleset, observed, rng_of

GAMES = pytest.mark.parametrize("name", KNOWING)


def messages(rules: Ruleset, number: int, turns: int) -> list[tuple[list[Event], View]]:
    """What seat 0 is told in the first turns of a random game, one event at a time."""
    state = start(rules, number)
    rng = random.Random(number)
    told: list[tuple[list[Event], View]] = [([], state.view(0))]
    while len(told) < turns and state.seat is not None:
        events = observed(state, rng.choice(state.legal()), rules.seats)[0]
        if state.seat is not None:
            told.append((events, state.view(0)))
    return json.loads(json.dumps(told))  # as they come through a pipe


def says(error: BadObservation) -> str:
    """The first line of a message, which says all and is not long."""
    text = str(error)
    assert "\n" not in text
    assert 20 < len(text) < 400
    return text


def told(rules: Ruleset, number: int, turns: int) -> Knowledge[Any]:
    knowledge = rules.knowledge(0)
    for events, view in messages(rules, number, turns):
        knowledge.hear(events, view)
    return knowledge


@every_knowing_ruleset
def test_an_event_that_was_left_out_is_noticed(rules: Ruleset) -> None:
    rng = rng_of(1)
    every = messages(rules, 2, 40)
    for turn in range(1, len(every) - 1):
        if not every[turn][0] or every[turn][1]["phase"] == "choose":
            continue
        knowledge = rules.knowledge(0)
        for events, view in every[:turn]:
            knowledge.hear(events, view)
        later = turn + rng.randrange(1, len(every) - turn)
        events = [event for seen, _ in every[turn + 1 : later + 1] for event in seen]
        if not events or any("deal" in event for event in events):
            continue
        with pytest.raises(BadObservation) as error:
            knowledge.hear(events, every[later][1])
        says(error.value)


@GAMES
def test_a_view_in_which_anything_differs_from_the_events_is_noticed(name: str) -> None:
    """Every key of every view of some turns, set to what it is in another game."""
    rules = ruleset(name)
    every = messages(rules, 4, 25)
    others = messages(rules, 6, 25)
    tried = set()
    for turn in range(1, len(every)):
        events, view = every[turn]
        if not events or any("deal" in event for event in events):
            continue
        for key, value in others[turn][1].items():
            if value == view[key]:
                continue
            knowledge = rules.knowledge(0)
            for earlier in every[:turn]:
                knowledge.hear(*earlier)
            with pytest.raises(BadObservation) as error:
                knowledge.hear(events, {**view, key: value})
            says(error.value)
            tried.add(key)
    assert len(tried) >= 5


@GAMES
def test_anything_else_than_a_view_and_events_is_an_error(name: str) -> None:
    rules = ruleset(name)
    rng = rng_of(2)
    events, view = messages(rules, 2, 6)[-1]
    wrong: list[Any] = [None, 7, -1, "XX", [], {}, [["6S"]], {"seat": 9}, 10**30, 2.5]
    for key in view:
        for value in wrong:
            spoilt = {**view, key: value}
            if spoilt == view:
                continue
            for known in (rules.knowledge(0), told(rules, 2, 5)):
                for said in (events, []):
                    try:
                        known.hear(said, copy.deepcopy(spoilt))
                        known.sample(rng)
                    except BadObservation as error:
                        says(error)
    for spoilt_events in ([{}], [{"seat": 0}], [{"move": "pass"}], [7], [None], 5, ["x"]):
        with pytest.raises(BadObservation) as error:
            told(rules, 2, 5).hear(spoilt_events, view)  # type: ignore[arg-type]
        says(error.value)
    for none in (None, 5, [], {}, "view"):
        with pytest.raises(BadObservation) as error:
            rules.knowledge(0).hear([], none)  # type: ignore[arg-type]
        says(error.value)


@GAMES
def test_after_an_error_it_begins_anew(name: str) -> None:
    rules = ruleset(name)
    knowledge = told(rules, 2, 5)
    view = messages(rules, 2, 6)[-1][1]
    with pytest.raises(BadObservation):
        knowledge.hear([{"seat": 5, "move": "no"}], view)
    with pytest.raises(BadObservation, match="nothing was heard yet: call hear before sample"):
        knowledge.sample(rng_of(3))
    knowledge.hear([], view)
    assert knowledge.sample(rng_of(3)).view(0) == view


@pytest.mark.parametrize("name", ["kozel", "ecarte"])
def test_the_view_of_another_deal_than_the_one_that_began_is_an_error(name: str) -> None:
    view = start(ruleset(name), 2).view(0)
    with pytest.raises(BadObservation) as error:
        ruleset(name).knowledge(0).hear([{"deal": 3}], view)
    assert says(error.value) == (
        "events, {'deal': 3}: the view is of deal 0; pass the view after the last event"
    )


@GAMES
def test_a_seat_that_the_game_does_not_have_is_an_error(name: str) -> None:
    rules = ruleset(name)
    for seat in (-1, rules.seats, 99, None, "0"):
        with pytest.raises(BadObservation, match=rf"seat .*: {name} has seats 0 to \d; name one"):
            rules.knowledge(seat)


def test_a_deck_with_cards_of_another_game_is_an_error() -> None:
    with pytest.raises(BadObservation, match="deck: it has cards that ecarte is not played with"):
        ruleset("ecarte").knowledge(0, deck=1)


@GAMES
def test_a_game_that_is_over_has_no_samples(name: str) -> None:
    rules = ruleset(name)
    knowledge = rules.knowledge(1)
    knowledge.hear([], play_out(start(rules, 3), 3).view(1))
    with pytest.raises(BadObservation, match="the game is over"):
        knowledge.sample(rng_of(1))


@GAMES
def test_the_views_of_another_game_are_an_error(name: str) -> None:
    for other in set(KNOWING) - {name}:
        view = start(ruleset(other), 2).view(0)
        with pytest.raises(BadObservation):
            ruleset(name).knowledge(0).hear([], view)
