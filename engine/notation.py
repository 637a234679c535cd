"""What the one-line position texts of all games share: their fields, and how cards are written.

A position text is words ``name=value`` on one line, in any order:
``hands=6CAS/9D7D trumps=S/H pile=8D seat=1``. Cards stand without spaces, a slash separates seats,
sides or plays, and a dash stands for nothing (docs/2-rules.md, "Positions"). Each game says which
fields it has.
"""

from collections.abc import Collection, Iterable

from engine.cards import ALL_CARDS, NAMES, Card, Cards, names, parse_card, to_mask
from engine.errors import BadCard, BadPosition, BadSeed
from engine.randomness import SEED_BYTES, parse_seed

NOTHING = "-"


class Fields:
    """The fields of a text, read by name. Every method raises BadPosition.

    No card may be named twice in the whole text, and only cards of `deck` may be named.
    """

    def __init__(self, text: str, known: Collection[str], deck: Cards = ALL_CARDS) -> None:
        self._deck = deck
        self._values: dict[str, str] = {}
        self._field_of_card: dict[Card, str] = {}
        for word in text.split():
            name, equals, value = word.partition("=")
            if name not in known or not equals:
                raise BadPosition(f"not a field: {word[:80]!r}; write {'=, '.join(known)}=")
            if name in self._values:
                raise BadPosition(f"{name}= is given twice")
            self._values[name] = value

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def allow_only(self, allowed: Collection[str], when: str) -> None:
        """Checks that no other field is given. `when` begins the message."""
        for name in self._values:
            if name not in allowed:
                raise BadPosition(f"{when} there is no {name}=")

    def parts(self, name: str) -> list[str]:
        """The parts of a field between its slashes; none if it is absent or a dash."""
        value = self._values.get(name, NOTHING)
        return [] if value == NOTHING else value.split("/")

    def choice(self, name: str, allowed: Collection[str], default: str | None = None) -> str:
        """One of the allowed words. Without a default the field must be given."""
        value = self._values.get(name, default)
        if value is None or value not in allowed:
            raise self.error(name, f"write {' or '.join(allowed)}")
        return value

    def number(self, name: str, allowed: range, default: int) -> int:
        return self._numbers(name, allowed, (default,))[0]

    def two_numbers(self, name: str, allowed: range) -> tuple[int, int]:
        """Two numbers with a slash between them; both 0 if the field is absent."""
        first, second = self._numbers(name, allowed, (0, 0))
        return first, second

    def _numbers(self, name: str, allowed: range, default: tuple[int, ...]) -> tuple[int, ...]:
        """As many numbers as the default has."""
        if name not in self._values:
            return default
        parts = self._values[name].split("/")
        # No field takes more than ten digits, and int() of a long text is slow.
        read = tuple(int(p) for p in parts if p.isascii() and p.isdigit() and len(p) <= 10)
        if not len(read) == len(parts) == len(default) or any(n not in allowed for n in read):
            count = "a number" if len(default) == 1 else f"{len(default)} numbers, a / between,"
            raise self.error(name, f"write {count} from {allowed[0]} to {allowed[-1]}")
        return read

    def cards(self, name: str) -> tuple[Card, ...]:
        """Cards in the order written; none if the field is absent."""
        return self.parse_cards(name, self._values.get(name, NOTHING))

    def cards_by_seat(self, name: str, seats: int = 2) -> tuple[Cards, ...]:
        """The set of cards of each seat; all empty if the field is absent."""
        if name not in self._values:
            return (0,) * seats
        parts = self._values[name].split("/")
        if len(parts) != seats:
            raise self.error(name, f"write the cards of seats 0 to {seats - 1} with / between")
        return tuple(to_mask(self.parse_cards(name, part)) for part in parts)

    def seed(self) -> bytes:
        """The seed; 32 zero bytes if it is absent."""
        try:
            return parse_seed(self._values.get("seed", "00" * SEED_BYTES))
        except BadSeed as error:
            raise BadPosition(f"seed: {error}") from None

    def stop(self) -> bool:
        """Whether the state stops at the end of a deal: ``stop=deal``."""
        return "stop" in self and bool(self.choice("stop", ("deal",)))

    def error(self, name: str, advice: str) -> BadPosition:
        """The error about a field: that it is missing, or what it is now, and what to write."""
        if name not in self._values:
            return BadPosition(f"the position lacks {name}=: {advice}")
        return BadPosition(f"{name}={self._values[name][:80]}: {advice}")

    def parse_cards(self, name: str, text: str) -> tuple[Card, ...]:
        """The cards that `text`, a part of field `name`, names."""
        if text == NOTHING:
            return ()
        cards = []
        for i in range(0, len(text), 2):
            try:
                card = parse_card(text[i : i + 2])
            except BadCard as error:
                raise self.error(name, str(error)) from None
            if not (self._deck >> card) & 1:
                raise self.error(name, f"{NAMES[card]} is not in this game's deck")
            if card in self._field_of_card:
                raise BadPosition(f"{NAMES[card]} is in {self._field_of_card[card]}= and {name}=")
            self._field_of_card[card] = name
            cards.append(card)
        return tuple(cards)


def cards_text(cards: Iterable[Card]) -> str:
    """Cards in their order, as a position text writes them."""
    return "".join(NAMES[card] for card in cards) or NOTHING


def cards_by_seat_text(seats: Iterable[Cards]) -> str:
    """A set of cards for each seat, as a position text writes them."""
    return "/".join("".join(names(cards)) or NOTHING for cards in seats)


def stop_field(stop_at_deal: bool) -> dict[str, object]:
    """The field ``stop`` as `Fields.stop` reads it; it is only written if it is set."""
    return {"stop": "deal"} if stop_at_deal else {}


def line(values: dict[str, object]) -> str:
    """Fields as one line of text."""
    return " ".join(f"{name}={value}" for name, value in values.items())
