"""Positions in which only what a seat cannot see is different, for each ruleset."""

import random
from collections.abc import Iterable, Iterator
from itertools import chain

FACE_DOWN = "drop:"


def cards_in(text: str) -> list[str]:
    return [] if text == "-" else [text[i : i + 2] for i in range(0, len(text), 2)]


def row(cards: Iterable[str]) -> str:
    return "".join(cards) or "-"


def fields(position: str) -> dict[str, str]:
    return dict(word.split("=", 1) for word in position.split())


def line(values: dict[str, str]) -> str:
    return " ".join(f"{name}={value}" for name, value in values.items())


def permuted(ruleset: str, position: str, seat: int, rng: random.Random) -> str:
    """The position with the cards that `seat`, or the SPECTATOR, cannot see exchanged among their
    places.

    The seed is another one too: nobody knows the deals to come.
    """
    values = fields(position)
    if "seed" in values:
        values["seed"] = rng.randbytes(32).hex()
    return line(_PERMUTE[ruleset](values, seat, rng))


def _dealt_anew(places: list[list[str]], rng: random.Random) -> Iterator[list[str]]:
    cards = sorted(chain.from_iterable(places))
    rng.shuffle(cards)
    for place in places:
        yield [cards.pop() for _ in place]


def _svoi_kozyri(values: dict[str, str], seat: int, rng: random.Random) -> dict[str, str]:
    return values  # nothing is hidden but the seed, before trumps are chosen (SR13)


def _ecarte(values: dict[str, str], seat: int, rng: random.Random) -> dict[str, str]:
    hands, discarded = values["hands"].split("/"), values["discarded"].split("/")
    for_stock = [cards_in(values["stock"])]
    others = [other for other in (0, 1) if other != seat]
    hidden = [cards_in(part[other]) for part in (hands, discarded) for other in others]
    dealt = map(row, _dealt_anew(hidden + for_stock, rng))
    for part in (hands, discarded):
        for other in others:
            part[other] = next(dealt)
    values["stock"] = next(dealt)
    return values | {"hands": "/".join(hands), "discarded": "/".join(discarded)}


def _kozel(values: dict[str, str], seat: int, rng: random.Random) -> dict[str, str]:
    leader = int(values["leader"])
    hands = [cards_in(text) for text in values["hands"].split("/")]
    dropped = [cards_in(text) for text in values["dropped"].split("/")]
    returned = [cards_in(text) for text in values["returned"].split("/")]
    stock = cards_in(values["stock"])
    table = [] if values["table"] == "-" else values["table"].split("/")
    places = [stock]
    for other in {0, 1, 2, 3} - {seat}:
        places += [hands[other], dropped[other]]
    for turn, play in enumerate(table):
        if play.startswith(FACE_DOWN) and (leader + turn) % 4 != seat:
            places.append(cards_in(play.removeprefix(FACE_DOWN)))
            table[turn] = places[-1]
    # Everybody knows who took these back (or drew the card at the bottom).
    known = {card for cards in returned for card in cards}
    at_bottom = stock[-1:] == [values["exposed"]]
    if at_bottom:
        known.add(values["exposed"])
    free = [[card for card in place if card not in known] for place in places]
    for place, cards in zip(places, _dealt_anew(free, rng), strict=True):
        place[:] = cards + [card for card in place if card in known]
    if values["asked"] != str(seat):
        values["asked"] = "-"  # whether another is asked is secret too
    return values | {
        "hands": "/".join(map(row, hands)),
        "dropped": "/".join(map(row, dropped)),
        "stock": row(stock),
        "table": "/".join(p if isinstance(p, str) else FACE_DOWN + row(p) for p in table) or "-",
    }


_PERMUTE = {"kozel": _kozel, "svoi-kozyri": _svoi_kozyri, "ecarte": _ecarte}
