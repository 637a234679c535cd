"""The fields of a position text: words ``name=value`` on one line, in any order.

``hands=6CAS/9D7D trumps=S/H pile=8D seat=1``: cards stand without spaces, a slash parts the seats,
a dash stands for nothing. Each game says which fields it has.
"""

from collections.abc import Collection, Iterable

from engine.cards import DECK36, NAMES, Card, Cards, mask, names, parse_card
from engine.errors import BadCard, BadPosition, BadSeed
from engine.randomness import SEED_BYTES, parse_seed

ALL = mask(DECK36)


class Fields:
    """The fields of a text, read by name. Everything here raises BadPosition.

    No card may be named twice in the whole text, and only those of `deck`.
    """

    def __init__(self, text: str, known: Collection[str], deck: Cards = ALL) -> None:
        self._deck = deck
        self._values: dict[str, str] = {}
        self._place: dict[Card, str] = {}
        for word in text.split():
            name, equals, value = word.partition("=")
            if name not in known or not equals:
                raise BadPosition(
                    f"{word[:80]!r} is no field=value; the fields are {', '.join(known)}"
                )
            if name in self._values:
                raise BadPosition(f"{name}= is given twice")
            self._values[name] = value

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def only(self, allowed: Collection[str], when: str) -> None:
        """Checks that no other field is there."""
        for name in self._values:
            if name not in allowed:
                raise BadPosition(f"{when} there is no {name}=")

    def parts(self, name: str) -> list[str]:
        """The parts of a field between its slashes; none if it is absent or a dash."""
        value = self._values.get(name, "-")
        return [] if value == "-" else value.split("/")

    def word(self, name: str, allowed: Collection[str], default: str | None = None) -> str:
        """One of the allowed words; without a default the field must be there."""
        value = self._values.get(name, default)
        if value is None or value not in allowed:
            raise self.bad(name, f"write {' or '.join(allowed)}")
        return value

    def number(self, name: str, allowed: range, default: int) -> int:
        return self.numbers(name, allowed, (default,))[0]

    def numbers(self, name: str, allowed: range, default: tuple[int, ...]) -> tuple[int, ...]:
        """As many numbers as the default has, parted by slashes."""
        if name not in self._values:
            return default
        parts = self._values[name].split("/")
        # Ten digits are more than any field takes; int() of a long text is slow.
        read = tuple(int(p) for p in parts if p.isascii() and p.isdigit() and len(p) <= 10)
        if not len(read) == len(parts) == len(default) or any(n not in allowed for n in read):
            count = "a number" if len(default) == 1 else f"{len(default)} numbers, a / between,"
            raise self.bad(name, f"write {count} from {allowed[0]} to {allowed[-1]}")
        return read

    def row(self, name: str) -> tuple[Card, ...]:
        """Cards in the order written, none if the field is absent."""
        return self.cards(name, self._values.get(name, "-"))

    def sets(self, name: str, seats: int = 2) -> list[Cards]:
        """The cards of each seat; all empty if the field is absent."""
        if name not in self._values:
            return [0] * seats
        parts = self._values[name].split("/")
        if len(parts) != seats:
            raise self.bad(name, f"write the cards of seats 0 to {seats - 1} with / between")
        return [mask(self.cards(name, cards)) for cards in parts]

    def seed(self) -> bytes:
        """The seed; 32 zero bytes if it is absent."""
        try:
            return parse_seed(self._values.get("seed", "00" * SEED_BYTES))
        except BadSeed as error:
            raise BadPosition(str(error)) from None

    def bad(self, name: str, advice: str) -> BadPosition:
        """The error that says what is wrong with a field."""
        if name not in self._values:
            return BadPosition(f"the position lacks {name}=: {advice}")
        return BadPosition(f"{name}={self._values[name][:80]}: {advice}")

    def cards(self, name: str, text: str) -> tuple[Card, ...]:
        """The cards that `text`, a part of field `name`, names."""
        if text == "-":
            return ()
        cards = []
        for i in range(0, len(text), 2):
            try:
                card = parse_card(text[i : i + 2])
            except BadCard as error:
                raise self.bad(name, str(error)) from None
            if not self._deck >> card & 1:
                raise self.bad(name, f"{NAMES[card]} is not in this game's deck")
            if card in self._place:
                raise BadPosition(f"{NAMES[card]} is in {self._place[card]}= and in {name}=")
            self._place[card] = name
            cards.append(card)
        return tuple(cards)


def row(cards: Iterable[Card]) -> str:
    """Cards in their order, as a position text writes them."""
    return "".join(NAMES[card] for card in cards) or "-"


def sets(seats: Iterable[Cards]) -> str:
    """A set of cards for each seat, as a position text writes them."""
    return "/".join("".join(names(cards)) or "-" for cards in seats)
