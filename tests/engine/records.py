"""Match records for the tests: true ones, and with faults."""

from typing import Any

from engine import VERSION
from engine.randomness import commitment, pair_seed
from engine.record import leg_and_pair, replay, sides_in
from engine.ruleset import Ruleset
from engine.rulesets import ruleset
from tests.engine.games import moves_of

SEED = bytes(range(32))
Record = dict[str, Any]


def a_record(rules: Ruleset, pairs: int = 1) -> Record:
    """The record of a match of random bots."""
    games, totals = [], [0.0, 0.0]
    for index in range(2 * pairs):
        leg, pair = leg_and_pair(index, pairs)
        sides = list(sides_in(leg))
        moves, end = moves_of(rules, pair_seed(SEED, pair), index)
        scores = list(end.scores())
        for side in (0, 1):
            totals[sides[side]] += scores[side]
        games.append(
            {
                "pair": pair,
                "leg": leg,
                "sides": sides,
                "moves": moves,
                "ms": [0.5] * len(moves),
                "notes": {"0": "a note"},
                "scores": scores,
                "reason": "normal",
                "fault": None,
            }
        )
    return {
        "format": "goat-record/2",
        "engine": VERSION,
        "ruleset": rules.name,
        "options": dict(rules.options),
        "match_seed": SEED.hex(),
        "commitment": commitment(SEED),
        "bots": [
            {"name": "alice/greedy", "version": 3, "sha256": "a" * 64},
            {"name": "bob/ismcts", "version": 1, "sha256": "b" * 64},
        ],
        "clock": {"start_ms": 10000, "move_ms": 500, "bank_ms": 10000},
        "pairs": pairs,
        "games": games,
        "scores": totals,
    }


def a_table(rules: Ruleset) -> Record:
    """The record of a game of a person, in seat 0, with bots. In the middle a bot stands in for
    the person, who then comes back."""
    record = a_record(rules)
    del record["bots"], record["games"][1]
    record["scores"] = record["games"][0]["scores"]
    bots = [
        {"seat": seat, "name": "house/greedy", "version": seat, "sha256": "a" * 64}
        for seat in range(1, rules.seats)
    ]
    person = {"seat": 0, "name": "Guest 4711", "person": True}
    stand_in = {"seat": 0, "name": "house/strong", "version": 2, "sha256": "b" * 64, "from": 3}
    record |= {
        "legs": 1,
        "seats": [person, stand_in, person | {"from": 5}, *bots],
        "people_clock": {"move_ms": 30000, "bank_ms": 60000},
    }
    return record


def faulted(record: Record, index: int, reason: str, side: int | None, made: int = 0) -> None:
    """Ends game `index` by a fault of `side` (None: of both) after `made` moves."""
    game = record["games"][index]
    record["scores"] = list(record["scores"])
    for bot in (0, 1):
        record["scores"][bot] -= game["scores"][game["sides"].index(bot)]
    seat = side
    if reason in ("timeout", "illegal"):
        game["moves"] = game["moves"][:made]
        states = list(replay(record, index))
        seat = states[-1][1].seat
        assert seat == side, "choose another number of moves"
    scores = [0.0, 0.0] if side is None else [float(side == 1), float(side == 0)]
    game.update(
        moves=game["moves"][:made],
        ms=game["ms"][:made],
        notes={},
        scores=scores,
        reason=reason,
        fault={"side": side, "seat": seat, "move": made, "detail": "exit code 1"},
    )
    for bot in (0, 1):
        record["scores"][bot] += scores[game["sides"].index(bot)]


def on_turn(record: Record, index: int, side: int) -> int:
    """A number of moves after which `side` is to move."""
    for made, (_, state) in enumerate(replay(record, index)):
        if made > 2 and state.seat is not None and state.seat % 2 == side:
            return made
    raise AssertionError("the side never moves")


ECARTE = a_record(ruleset("ecarte"), pairs=3)
KOZEL = a_record(ruleset("kozel", {"limit": 2}))
TABLE = a_table(ruleset("kozel", {"limit": 2}))
