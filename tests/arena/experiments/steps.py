"""Steps of the tests of experiments."""

from typing import Any

from arena.experiments import sequential_test
from arena.experiments.models import Experiment
from referee.statistics.sprt import Test
from tests.arena.ending import end, settle


def start(versions: Any, user: Any, **changes: Any) -> Experiment:
    settings = {"max_pairs": 100, "batch": 5} | changes
    return sequential_test.start(user, *versions, Test(0, 50), **settings)


def play_next(experiment: Experiment, score: float) -> None:
    row = experiment.matches.filter(match__state="queued").order_by("number")[0]
    settle(end(row.match, score, row.match.games - score))
    experiment.refresh_from_db()


def play_to_the_end(experiment: Experiment, score: float) -> None:
    while experiment.state == Experiment.State.RUNNING:
        play_next(experiment, score)
