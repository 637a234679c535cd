"""What a seat cannot see of Kozel, dealt again: for tests of secrecy, and for bots that sample."""

from dataclasses import replace
from random import Random

from engine.cards import Cards, to_list, to_mask
from engine.kozel import notation
from engine.kozel.moves import DROP
from engine.kozel.notation import NOBODY, Position
from engine.randomness import SEED_BYTES


def deal_hidden_again(text: str, seat: int, random: Random) -> str:
    """A position text that `seat`, or the SPECTATOR, sees like `text`.

    The hidden cards change places at random, whatever the play so far says about them; the deals to
    come are others, and nobody else is asked about a molodka.
    """
    position = notation.read(text)
    known = _known_cards(position)
    others = [other for other in range(4) if other != seat]
    hidden = to_mask(position.stock) & ~known
    for other in others:
        hidden |= (position.hands[other] | position.dropped[other]) & ~known
    for turn, (verb, cards) in enumerate(position.table):
        if verb == DROP and (position.leader + turn) & 3 != seat:
            hidden |= cards & ~known
    deck = to_list(hidden)
    random.shuffle(deck)

    def again(cards: Cards) -> Cards:
        """As many cards from the deck as there are hidden ones, with the known ones."""
        count = (cards & hidden).bit_count()
        return (cards & ~hidden) | to_mask(deck.pop() for _ in range(count))

    hands, dropped, table = list(position.hands), list(position.dropped), list(position.table)
    for other in others:
        hands[other], dropped[other] = again(hands[other]), again(dropped[other])
    for turn, (verb, cards) in enumerate(table):
        if verb == DROP and (position.leader + turn) & 3 != seat:
            table[turn] = (DROP, again(cards))
    stock = [deck.pop() if (hidden >> card) & 1 else card for card in position.stock]
    return notation.write(
        replace(
            position,
            hands=(hands[0], hands[1], hands[2], hands[3]),
            stock=tuple(stock),
            table=tuple(table),
            asked=seat if position.asked == seat else NOBODY,
            dropped=(dropped[0], dropped[1], dropped[2], dropped[3]),
            seed=random.randbytes(SEED_BYTES),
        )
    )


def _known_cards(position: Position) -> Cards:
    """Cards whose place everybody knows: returned ones, and an exposed card at the bottom."""
    known = 0
    for cards in position.returned:
        known |= cards
    if position.stock[-1:] == (position.exposed,):
        known |= 1 << position.exposed
    return known
