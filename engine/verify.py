"""Checks a whole match record: every move, score and fault, and the commitment to its seed.

Beyond docs/3-protocol.md, a record must hold to this:

- ``pairs`` is the number of pairs that were due, at least 1, and all of their games are there.
- A match has two legs: leg 0 is the first game of each pair, leg 1 the mirrored game of each pair.
  The games stand in the order of play, pair by pair within a leg. ``sides`` are [0, 1] in leg 0 and
  [1, 0] in leg 1.
- Moves stand as the engine writes them. ``ms`` has one number a move; ``notes`` maps the numbers of
  moves, as text, to at most 200 characters.
- A ``normal`` game has no fault (null), is over after its last move and not before, and has the
  engine's scores.
- Any other game has a fault, ``{"side", "seat", "move", "detail"}``: `move` is how many moves had
  been made, `detail` is a text that is not empty. Its side scores 0 and the other side 1. In
  ``start`` and ``forfeit`` games no move was made. With ``timeout`` and ``illegal`` the seat is the
  one to move.
- When both sides failed to start, or both have forfeited, ``side`` and ``seat`` are null, `detail`
  describes both faults, and the scores are 0 and 0. The reason stays ``start`` (or ``forfeit``).
- A bot's third fault in the match makes every later game a ``forfeit`` of its side, and no other
  game is one.
- A bot with ``remote`` true ran on its author's own machine, so it has no ``sha256``. That machine
  could remember deals: in a match with such a bot ``fresh_deals`` is true, and every game has a
  deal of its own, from the seed's deal number ``first_deal`` on.
- A record of another version of the engine is accepted.

The record of a table differs in this:

- ``legs`` and ``pairs`` are 1. There is one game, with ``sides`` [0, 1]; ``scores`` are by side.
- ``seats`` in place of ``bots`` lists who played each seat (record_seats.py). ``people_clock`` is
  null or has ``move_ms`` and ``bank_ms``.
- A person may lose by ``timeout``, ``resigned`` or ``left``; all other faults are those of a bot. A
  person who gives up the game need not be the one who plays the seat then. ``start`` may come after
  moves, and ``forfeit`` never. One side is at fault.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.errors import BadRecord
from engine.faults import MAX_FAULTS, OF_PEOPLE, Reason
from engine.randomness import commitment
from engine.record import (
    FORMAT,
    LEGS,
    first_deal,
    has_fresh_deals,
    is_table,
    leg_and_pair,
    match_seed,
    ruleset_of,
    sides_in,
)
from engine.record_fields import (
    check_equal,
    get,
    get_list,
    get_object,
    get_text,
    get_whole,
    is_number,
    shown,
)
from engine.record_seats import check_program, check_seats, first_player, player_at
from engine.verify_game import check_place, check_times_and_notes, last_state, outcome, reason_of

# What the seed, the moves and the engine cannot prove: it needs the word of who played the match.
NOT_CHECKED: Final = (
    *("names", "versions", "programs", "clock", "ms", "notes", "the cause of a fault"),
)
CLOCK: Final = ("start_ms", "move_ms", "bank_ms")


def verify(record: Mapping[str, Any]) -> None:
    """Checks the whole record (this module's docstring says for what). Raises BadRecord."""
    _check_head(record)
    if is_table(record):
        _check_table(record)
    else:
        _check_match(record)


def _check_match(record: Mapping[str, Any]) -> None:
    _check_bots(record)
    games = get_list(record, "games", "")
    pairs = get_whole(record, "pairs", "")
    if pairs < 1:
        raise BadRecord(f"pairs must be a whole number from 1 on, not {pairs}")
    if len(games) != LEGS * pairs:
        raise BadRecord(f"games: {LEGS * pairs} were due in {pairs} pairs, not {len(games)}")
    seats = ruleset_of(record).seats
    faults = [0, 0]  # by bot, as the totals
    totals = [0.0, 0.0]
    for index, game in enumerate(games):
        where = f"game {index}: "
        leg, pair = leg_and_pair(index, pairs)
        sides = list(sides_in(leg))
        check_place(game, leg, pair, where)
        check_times_and_notes(game, where)
        reason = reason_of(game, where)
        if reason in OF_PEOPLE:
            raise BadRecord(f"{where}the reason {reason} is one of people at a table")
        state = last_state(record, index)
        failed, scores = outcome(game, reason, state, seats, where)
        forfeited = [side for side in (0, 1) if faults[sides[side]] >= MAX_FAULTS]
        if forfeited != (failed if reason is Reason.FORFEIT else []):
            raise BadRecord(
                f"{where}a bot forfeits every game after its fault number {MAX_FAULTS}, "
                "and no other game"
            )
        for side in failed:
            faults[sides[side]] += 1
        _check_scores(game, scores, where)
        for side in (0, 1):
            totals[sides[side]] += scores[side]
    _check_scores(record, totals, "the match: ")


def _check_table(record: Mapping[str, Any]) -> None:
    games = get_list(record, "games", "")
    check_equal(get(record, "pairs", ""), 1, "pairs")
    if len(games) != 1:
        raise BadRecord(f"games: a table has one, not {len(games)}")
    game, where = games[0], "game 0: "
    check_place(game, 0, 0, where)
    check_times_and_notes(game, where)
    seats = ruleset_of(record).seats
    made = len(game["moves"])
    check_seats(record, seats, made)
    reason = reason_of(game, where)
    state = last_state(record, 0)
    _, scores = outcome(game, reason, state, seats, where, table=True)
    if game["fault"] is not None:
        _check_who_failed(record, game["fault"]["seat"], made, reason, where)
    _check_scores(game, scores, where)
    _check_scores(record, scores, "the table: ")


def _check_who_failed(
    record: Mapping[str, Any], seat: int, made: int, reason: Reason, where: str
) -> None:
    """People give up games, also while a bot stands in; all faults but a timeout are a bot's."""
    if reason in OF_PEOPLE:
        allowed = "person" in first_player(record, seat)
    else:
        allowed = reason is Reason.TIMEOUT or "person" not in player_at(record, seat, made)
    if not allowed:
        who = "a bot" if reason in OF_PEOPLE else "a person"
        raise BadRecord(f"{where}seat {seat} was played by {who}: the reason is not {reason}")


def _check_head(record: Mapping[str, Any]) -> None:
    """Everything except the games."""
    format = get_text(record, "format", "")
    if format != FORMAT:
        raise BadRecord(
            f"format is {shown(format)}, and this version reads {FORMAT} only:"
            " play the match again, or use the version of goat that wrote the record"
        )
    get_text(record, "engine", "")
    check_equal(get(record, "commitment", ""), commitment(match_seed(record)), "commitment")
    ruleset_of(record)
    clock = get_object(record, "clock", "")
    for key in CLOCK:
        get_whole(clock, key, "clock: ")


def _check_bots(record: Mapping[str, Any]) -> None:
    if "legs" in record:
        check_equal(record["legs"], LEGS, "legs")
    bots = get_list(record, "bots", "")
    if len(bots) != 2:
        raise BadRecord(f"bots: a match has two, not {len(bots)}")
    for number, bot in enumerate(bots):
        where = f"bot {number}: "
        get_text(bot, "name", where)
        get_whole(bot, "version", where)
        check_program(bot, where)
    if any(bot.get("remote") for bot in bots) and not has_fresh_deals(record):
        raise BadRecord("a remote bot plays mirrored deals: fresh_deals must be true")
    if first_deal(record) and not has_fresh_deals(record):
        raise BadRecord("first_deal is for fresh deals: fresh_deals must be true")


def _check_scores(of: Mapping[str, Any], expected: Sequence[float], where: str) -> None:
    scores = get_list(of, "scores", where)
    if not all(map(is_number, scores)) or scores != list(expected):
        raise BadRecord(f"{where}scores are {shown(scores)}, but should be {list(expected)}")
