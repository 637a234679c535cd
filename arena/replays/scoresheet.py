"""The games of a record as the pages list them, how each ended in words, and a game's moves."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.record import replay

SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}

REASONS: dict[str, str | Promise] = {
    "start": _("%(bot)s did not start"),
    "timeout": _("%(bot)s ran out of time"),
    "illegal": _("%(bot)s made an illegal move"),
    "malformed": _("%(bot)s gave an answer that is no move"),
    "crash": _("%(bot)s crashed"),
    "flood": _("%(bot)s flooded its output"),
    "forfeit": _("%(bot)s had forfeited by its third fault"),
}


@dataclass(frozen=True)
class Game:
    """One game. `number` and `pair` count from 1; `sides[k]` is the bot (0 or 1) on side k.

    `scores` are by bot; `ending` is empty for a game that was played out, and `detail` is what
    the referee noted of a fault.
    """

    number: int
    pair: int
    sides: tuple[int, int]
    scores: tuple[float, float]
    moves: int
    reason: str
    ending: str
    detail: str


@dataclass(frozen=True)
class Move:
    """Move `number` (from 1) of a game: who made it, in words, the time charged, and his note."""

    number: int
    seat: int
    bot: str
    words: str
    ms: float
    note: str


def moves(record: Mapping[str, Any], index: int) -> list[Move]:
    """The moves of game `index`. Raises BadRecord for a record that does not replay."""
    game = record["games"][index]
    names = [record["bots"][bot]["name"] for bot in game["sides"]]
    listed: list[Move] = []
    seat: int | None = None
    for text, state in replay(record, index):
        if text is not None and seat is not None:
            number = len(listed)
            ms, note = game["ms"][number], game["notes"].get(str(number), "")
            listed.append(Move(number + 1, seat, names[seat % 2], in_words(text), ms, note))
        seat = state.seat
    return listed


def in_words(move: str) -> str:
    """A move with the suits as signs: ``lead 6♠ 10♠``."""
    verb, *cards = move.split(" ")
    return " ".join([verb, *(_card(card) if len(card) == 2 else card for card in cards)])


def _card(card: str) -> str:
    rank = "10" if card[0] == "T" else card[0]
    return rank + SIGNS.get(card[1], card[1])


def games(record: Mapping[str, Any]) -> list[Game]:
    names = [bot["name"] for bot in record["bots"]]
    if names[0] == names[1]:
        names = [gettext("%s (first)") % names[0], gettext("%s (second)") % names[1]]
    return [_game(index, game, names) for index, game in enumerate(record["games"])]


def _game(index: int, game: Mapping[str, Any], names: list[str]) -> Game:
    first, second = game["sides"]
    by_bot = {first: game["scores"][0], second: game["scores"][1]}
    return Game(
        number=index + 1,
        pair=game["pair"] + 1,
        sides=(first, second),
        scores=(by_bot[0], by_bot[1]),
        moves=len(game["moves"]),
        reason=game["reason"],
        ending=_ending(game, [names[bot] for bot in by_bot if by_bot[bot] == 0]),
        detail=game["fault"]["detail"] if game["fault"] else "",
    )


def _ending(game: Mapping[str, Any], losers: list[str]) -> str:
    """How a game ended that was not played out; whoever is at fault has scored nothing."""
    reason: str = game["reason"]
    if reason not in REASONS:
        return ""
    if len(losers) == 2:
        if reason == "start":
            return gettext("neither bot started")
        return gettext("both bots had forfeited by their third fault")
    return str(REASONS[reason]) % {"bot": losers[0]}
