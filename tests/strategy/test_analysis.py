"""The analysis of a finished game."""

import json
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from engine.ecarte.ruleset import Ecarte
from engine.errors import BadRecord
from engine.kozel.ruleset import Kozel
from engine.rulesets import RULESETS
from strategy import analysis
from strategy.analysis import analyse
from strategy.decisions import decisions
from strategy.evaluators import Analyst, NoAnalysis
from tests.strategy.random_playouts import playouts, random_record


class ByAction:
    """The lowest action is worth 0.9, all others 0.5; with noise."""

    version = "by-action"

    def __init__(self, noise: float = 0.1, best: float = 0.9) -> None:
        self.noise = noise
        self.best = best
        self.asked: list[int] = []

    def scores(
        self, knowledge: Any, actions: Sequence[int], samples: int, random: Random
    ) -> list[list[float]]:
        self.asked.append(len(actions))
        lowest = min(knowledge.sample(random).actions())
        return [
            [
                (self.best if action == lowest else 0.5) + random.gauss(0, self.noise)
                for action in actions
            ]
            for _ in range(samples)
        ]


@pytest.mark.parametrize("name", RULESETS)
def test_each_seat_decides_by_what_it_had_heard(name: str) -> None:
    record = random_record(RULESETS[name](), 7)
    for number, decision in enumerate(decisions(record, 0)):
        sample = decision.knowledge.sample(Random(number))
        assert json.dumps(sample.view(decision.seat)) == json.dumps(decision.view)
        assert tuple(sample.actions()) == decision.actions
        assert decision.played in decision.actions
        assert decision.text(decision.played) == record["games"][0]["moves"][decision.number]
        if number > 60:
            break


def test_the_same_game_gives_the_same_analysis_and_another_version_another() -> None:
    record = random_record(Ecarte(), 1, games=2)
    analyst = playouts(samples=8)
    first = analyse(record, 1, analyst)
    assert analyse(json.loads(json.dumps(record)), 1, analyst) == first
    assert first["version"] == analyst.version
    assert first["seed"] == analysis.analysis_seed(record, 1, analyst.version)
    other = analyse(record, 1, playouts(samples=12))
    assert other["seed"] != first["seed"]


def test_what_loses_clearly_is_marked_with_the_better_move_and_why() -> None:
    record = random_record(Ecarte(), 2)
    analyst = Analyst(
        ByAction(), samples=40, explain=lambda view, better, played: f"{better}, not {played}"
    )
    found = analyse(record, 0, analyst)
    by_number = {decision.number: decision.actions for decision in decisions(record, 0)}
    assert found["decisions"]
    for one in found["decisions"]:
        lowest = min(by_number[one["move"] - 1])
        texts = list(one["scores"])
        if one["better"] is None:
            assert not one["marked"]
            assert abs(one["loss"]) < 0.2
        else:
            assert one["marked"]
            assert one["loss"] == pytest.approx(0.4, abs=0.15)
            assert one["better"] == texts[0]
            assert one["why"] == f"{one['better']}, not {one['played']}"
        assert one["legal"] == len(by_number[one["move"] - 1])
        assert lowest in by_number[one["move"] - 1]
    marked = [sum(one["marked"] and one["seat"] == s for one in found["decisions"]) for s in (0, 1)]
    assert [side["marked"] for side in found["sides"]] == marked


def test_noise_alone_marks_nothing_and_costs_nothing() -> None:
    record = random_record(Ecarte(), 3)
    found = analyse(record, 0, Analyst(ByAction(noise=0.3, best=0.5), samples=30))
    assert sum(one["marked"] for one in found["decisions"]) <= 2
    for side in found["sides"]:
        assert abs(side["loss"]) < 4 * side["error"] + 0.01


def test_of_many_moves_only_the_promising_ones_and_the_played_one_are_looked_at_closely() -> None:
    record = random_record(Ecarte(), 4)
    evaluator = ByAction()
    found = analyse(record, 0, Analyst(evaluator, samples=8, candidates=3, first_look=8))
    many = [one for one in found["decisions"] if one["legal"] > 3]
    assert many
    for one in many:
        assert 3 <= len(one["scores"]) <= 4
        assert one["played"] in one["scores"]
    assert max(evaluator.asked) == max(one["legal"] for one in many)


def test_open_cards_are_luck_and_never_a_mistake() -> None:
    class Hindsight(ByAction):
        """By its knowledge all moves are equal; with open cards the last one is best."""

        def scores(
            self, knowledge: Any, actions: Sequence[int], samples: int, random: Random
        ) -> list[list[float]]:
            return [[0.5] * len(actions)] * samples

        def open_scores(
            self, knowledge: Any, state: Any, actions: Sequence[int], samples: int, random: Random
        ) -> list[list[float]]:
            return [[0.5 + 0.3 * (action == max(actions)) for action in actions]] * samples

    found = analyse(random_record(Ecarte(), 5), 0, Analyst(Hindsight(), samples=8))
    unlucky = [one for one in found["decisions"] if one["open"]["loss"] > 0]
    assert unlucky
    assert not any(one["marked"] for one in found["decisions"])
    luck = sum(side["luck"] for side in found["sides"])
    assert luck == pytest.approx(0.3 * len(unlucky), abs=0.01)


def test_the_curve_goes_from_the_first_decision_to_the_result() -> None:
    record = random_record(Ecarte(), 6)
    found = analyse(record, 0, playouts(samples=8))
    assert len(found["curve"]) == len(found["open_curve"]) == found["moves"] + 1
    assert found["curve"][-1] == record["games"][0]["scores"][0]
    assert all(0 <= point <= 1 for point in found["curve"])


def test_who_watches_the_progress_can_end_the_analysis() -> None:
    record = random_record(Ecarte(), 7)
    steps: list[tuple[int, int]] = []
    analyse(record, 0, playouts(samples=4), lambda done, of: steps.append((done, of)))
    moves = len(record["games"][0]["moves"])
    assert steps == sorted(steps)
    assert steps[-1] == (moves, moves)

    class Enough(Exception):
        pass

    def stop(done: int, of: int) -> None:
        raise Enough

    with pytest.raises(Enough):
        analyse(record, 0, playouts(), stop)


def test_a_record_that_is_foreign_or_wrong_is_refused() -> None:
    record = random_record(Ecarte(), 8)
    with pytest.raises(BadRecord, match="there is no game 2: the record has 1"):
        analyse(record, 1, playouts())
    with pytest.raises(BadRecord, match="there is no ruleset 'belote'"):
        analyse({**record, "ruleset": "belote"}, 0, playouts())
    other = {**record, "match_seed": "0" * 64}
    with pytest.raises(BadRecord, match=r"game 0, move \d+: "):
        analyse(other, 0, playouts(samples=4))


def test_a_game_without_an_evaluator_is_not_analysed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("strategy.evaluators.ANALYSTS", {})
    with pytest.raises(NoAnalysis, match="there is no analysis of kozel"):
        analyse(random_record(Kozel(), 9), 0)
