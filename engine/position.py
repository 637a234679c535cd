"""Position texts: fields written ``name value``, separated by semicolons, on one line.

``hands 6C AS / 9D 7D; trumps S H; pile 8D; seat 1`` – the order of the fields is free, a dash
stands for nothing, a slash parts the seats. Each game says which fields it has.
"""

from collections.abc import Collection

from engine.cards import DECK36, NAMES, BadCard, Card, Cards, mask, names, parse_card
from engine.ruleset import BadPosition
from engine.seeds import SEED_BYTES, BadSeed, parse_seed

ALL = mask(DECK36)


class Fields:
    """The fields of a position text, read by name. Everything raises BadPosition."""

    def __init__(self, text: str, known: Collection[str], deck: Cards = ALL) -> None:
        self._deck = deck
        self._values: dict[str, str] = {}
        self._named: dict[Card, str] = {}
        for part in text.split(";"):
            name, _, value = part.strip().partition(" ")
            if name not in known:
                raise BadPosition(f"no field {name[:80]!r}; the fields are {', '.join(known)}")
            if name in self._values:
                raise BadPosition(f"the field {name} is given twice")
            self._values[name] = value.strip()

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def only(self, allowed: Collection[str], when: str) -> None:
        """Checks that no other field is there."""
        for name in self._values:
            if name not in allowed:
                raise BadPosition(f"{when} there is no {name}")

    def words(self, name: str, default: str = "-") -> list[str]:
        """The words of a field, none if it is a dash."""
        value = self._values.get(name, default)
        return [] if value == "-" else value.split()

    def seed(self) -> bytes:
        """The field ``seed``; 32 zero bytes if it is absent."""
        try:
            return parse_seed(self._values.get("seed", "00" * SEED_BYTES))
        except BadSeed as error:
            raise BadPosition(str(error)) from None

    def word(self, name: str, allowed: Collection[str], default: str | None = None) -> str:
        """The one word of a field; without a default it must be there."""
        value = self._values.get(name, default)
        if value is None or value not in allowed:
            raise BadPosition(f"{name} is one of {', '.join(allowed)}, not {_shown(value)}")
        return value

    def numbers(self, name: str, allowed: range, default: tuple[int, ...]) -> tuple[int, ...]:
        """As many numbers as the default has."""
        if name not in self._values:
            return default
        words = self.words(name)
        # Ten digits are more than any field takes; int() of a long text is slow.
        read = tuple(int(w) for w in words if w.isascii() and w.isdigit() and len(w) <= 10)
        if not len(read) == len(words) == len(default) or any(n not in allowed for n in read):
            raise BadPosition(
                f"{name} takes {len(default)} from {allowed[0]} to {allowed[-1]}, "
                f"not {_shown(self._values[name])}"
            )
        return read

    def number(self, name: str, allowed: range, default: int) -> int:
        return self.numbers(name, allowed, (default,))[0]

    def cards(self, name: str) -> tuple[Card, ...]:
        """The cards of a field in the order written; no card may be anywhere twice."""
        return self._cards(name, self.words(name))

    def sets(self, name: str, seats: int) -> list[Cards]:
        """A set of cards for each seat, parted by slashes; all empty if the field is absent."""
        if name not in self._values:
            return [0] * seats
        parts = [part.strip() for part in self._values[name].split("/")]
        if len(parts) != seats:
            raise BadPosition(f"{name} takes the cards of {seats} seats, parted by slashes")
        return [mask(self._cards(name, [] if part == "-" else part.split())) for part in parts]

    def _cards(self, name: str, words: list[str]) -> tuple[Card, ...]:
        cards = []
        for word in words:
            try:
                card = parse_card(word)
            except BadCard as error:
                raise BadPosition(f"{name}: {error}") from None
            if not self._deck >> card & 1:
                raise BadPosition(f"{name}: {word} is not in this game's deck")
            if card in self._named:
                raise BadPosition(f"{word} is in {self._named[card]} and in {name}")
            self._named[card] = name
            cards.append(card)
        return tuple(cards)


def _shown(value: str | None) -> str:
    return "nothing" if value is None else repr(value[:80])


def row(cards: Collection[Card]) -> str:
    """Cards in their order, as a position text writes them."""
    return " ".join(NAMES[card] for card in cards) or "-"


def hands(sets: Collection[Cards]) -> str:
    """A set of cards for each seat, as a position text writes them."""
    return " / ".join(" ".join(names(cards)) or "-" for cards in sets)
