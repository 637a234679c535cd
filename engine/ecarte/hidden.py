"""What a seat cannot see of Écarté, dealt again: for tests of secrecy, and for bots that sample."""

from dataclasses import replace
from random import Random

from engine.cards import Cards, to_list, to_mask
from engine.ecarte import notation
from engine.randomness import SEED_BYTES


def deal_hidden_again(text: str, seat: int, random: Random) -> str:
    """A position text that `seat`, or the SPECTATOR, sees like `text`.

    The hidden cards change places at random, whatever the play so far says about them, and the
    deals to come are others.
    """
    position = notation.read(text)
    others = [other for other in (0, 1) if other != seat]
    hidden = to_mask(position.stock)
    for other in others:
        hidden |= position.hands[other] | position.discarded[other]
    deck = to_list(hidden)
    random.shuffle(deck)

    def again(cards: Cards) -> Cards:
        return to_mask(deck.pop() for _ in range(cards.bit_count()))

    hands, discarded = list(position.hands), list(position.discarded)
    for other in others:
        hands[other], discarded[other] = again(hands[other]), again(discarded[other])
    return notation.write(
        replace(
            position,
            hands=(hands[0], hands[1]),
            discarded=(discarded[0], discarded[1]),
            stock=tuple(deck),
            seed=random.randbytes(SEED_BYTES),
        )
    )
