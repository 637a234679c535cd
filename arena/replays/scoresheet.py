"""The games of a record as the pages list them, and the moves of one game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from engine.faults import Reason
from engine.record import games_of_pairs, is_table, replay
from engine.record_seats import player_at

SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


@dataclass(frozen=True)
class GameRow:
    """One game. `number` and `pair` count from 1, `leg` is 0 or 1, and `mirrored` is the number of
    the pair's other game. `sides[k]` is the bot (0 or 1) on side k.

    `scores` are by bot. `ending` says who lost by which fault, and is empty for a game that was
    played to its end. `detail` is what the referee wrote about the fault.
    """

    number: int
    pair: int
    leg: int
    mirrored: int
    sides: tuple[int, int]
    scores: tuple[float, float]
    moves: int
    reason: str
    ending: str
    detail: str


@dataclass(frozen=True)
class Move:
    """Move `number` (from 1) of a game: `words` is the move with suits as signs, `ms` the time
    charged, `note` what the bot wrote. `bot` is the name of the bot or person."""

    number: int
    seat: int
    bot: str
    words: str
    ms: float
    note: str


def moves(record: Mapping[str, Any], index: int) -> list[Move]:
    """The moves of game `index`. Raises BadRecord for a record that does not replay."""
    game = record["games"][index]
    listed: list[Move] = []
    seat: int | None = None
    for text, state in replay(record, index):
        if text is not None and seat is not None:
            number = len(listed)
            ms, note = game["ms"][number], game["notes"].get(str(number), "")
            name = _player(record, game, seat, number)
            listed.append(Move(number + 1, seat, name, in_words(text), ms, note))
        seat = state.seat
    return listed


def _player(record: Mapping[str, Any], game: Mapping[str, Any], seat: int, move: int) -> str:
    if is_table(record):
        return str(player_at(record, seat, move)["name"])
    return str(record["bots"][game["sides"][seat % 2]]["name"])


def in_words(move: str) -> str:
    """A move with suits as signs: ``lead 6♠ 10♠``."""
    verb, *cards = move.split(" ")
    return " ".join([verb, *(_card(card) if len(card) == 2 else card for card in cards)])


def _card(card: str) -> str:
    rank = "10" if card[0] == "T" else card[0]
    return rank + SIGNS.get(card[1], card[1])


def games(record: Mapping[str, Any]) -> list[GameRow]:
    names = [bot["name"] for bot in record["bots"]]
    if names[0] == names[1]:
        names = [gettext("%s (first)") % names[0], gettext("%s (second)") % names[1]]
    mirrored = {one: other for pair in games_of_pairs(record) for one, other in (pair, pair[::-1])}
    return [
        _game(index, mirrored[index], game, names) for index, game in enumerate(record["games"])
    ]


def _game(index: int, mirrored: int, game: Mapping[str, Any], names: list[str]) -> GameRow:
    first, second = game["sides"]
    by_bot = {first: game["scores"][0], second: game["scores"][1]}
    return GameRow(
        number=index + 1,
        pair=game["pair"] + 1,
        leg=game["leg"],
        mirrored=mirrored + 1,
        sides=(first, second),
        scores=(by_bot[0], by_bot[1]),
        moves=len(game["moves"]),
        reason=game["reason"],
        ending=_ending(game, [names[bot] for bot in by_bot if by_bot[bot] == 0]),
        detail=game["fault"]["detail"] if game["fault"] else "",
    )


def _ending(game: Mapping[str, Any], losers: list[str]) -> str:
    """Who committed which fault, or an empty text. A bot that commits a fault scores nothing."""
    reason = Reason(game["reason"])
    if reason is Reason.NORMAL:
        return ""
    bot = losers[0] if len(losers) == 1 else gettext("both bots")
    return f"{bot} {gettext(reason.text)}"
