"""The table without JavaScript: an Update as words, pictures of cards and forms."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.games import cards
from arena.replays.scoresheet import in_words
from engine.cards import NAMES

MOST_BUTTONS = 16  # of one kind of move; more go into a list to choose from
LAST_MOVES = 12

Json = dict[str, Any]

VERBS: dict[str, str | Promise] = {
    "accept": _("accept"),
    "beat": _("beat with"),
    "card": _("play"),
    "discard": _("exchange"),
    "drop": _("drop"),
    "king": _("show the king and play"),
    "lead": _("lead"),
    "molodka": _("molodka"),
    "pass": _("pass"),
    "propose": _("propose"),
    "refuse": _("refuse"),
    "stand": _("stand"),
    "take": _("take"),
    "trump": _("choose trumps:"),
}
# The keys of views that the page shows, in this order, with what they are called.
SHOWN: dict[str, str | Promise] = {
    "hand": _("Your hand"),
    "opponent": _("Hand of the opponent"),
    "hands": _("Hands"),
    "trump": _("Trump"),
    "trumps": _("Trumps"),
    "exposed": _("Exposed card"),
    "turned": _("Turned card"),
    "table": _("On the table"),
    "led": _("Card led"),
    "played": _("Played"),
    "pile": _("Pile, the top card last"),
    "take": _("Cards to take"),
    "stock": _("Cards in the stock"),
    "tricks": _("Tricks"),
    "score": _("Points"),
    "penalties": _("Penalty points"),
    "discarded": _("You discarded"),
    "dropped": _("You dropped"),
    "dealer": _("Dealer"),
}
BY_SEAT = ("hands", "trumps")


@dataclass(frozen=True)
class Item:
    """What is known under one key of a view: cards to draw, and words."""

    label: str
    cards: tuple[str, ...]
    words: str


@dataclass(frozen=True)
class Choices:
    """Legal moves of one kind: (the move's text, its words) each."""

    label: str
    moves: tuple[tuple[str, str], ...]

    @property
    def as_list(self) -> bool:
        return len(self.moves) > MOST_BUTTONS


def view_of(update: Mapping[str, Any]) -> Json:
    """The last view in an Update of the whole game."""
    view: Json = dict(update["game"]["start"] or {}) if update.get("game") else {}
    for entry in update["entries"]:
        view |= entry.get("frame") or {}
    return {key: value for key, value in view.items() if value is not None}


def items(view: Mapping[str, Any], names: Sequence[str]) -> Iterator[Item]:
    """What the view shows, without what is empty. `names` are those of the seats."""
    for key, label in SHOWN.items():
        value = view.get(key)
        if value is None or value in ([], ""):
            continue
        if key == "dealer":
            yield Item(str(label), (), _name(names, value))
        elif key == "table":
            yield Item(str(label), _faces(value), _plays(value, names))
        elif key in BY_SEAT:
            yield Item(str(label), (), _by_seat(value, names))
        elif key == "trump":
            yield Item(str(label), (), cards.suit_name(value))
        elif _are_cards(value):
            shown = (value,) if isinstance(value, str) else tuple(value)
            yield Item(str(label), shown, "")
        elif isinstance(value, list):
            yield Item(str(label), (), " : ".join(map(str, value)))
        else:
            yield Item(str(label), (), str(value))


def last_moves(update: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """The last moves in words, the newest first."""
    moves = [entry["move"] for entry in update["entries"] if entry["kind"] == "move"]
    return [
        f"{_name(names, move['seat'])}: {_move(move)}" for move in reversed(moves[-LAST_MOVES:])
    ]


def choices(legal: Sequence[str]) -> list[Choices]:
    """The legal moves by kind, in their order."""
    by_verb: dict[str, list[tuple[str, str]]] = {}
    for move in legal:
        verb, _space, rest = move.partition(" ")
        words = capfirst(f"{_verb(verb)} {_cards(rest)}".strip())
        by_verb.setdefault(verb, []).append((move, words))
    return [Choices(capfirst(_verb(verb)), tuple(moves)) for verb, moves in by_verb.items()]


def _verb(verb: str) -> str:
    return str(VERBS.get(verb, verb))


def _cards(names: str) -> str:
    """Cards with suits as signs; also a suit alone, and the announcement of a king."""
    if names in cards.SUITS:
        return cards.suit_name(names)
    announces = names.endswith(" king")
    words = in_words(f"cards {names.removesuffix(' king')}").partition(" ")[2]
    return gettext("%(card)s and show the king") % {"card": words} if announces else words


def _move(move: Mapping[str, Any]) -> str:
    if "text" in move:
        verb, _space, rest = move["text"].partition(" ")
        return f"{_verb(verb)} {_cards(rest)}".strip()
    hidden = {key: value for key, value in move.items() if key in VERBS}
    return ", ".join(f"{_verb(verb)} ({count})" for verb, count in hidden.items())


def _name(names: Sequence[str], seat: int) -> str:
    return names[seat] if 0 <= seat < len(names) else gettext("seat %d") % seat


def _by_seat(values: Sequence[Any], names: Sequence[str]) -> str:
    shown = []
    for seat, value in enumerate(values):
        if value is None:
            continue
        if isinstance(value, list):
            words = _cards(" ".join(value)) or gettext("empty")
        elif isinstance(value, str):
            words = cards.suit_name(value)
        else:
            words = str(value)
        shown.append(f"{_name(names, seat)}: {words}")
    return "; ".join(shown)


def _plays(plays: Sequence[Mapping[str, Any]], names: Sequence[str]) -> str:
    shown = []
    for play in plays:
        for verb, value in play.items():
            if verb != "seat":
                words = _cards(" ".join(value)) if isinstance(value, list) else value
                shown.append(f"{_name(names, play['seat'])}: {_verb(verb)} {words}")
    return "; ".join(shown)


def _faces(plays: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    faces: list[str] = []
    for play in plays:
        for verb, value in play.items():
            if verb != "seat":
                faces += value if isinstance(value, list) else ["back"] * value
    return tuple(faces)


def _are_cards(value: Any) -> bool:
    values = [value] if isinstance(value, str) else value
    return isinstance(values, list) and all(name in NAMES for name in values)
