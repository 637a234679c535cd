"""The game that a rules page lets you step through: one deal, refereed by the engine."""

from functools import cache
from hashlib import sha256
from typing import Any

from arena.games.labels import GAMES
from arena.games.replay_frames import Replay
from engine.rulesets import ruleset
from referee.play.clock import Clock

MAX_MOVES = 120


@cache
def frames(name: str, seat: int | None = None) -> dict[str, Any]:
    """The first deal of a game for the viewer, as `seat` sees it or with all cards open (None).

    The same shape as a game of a match (`arena.replays.replay_json`), and ``excerpt``: whether the
    game goes on after this deal.
    """
    rules = ruleset(name)
    sample = GAMES[name].sample
    seed = sha256(sample.seed.encode()).digest()
    state = rules.start(seed)
    # The replay plays a state of its own.
    replay = Replay(rules.start(seed), seat)
    for _ in range(MAX_MOVES):
        if state.seat is None or state.deal:
            break
        text = sample.choose(state, state.texts(state.legal()))
        state.play(state.parse(text))
        replay.play(text, 0.0)
    over = state.seat is None
    return {
        "ruleset": name,
        "options": {},
        "clock": Clock().as_dict(),
        "seats": rules.seats,
        "sides": ["A", "B"],
        "bots": [0, 1],
        "game": 1,
        "pair": 0,
        "leg": 0,
        "seat": seat,
        "scores": list(state.scores()) if over else [0.5, 0.5],
        "reason": "normal",
        "fault": None,
        "excerpt": not over,
        "moves": replay.moves,
        "frames": replay.frames,
    }
