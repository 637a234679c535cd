"""Prints a game of a record: hands, tricks and moves, with suits in four colours."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import Console
from rich.text import Text

from engine.record import MAX_NOTE, is_table, replay
from referee.cli.foreign_text import one_line
from referee.cli.match_report import fault_text, names, player_name

_SUITS = {"C": ("♣", "green"), "D": ("♦", "blue"), "H": ("♥", "red"), "S": ("♠", "bold")}
_CARD = re.compile(r"\b([6-9TJQKA]?)([CDHS])\b")


def print_game(console: Console, record: Mapping[str, Any], index: int) -> None:
    """Prints game `index` (from 0), deal by deal and move by move. Raises BadRecord."""
    game = record["games"][index]
    console.print(_heading(record, index))
    mover: int | None = None
    deal: int | None = None
    before: dict[str, Any] = {}
    for number, (move, state) in enumerate(replay(record, index)):
        view = state.view(None)
        if move is not None:
            console.print(_move_line(record, game, number - 1, mover, move))
            for line in _what_changed(before, view):
                console.print(line)
        if state.seat is not None and state.deal != deal:
            for line in _position(view, state.seat):
                console.print(line)
        mover, deal, before = state.seat, state.deal, view
    console.print(_ending(record, game))


def print_position(console: Console, record: Mapping[str, Any], index: int, after: int) -> None:
    """Prints the table of game `index` after this many moves, the last move and the next.

    Raises BadRecord, and IndexError if the game has fewer moves.
    """
    game = record["games"][index]
    if not 0 <= after <= len(game["moves"]):
        raise IndexError(after)
    console.print(_heading(record, index))
    mover: int | None = None
    for number, (move, state) in enumerate(replay(record, index)):
        if number == after:
            if move is not None:
                console.print(_move_line(record, game, number - 1, mover, move))
            for line in _position(state.view(None), state.seat):
                console.print(line)
            if number < len(game["moves"]):
                move = game["moves"][number]
                console.print(_move_line(record, game, number, state.seat, move), style="dim")
            else:
                console.print(_ending(record, game))
            return
        mover = state.seat


def cards(text: str) -> Text:
    """The text with a symbol in its colour for each card and suit."""
    result = Text()
    end = 0
    for match in _CARD.finditer(text):
        symbol, colour = _SUITS[match[2]]
        result.append(text[end : match.start()])
        result.append(match[1] + symbol, colour)
        end = match.end()
    return result.append(text[end:])


def _heading(record: Mapping[str, Any], index: int) -> Text:
    game = record["games"][index]
    bots = names(record)
    first, second = (bots[bot] for bot in game["sides"])
    leg = ("first game", "mirrored game")[game["leg"]]
    which = f"game {index + 1} of {len(record['games'])} · pair {game['pair'] + 1}, {leg}"
    if is_table(record):
        which = "table"
    options = "".join(f" {key}={value}" for key, value in record["options"].items())
    return Text(
        f"{record['ruleset']}{options} · {which} · side 0 {first} – side 1 {second}", "bold"
    )


def _ending(record: Mapping[str, Any], game: Mapping[str, Any]) -> Text:
    text = f"side 0 {game['scores'][0]:g} – {game['scores'][1]:g} side 1"
    fault = fault_text(record, game)
    return Text(f"{text}, {fault}" if fault else text, "bold")


def _move_line(
    record: Mapping[str, Any], game: Mapping[str, Any], index: int, seat: int | None, move: str
) -> Text:
    assert seat is not None  # somebody made the move
    name = player_name(record, game, seat, index)
    line = Text(f"{index + 1:>5}  {seat} {name}  ")
    line.append_text(cards(move))
    line.append(f"  {game['ms'][index]:g} ms", "dim")
    note = game["notes"].get(str(index))
    if note:
        line.append(f"  “{one_line(note, MAX_NOTE)}”", "italic")
    return line


def _what_changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Text]:
    """Yields a line for each of tricks, penalties and score that the last move changed."""
    for key in ("tricks", "penalties", "score"):
        if after.get(key) != before.get(key) and any(after.get(key, ())):
            yield Text(f"       {key} {after[key][0]}–{after[key][1]}", "dim")


# Keys that a view may have besides the cards, in the order in which they are shown.
_FACTS = (
    *("trump", "trumps", "turned", "exposed", "dealer", "leader", "score", "penalties", "eggs"),
    *("tricks", "points", "proposals", "exchanges", "king", "ply", "take", "repetition"),
)


def _position(view: Mapping[str, Any], to_move: int | None) -> Iterator[Text]:
    """Yields the lines of a table with all cards open: what this ruleset's view has."""
    title = f"Deal {view['deal'] + 1}" if "deal" in view else "Table"
    yield Text(f"{title} · {view['phase']}" if "phase" in view else title, "bold")
    facts = []
    for key in _FACTS:
        value = view.get(key)
        if value not in (None, [], 0) or (key == "dealer" and key in view):
            facts.append(f"{key} {_words(value)}")
    yield cards("  " + " · ".join(facts))
    for seat, hand in enumerate(view.get("hands", ())):
        mark = "→" if seat == to_move else " "
        yield cards(f"{mark} seat {seat}  {' '.join(hand)}")
    for play in view.get("table", ()):
        verb, played = next((key, value) for key, value in play.items() if key != "seat")
        yield cards(f"  table   {play['seat']} {verb} {' '.join(played)}")
    for key in ("pile", "led", "played", "stock"):
        if view.get(key):
            yield cards(f"  {key:<7} {_words(view[key])}")


def _words(value: Any) -> str:
    if isinstance(value, list):
        inner = (f"({_words(part)})" if isinstance(part, list) else _words(part) for part in value)
        return " ".join(inner)
    return "–" if value is None else str(value)
