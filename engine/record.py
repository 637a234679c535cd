"""A match record (docs/3-protocol.md): its ruleset, the seeds of its games, and their replay.

A record is the parsed JSON object, from anywhere: whatever is wrong with it is a BadRecord.
``verify.py`` checks a whole record. The record of a table has one game, and ``seats`` in place of
``bots``: see ``record_seats.py``.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.errors import BadOption, BadRecord, MoveError
from engine.randomness import pair_seed
from engine.record_fields import (
    get_hex64,
    get_list,
    get_object,
    get_text,
    get_whole,
    is_whole,
    shown,
)
from engine.ruleset import Ruleset, State
from engine.rulesets import ruleset

FORMAT: Final = "goat-record/2"
MAX_NOTE: Final = 200  # characters of a bot's note on a move
MAX_MOVE: Final = 100  # characters; the longest move has about 20
LEGS: Final = 2  # first games, then mirrored ones


def is_table(record: Mapping[str, Any]) -> bool:
    """Whether it is the record of a table, and not of a match."""
    return get_whole(record, "legs", "") == 1 if "legs" in record else False


def leg_and_pair(game_index: int, pairs: int) -> tuple[int, int]:
    """The leg and the pair, both from 0, of game `game_index` in a match of this many pairs.

    All first games of the pairs are played first, then all mirrored ones, both in the order of the
    pairs.
    """
    return divmod(game_index, pairs)


def sides_in(leg: int) -> tuple[int, int]:
    """The bot that plays side 0 in this leg, and the one that plays side 1."""
    return leg, 1 - leg


def has_fresh_deals(record: Mapping[str, Any]) -> bool:
    """Whether every game of the match has a deal of its own, and none is mirrored. Raises
    BadRecord."""
    fresh = record.get("fresh_deals", False)
    if not isinstance(fresh, bool):
        raise BadRecord(f"fresh_deals must be true or false, not {shown(fresh)}")
    return fresh


def first_deal(record: Mapping[str, Any]) -> int:
    """With fresh deals: which of the match's seeds the first game plays. It is not 0 if deals were
    played already, in an attempt at the match that was given up. Raises BadRecord."""
    return get_whole(record, "first_deal", "") if "first_deal" in record else 0


def deal_number(leg: int, pair: int, pairs: int, fresh: bool, first: int = 0) -> int:
    """Which of the match's seeds this game plays: that of its pair, in both legs. With `fresh`
    deals each game has another one, from `first` on."""
    return first + leg * pairs + pair if fresh else pair


def games_of_pairs(record: Mapping[str, Any]) -> list[tuple[int, int]]:
    """For each pair of a match, in order, the indices of its first and of its mirrored game.

    Games belong together by their ``pair``, wherever they stand. Raises BadRecord unless each pair
    has one game of each leg.
    """
    found: dict[tuple[int, int], int] = {}
    games = get_list(record, "games", "")
    for index, game in enumerate(games):
        where = f"game {index}: "
        found.setdefault((get_whole(game, "pair", where), get_whole(game, "leg", where)), index)
    pairs = len(games) // LEGS
    due = {(pair, leg) for pair in range(pairs) for leg in range(LEGS)}
    if len(games) != len(due) or found.keys() != due:
        raise BadRecord("games: each pair has one first game and one mirrored game")
    return [(found[pair, 0], found[pair, 1]) for pair in range(pairs)]


def ruleset_of(record: Mapping[str, Any]) -> Ruleset:
    """The ruleset of the match, with its options. Raises BadRecord."""
    name = get_text(record, "ruleset", "")
    options = get_object(record, "options", "")
    for key, value in options.items():
        if not (isinstance(key, str) and (isinstance(value, str | bool) or is_whole(value))):
            raise BadRecord(f"option {shown(key)} cannot have the value {shown(value)}")
    try:
        return ruleset(name, options)
    except BadOption as error:
        raise BadRecord(str(error)) from None


def match_seed(record: Mapping[str, Any]) -> bytes:
    """The secret seed of the match. Raises BadRecord."""
    return bytes.fromhex(get_hex64(record, "match_seed", ""))


def game_seed(record: Mapping[str, Any], game_index: int) -> bytes:
    """The seed of game number `game_index`, from 0. Raises BadRecord."""
    game, where = _game(record, game_index), f"game {game_index}: "
    number = get_whole(game, "pair", where)
    if has_fresh_deals(record):
        pairs = len(get_list(record, "games", "")) // LEGS
        leg = get_whole(game, "leg", where)
        number = deal_number(leg, number, pairs, fresh=True, first=first_deal(record))
    if number >= 2**32:
        raise BadRecord(f"{where}there is no pair {shown(number)}")
    return pair_seed(match_seed(record), number)


def replay(record: Mapping[str, Any], game_index: int) -> Iterator[tuple[str | None, State[Any]]]:
    """Yields the start of a game with None, and then each move's text with the state after it.

    It is the same State each time, and it changes: copy what has to stay. Checks that each move is
    legal and written as the engine writes it, and nothing else. Raises BadRecord.
    """
    moves = get_list(_game(record, game_index), "moves", f"game {game_index}: ")
    state = ruleset_of(record).start(game_seed(record, game_index))
    yield None, state
    for number, text in enumerate(moves):
        where = f"game {game_index}, move {number}: "
        if not isinstance(text, str) or len(text) > MAX_MOVE:
            raise BadRecord(f"{where}not a move: {shown(text)}")
        if state.seat is None:
            raise BadRecord(f"{where}the game was over before {text!r}")
        try:
            move = state.parse(text)
        except MoveError as error:
            raise BadRecord(f"{where}{error}") from None
        if state.text(move) != text:
            raise BadRecord(f"{where}{text!r} must be written {state.text(move)!r}")
        state.play(move)
        yield text, state


def _game(record: Mapping[str, Any], game_index: int) -> Any:
    games = get_list(record, "games", "")
    if not 0 <= game_index < len(games):
        raise BadRecord(f"there is no game {shown(game_index)}: the record has {len(games)}")
    return games[game_index]
