"""Example games for kits: what a bot is told during a game, and a record for `goat replay`.

The moves are random, but the same each time. The rules and the referee's own messages make them,
so they are right for every game and every option.
"""

import random
from collections.abc import Mapping
from typing import Any

import engine
from engine.digest import sha256
from engine.faults import Reason
from engine.randomness import commitment, pair_seed
from engine.record import FORMAT, LEGS
from engine.ruleset import Ruleset, State
from referee.play.clock import Clock
from referee.play.game import GameResult
from referee.play.game_record import game_record
from referee.play.observations import Observations, play_and_observe
from referee.play.protocol import VERSION, Bye, GameOver, GameStart, Hello, line

MATCH_SEED = sha256(b"an example game of a starter kit").digest()
_CLOCK = Clock()
_NAMES = ("example/left", "example/right")


def messages(rules: Ruleset, record: Mapping[str, Any], seat: int = 0) -> bytes:
    """The lines that the bot in this seat reads during the first game of a record."""
    game = record["games"][0]
    state = rules.start(pair_seed(MATCH_SEED, 0))
    watching = [Observations(other, 1) for other in range(rules.seats)]
    lines = [_hello(rules, seat, 2), line(GameStart(1, seat, seat % 2))]
    for text in game["moves"]:
        if state.seat == seat:
            lines.append(_request(state, watching[seat]))
        play_and_observe(watching, state, state.parse(text))
    lines.append(line(GameOver(1, state.scores(), Reason.NORMAL)))
    return b"".join([*lines, line(Bye())])


def position_messages(rules: Ruleset, text: str) -> bytes:
    """The lines that lead a bot to the position which this text describes."""
    state = rules.position(text)
    seat = state.seat
    assert seat is not None, "the game is over"
    start = [_hello(rules, seat, 1), line(GameStart(1, seat, seat % 2))]
    return b"".join([*start, _request(state, Observations(seat, 1)), line(Bye())])


def record(rules: Ruleset) -> dict[str, Any]:
    """The record of a match of one pair: two games with the same deal."""
    games = [_game(rules, leg) for leg in range(LEGS)]
    scores = [0.0, 0.0]
    for game in games:
        for side, bot in enumerate(game["sides"]):
            scores[bot] += game["scores"][side]
    program = sha256(b"").hexdigest()
    return {
        "format": FORMAT,
        "engine": engine.VERSION,
        "ruleset": rules.name,
        "options": dict(rules.options),
        "match_seed": MATCH_SEED.hex(),
        "commitment": commitment(MATCH_SEED),
        "bots": [{"name": name, "version": 1, "sha256": program} for name in _NAMES],
        "clock": _CLOCK.as_dict(),
        "pairs": 1,
        "games": games,
        "scores": scores,
    }


def _game(rules: Ruleset, leg: int) -> dict[str, Any]:
    choice = random.Random(leg)
    state = rules.start(pair_seed(MATCH_SEED, 0))
    game = GameResult()
    while state.seat is not None:
        move = choice.choice(list(state.legal()))
        game.moves.append(state.text(move))
        game.ms.append(0.0)
        state.play(move)
    game.scores = state.scores()
    return game_record(leg, 0, game)


def _hello(rules: Ruleset, seat: int, games: int) -> bytes:
    options = dict(rules.options)
    clock = _CLOCK.as_dict()
    return line(Hello(VERSION, rules.name, options, seat % 2, rules.seats, games, clock))


def _request(state: State[Any], observations: Observations) -> bytes:
    return observations.request(state, state.texts(state.legal()), _CLOCK.bank_ms, 0.0)
