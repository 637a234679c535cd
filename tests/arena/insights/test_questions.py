"""The decisions that the statistics find in games, and what they paid."""

import random
from typing import Any

import pytest

from arena.games.questions import Decision, questions_of, turns
from engine.ecarte.moves import KINGS
from engine.randomness import pair_seed
from engine.rulesets import RULESETS, VARIANTS, ruleset

SEED = bytes(range(32))


Record = dict[str, Any]


def random_game(name: str, number: int) -> Record:
    """The record of a game with random moves. The same each time."""
    rules = ruleset(name)
    rng = random.Random(number)
    state = rules.start(pair_seed(SEED, number))
    moves = []
    while state.seat is not None:
        move = rng.choice(state.legal())
        moves.append(state.text(move))
        state.play(move)
    return {
        "ruleset": rules.name,
        "options": dict(rules.options),
        "match_seed": SEED.hex(),
        "games": [{"pair": number, "leg": 0, "moves": moves}],
    }


def decisions(record: Record) -> list[Decision]:
    questions = questions_of(record["ruleset"])
    assert questions is not None
    return list(questions.decisions(turns(record, 0)))


def end(record: Record) -> Any:
    """The state after the last move."""
    for state, _move in turns(record, 0):
        last = state
    return last


@pytest.mark.parametrize("name", [*RULESETS, *VARIANTS])
def test_every_decision_of_a_random_game_has_a_label_for_its_hand_and_choice(name: str) -> None:
    questions = questions_of(VARIANTS.get(name, (name,))[0])
    assert questions is not None
    found: set[str] = set()
    for number in range(5):
        for decision in decisions(random_game(name, number)):
            question = questions.find(decision.question)
            assert decision.hand in question.hands, decision
            assert decision.choice in question.choices, decision
            found.add(decision.question)
    assert found == {question.key for question in questions.questions}


@pytest.mark.parametrize("number", range(20))
def test_the_deals_of_ecarte_pay_all_points_of_the_game_but_those_of_turned_kings(
    number: int,
) -> None:
    record = random_game("ecarte", number)
    state = end(record)
    expected = state.points[0] - state.points[1]
    deal = -1
    for state, _move in turns(record, 0):
        if state.deal != deal and state.turned == KINGS[state.trump]:
            expected -= 1 if state.dealer == 0 else -1
        deal = state.deal
    paid, proposer = 0.0, -1
    for decision in decisions(record):
        # The seats take turns as the one who proposes or stands: the other one is a new deal.
        if decision.question == "propose" and decision.seat != proposer:
            proposer = decision.seat
            paid += decision.payoff if proposer == 0 else -decision.payoff
    assert paid == expected


@pytest.mark.parametrize("number", range(10))
def test_the_tricks_of_a_deal_of_kozel_pay_120_points(number: int) -> None:
    record = random_game("kozel", number)
    led = [
        decision.payoff
        for decision in decisions(record)
        if decision.question == "lead" or decision.choice == "claim"
    ]
    assert sum(map(abs, led)) == 120 * (end(record).deal + 1)


def test_a_reply_in_kozel_pays_what_its_trick_pays_the_leader_or_the_opposite() -> None:
    tricks: list[Decision] = []
    for decision in decisions(random_game("kozel", 3)):
        if decision.question == "lead":
            lead = decision
        elif decision.question == "reply" and tricks.append(decision) is None:
            same = decision.seat % 2 == lead.seat % 2
            assert decision.payoff == (lead.payoff if same else -lead.payoff)
    assert len(tricks) > 20


def test_every_decision_of_svoi_kozyri_pays_the_score_of_the_game() -> None:
    record = random_game("svoi-kozyri", 4)
    scores = end(record).scores()
    found = decisions(record)
    assert len(found) == len(record["games"][0]["moves"])
    assert all(decision.payoff == scores[decision.seat] for decision in found)


def test_a_game_that_a_fault_ended_has_the_decisions_of_the_deals_before_it() -> None:
    record = random_game("ecarte", 1)
    whole = decisions(record)
    record["games"][0]["moves"] = record["games"][0]["moves"][:-1]
    assert 0 < len(decisions(record)) < len(whole)
    assert whole[: len(decisions(record))] == decisions(record)
