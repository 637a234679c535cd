"""Matches for tests: created, and played in this process by the engine alone."""

import random
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.db.models.functions import Now

import engine
from arena.matches import lifecycle, queue
from arena.matches.models import Attempt, Match
from engine import randomness, rulesets
from engine.record import leg_and_pair, sides_in
from referee.play.clock import Clock
from referee.play.match import MatchResult

BOTS = Path(__file__).with_name("sample_bots")
CLOCK = Clock(start_ms=20_000, move_ms=500, bank_ms=20_000)


def source(name: str) -> str:
    """The program of one of the bots beside this file."""
    return (BOTS / f"{name}.py").read_text()


def make_match(version0: Any, version1: Any, **changes: Any) -> Match:
    """A rated ladder match of one pair in the queue, in the game of the first version."""
    given: dict[str, Any] = {
        "ruleset": version0.bot.ruleset,
        "options": {},
        "pairs": 1,
        "clock": CLOCK,
        "queue": "ladder",
        "rated": True,
    } | changes
    ruleset, options = given.pop("ruleset"), given.pop("options")
    return queue.create(ruleset, options, version0, version1, **given)


def played(match: Match, choice: int = 0) -> MatchResult:
    """A correct result of random games, a different one for each `choice`."""
    match = Match.objects.get(pk=match.pk)
    seed = bytes(match.seed)
    rules = rulesets.ruleset(match.ruleset, match.options)
    picks = random.Random(choice)
    games: list[dict[str, Any]] = []
    times: tuple[list[Any], list[Any]] = ([], [])
    scores = [0.0, 0.0]
    for index in range(2 * match.pairs):
        leg, pair = leg_and_pair(index, match.pairs)
        sides = list(sides_in(leg))
        state = rules.start(randomness.pair_seed(seed, pair))
        moves: list[str] = []
        for side in (0, 1):
            times[side].append([])
        while state.seat is not None:
            times[sides[state.seat % 2]][-1].append([len(moves), 1.5, 1.0, 0.25])
            move = picks.choice(state.legal())
            moves.append(state.text(move))
            state.play(move)
        for side, score in zip(sides, state.scores(), strict=True):
            scores[side] += score
        games.append(
            {
                "pair": pair,
                "leg": leg,
                "sides": sides,
                "moves": moves,
                "ms": [1.5] * len(moves),
                "notes": {},
                "scores": list(state.scores()),
                "reason": "normal",
                "fault": None,
            }
        )
    record = {
        "format": "goat-record/2",
        "engine": engine.VERSION,
        "ruleset": rules.name,
        "options": dict(rules.options),
        "match_seed": seed.hex(),
        "commitment": match.commitment,
        "bots": [
            {"name": str(version.bot), "version": version.number, "sha256": version.sha256}
            for version in (match.version0, match.version1)
        ],
        "clock": match.clock,
        "pairs": match.pairs,
        "games": games,
        "scores": scores,
    }
    return MatchResult(record, ("first bot's words\n", "second bot's words\n"), times)


def claim(match: Match, worker: str = "host:1:main") -> Attempt:
    """The running attempt of a match that is queued."""
    attempt = lifecycle.claim(match.pk, worker)
    assert attempt is not None
    return attempt


def expire(match: Match) -> None:
    """The lease of the match's running attempt has ended."""
    match.attempts.running().update(lease_until=Now() - timedelta(seconds=1))


def finish(match: Match, choice: int = 0) -> Match:
    """Claims the match and submits the result of `played`; the finished match."""
    lifecycle.submit_result(claim(match).token, played(match, choice))
    return Match.objects.get(pk=match.pk)


def state(match: Match) -> str:
    """The match's state in the database."""
    return Match.objects.get(pk=match.pk).state


def outcomes(match: Match) -> list[str]:
    """The outcomes of the match's attempts, in order."""
    return list(match.attempts.order_by("number").values_list("outcome", flat=True))
