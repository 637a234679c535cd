"""The analysis of a finished game: what each decision cost, from what its seat could know.

docs/14-analysis.md explains the method and every figure. The same record, game and evaluator give
the same analysis on every machine.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, Final

from engine.errors import BadRecord
from engine.record import match_seed, ruleset_of
from engine.record_fields import get_list
from strategy.cross_fitting import Loss, exact_loss, loss_of, losses_of, mean_loss
from strategy.decisions import Decision, decisions
from strategy.evaluator import OpenEvaluator
from strategy.evaluators import Analyst, analyst_of
from strategy.score_curve import ScoreCurve

Json = dict[str, Any]

FORMAT: Final = 1  # of the analysis as JSON
MARKED_FROM: Final = 0.03  # a mistake loses more than this, beyond two standard errors
DIGITS: Final = 4


@dataclass(frozen=True)
class Judged:
    """A judged decision. All scores are expected scores of the seat's side in this game, 0 to 1.

    `scores` has those of the moves that were looked at closely, among them the played one and
    `best`. `luck` is what the move loses with all cards open, by `open_scores`; None and empty if
    the game hides nothing.
    """

    decision: Decision
    best: int
    loss: float
    error: float
    scores: dict[int, float]
    luck: float | None
    open_scores: dict[int, float]

    @property
    def marked(self) -> bool:
        """Whether it is marked as a mistake."""
        return self.best != self.decision.played and self.loss - 2 * self.error > MARKED_FROM


def analyse(
    record: Mapping[str, Any],
    index: int,
    analyst: Analyst | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Json:
    """The analysis of game `index` (from 0) of a record, as JSON (docs/14-analysis.md).

    `progress` is called at each decision with how many moves are done, of how many; what it raises
    ends the analysis. Raises BadRecord, and NoAnalysis for a game that nobody analyses.
    """
    rules = ruleset_of(record)
    analyst = analyst or analyst_of(rules)
    game = _game(record, index)
    moves = len(get_list(game, "moves", f"game {index}: "))
    seed = analysis_seed(record, index, analyst.version)
    known, opened = ScoreCurve(), ScoreCurve()
    listed: list[Json] = []
    losses: tuple[list[float], list[float]] = ([], [])
    for decision in decisions(record, index):
        progress(decision.number, moves)
        judged = judge(decision, analyst, Random(f"{seed}:{decision.number}"))
        listed.append(_as_json(judged, analyst))
        side, played = decision.seat % 2, decision.played
        losses[side].append(judged.loss)
        known.add(decision.number, side, judged.scores[judged.best], judged.scores[played])
        if judged.open_scores:
            most = max(judged.open_scores.values())
            opened.add(decision.number, side, most, judged.open_scores[played])
    progress(moves, moves)
    final = game["scores"][0] if game.get("scores") else None
    return {
        "format": FORMAT,
        "ruleset": rules.name,
        "version": analyst.version,
        "seed": seed,
        "game": index + 1,
        "moves": moves,
        "curve": known.points(moves, final),
        "open_curve": opened.points(moves, final),
        "decisions": listed,
        "sides": [_side(listed, side, losses[side]) for side in (0, 1)],
    }


def judge(decision: Decision, analyst: Analyst, random: Random) -> Judged:
    """Judges one decision.

    Where there are many moves, a first look at all of them with few samples chooses those that are
    looked at closely, with new samples: so the first look flatters none of them.
    """
    actions, found = decision.actions, None
    if len(actions) > analyst.candidates:
        rows = analyst.evaluator.scores(decision.knowledge, actions, analyst.first_look, random)
        if len(rows) == 1:
            found = exact_loss(rows[0], actions.index(decision.played))
        else:
            actions = _promising(actions, rows, analyst.candidates, decision.played)
    if found is None:
        scores = partial(analyst.evaluator.scores, decision.knowledge)
        found = _estimated(scores, actions, decision.played, analyst.samples, random)
    luck: float | None = None
    open_scores: dict[int, float] = {}
    if isinstance(analyst.evaluator, OpenEvaluator):
        scores = partial(analyst.evaluator.open_scores, decision.knowledge, decision.state)
        opened = _estimated(scores, actions, decision.played, analyst.open_samples, random)
        luck, open_scores = opened.loss, dict(zip(actions, opened.means, strict=True))
    return Judged(
        decision,
        actions[found.best],
        found.loss,
        found.error,
        dict(zip(actions, found.means, strict=True)),
        luck,
        open_scores,
    )


def _promising(
    actions: Sequence[int], rows: Sequence[Sequence[float]], most: int, played: int
) -> tuple[int, ...]:
    """Those of the actions that look best in these rows, at most `most`, and the played one."""
    sums = [sum(column) for column in zip(*rows, strict=True)]
    order = sorted(range(len(actions)), key=lambda place: (-sums[place], place))
    kept = {actions[place] for place in order[:most]} | {played}
    return tuple(action for action in actions if action in kept)


def _estimated(
    scores: Callable[[Sequence[int], int, Random], list[list[float]]],
    actions: Sequence[int],
    played: int,
    samples: int,
    random: Random,
) -> Loss:
    """The loss by two independent halves: an evaluator may use a sample more than once in one."""
    place = actions.index(played)
    first = scores(actions, samples // 2, random)
    if len(first) == 1:
        return exact_loss(first[0], place)
    return loss_of(first, scores(actions, samples - samples // 2, random), place)


def analysis_seed(record: Mapping[str, Any], index: int, version: str) -> str:
    """The seed of an analysis, in hexadecimal: it follows from the match's seed. Raises
    BadRecord."""
    text = f"analysis:{match_seed(record).hex()}:{index}:{version}"
    return hashlib.sha256(text.encode()).hexdigest()


def _game(record: Mapping[str, Any], index: int) -> Mapping[str, Any]:
    games = get_list(record, "games", "")
    if not 0 <= index < len(games):
        raise BadRecord(f"there is no game {index + 1}: the record has {len(games)}")
    game: Mapping[str, Any] = games[index]
    return game


def _as_json(judged: Judged, analyst: Analyst) -> Json:
    decision, scores = judged.decision, judged.scores
    played = decision.text(decision.played)
    better = None if judged.best == decision.played else decision.text(judged.best)
    order = sorted(scores, key=lambda action: (-scores[action], action != decision.played))
    found: Json = {
        "move": decision.number + 1,
        "seat": decision.seat,
        "played": played,
        "better": better,
        "loss": round(judged.loss, DIGITS),
        "error": round(judged.error, DIGITS),
        "marked": judged.marked,
        "legal": len(decision.actions),
        "scores": {decision.text(action): round(scores[action], DIGITS) for action in order},
        "why": analyst.explain(decision.view, better, played) if better and judged.loss > 0 else "",
        "open": None,
    }
    if opened := judged.open_scores:
        best = max(opened, key=lambda action: (opened[action], action == decision.played))
        found["open"] = {
            "best": decision.text(best),
            "score": round(opened[best], DIGITS),
            "played": round(opened[decision.played], DIGITS),
            "loss": round(judged.luck or 0.0, DIGITS),
        }
    return found


def _side(listed: list[Json], side: int, losses: list[float]) -> Json:
    """The accuracy of a side. `total` and `squares` are for means over many games."""
    sums = losses_of(losses)
    mean = mean_loss([sums])
    luck = sum(
        one["open"]["loss"]
        for one in listed
        if one["seat"] % 2 == side and one["open"] and not one["marked"]
    )
    return {
        "decisions": sums.decisions,
        "loss": round(mean.loss, DIGITS) if mean else None,
        "error": round(mean.error, DIGITS) if mean else None,
        "total": round(sums.total, 6),
        "squares": round(sums.squares, 6),
        "marked": sum(one["marked"] for one in listed if one["seat"] % 2 == side),
        "luck": round(luck, DIGITS),
    }
