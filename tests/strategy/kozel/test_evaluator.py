"""The scores of moves of Kozel that replays show, and why a move is better."""

from random import Random

import pytest

from engine.kozel.ruleset import Kozel
from engine.kozel.state import KozelState
from strategy.kozel.evaluator import EVALUATOR
from tests.strategy.kozel.games import decisions
from tests.strategy.kozel.test_player import FEED_THE_PARTNER, LEAD_THE_ACE, TRUMP_THE_ACE


def scores(state: KozelState, samples: int, seed: int = 1) -> dict[str, float]:
    """By move: its mean score."""
    assert state.seat is not None
    knowledge = Kozel().knowledge(state.seat)
    knowledge.hear([], state.view(state.seat))
    rows = EVALUATOR.scores(knowledge, state.actions(), samples, Random(seed))
    means = [sum(column) / samples for column in zip(*rows, strict=True)]
    return {
        state.text(state.move(action)): mean
        for action, mean in zip(state.actions(), means, strict=True)
    }


def test_a_row_a_sample_and_a_column_an_action_between_0_and_1():
    rules = Kozel()
    known = [rules.knowledge(seat) for seat in range(4)]
    judged = 0
    for state, seat, events in decisions(rules, 4):
        known[seat].hear(events, state.view(seat))
        actions = state.actions()
        if len(actions) > 1:
            rows = EVALUATOR.scores(known[seat], actions, 3, Random(judged))
            assert [len(row) for row in rows] == [len(actions)] * 3
            rows += EVALUATOR.open_scores(known[seat], state, actions, 3, Random(judged))
            assert all(0 <= score <= 1 for row in rows for score in row)
            judged += 1
        if judged == 60:
            break


@pytest.mark.parametrize(
    "state, move",
    [(TRUMP_THE_ACE, "beat 6S"), (FEED_THE_PARTNER, "drop TD"), (LEAD_THE_ACE, "lead AH")],
)
def test_the_winning_move_has_the_highest_score(state, move):
    found = scores(state, 20)
    assert max(found, key=lambda text: found[text]) == move
    assert found[move] == 1 > max(score for text, score in found.items() if text != move)


def test_both_sides_of_a_decided_deal_count_alike():
    """The position turned by one seat, so that the sides change places, has the same scores."""
    text = TRUMP_THE_ACE.position()
    fields = dict(word.split("=") for word in text.split())

    def turned(name: str) -> str:
        parts = fields[name].split("/")
        return "/".join(parts[-1:] + parts[:-1])

    for name in ("hands", "dropped", "returned", "points", "tricks", "taken", "penalties"):
        fields[name] = turned(name)
    fields["leader"] = str((int(fields["leader"]) + 1) % 4)
    fields.pop("asked")
    other = Kozel().position(" ".join(f"{name}={value}" for name, value in fields.items()))
    assert other.seat == 1
    assert scores(other, 20) == scores(TRUMP_THE_ACE, 20)


def test_the_same_generator_gives_the_same_scores():
    state = Kozel().start(bytes(range(32)))
    assert scores(state, 8, seed=3) == scores(state, 8, seed=3) != scores(state, 8, seed=4)


def test_no_samples_and_no_actions_are_refused():
    knowledge = Kozel().knowledge(0)
    with pytest.raises(ValueError, match="0 samples"):
        EVALUATOR.scores(knowledge, (1, 2), 0, Random(1))
    with pytest.raises(ValueError, match="0 actions"):
        EVALUATOR.scores(knowledge, (), 5, Random(1))


@pytest.mark.parametrize(
    "state, better, played, why",
    [
        (TRUMP_THE_ACE, "beat 6S", "drop TD", "takes a trick worth 11 points for sure"),
        (FEED_THE_PARTNER, "drop TD", "drop 7C", "feeds the partner's safe trick"),
        (LEAD_THE_ACE, "lead AH", "lead 6C", "nobody can beat this lead any more"),
        (TRUMP_THE_ACE, "drop TD", "drop 6S", "keeps the trumps"),
        (LEAD_THE_ACE, "lead 6C", "lead AH", "does not risk the points"),
    ],
)
def test_a_rule_of_thumb_says_why(state, better, played, why):
    assert EVALUATOR.explain(state.view(state.seat), better, played) == why


def test_where_no_rule_of_thumb_fits_nothing_is_said():
    state = Kozel().position("hands=6C6D/7C7D/8C8D/9C9D exposed=6S points=60/60 tricks=3/4")
    assert EVALUATOR.explain(state.view(0), "lead 6C", "lead 6D") == ""
