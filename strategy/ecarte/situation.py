"""What a seat knows of a deal, in the words of the search: trumps are the fourth suit."""

from dataclasses import dataclass
from typing import Any

from engine.ecarte.options import EcarteOptions
from strategy.ecarte.cards import (
    DECK,
    DECKS,
    HIGHER,
    KING,
    SAME_SUIT,
    TRUMPS,
    Deck,
    beats,
)


@dataclass(frozen=True)
class Situation:
    """A view as the search reads it.

    `dealer`: whether this seat is the dealer. `score`: the points of the non-dealer and of the
    dealer now. `counts`: what they took in their last exchange, `stage`: how many exchanges were
    made. `played`: the other seat's cards of this deal. `unknown`: the cards that may be in the
    other hand, `size` how many of them are. `king`: whether the king's point is scored or cannot
    be; `other_has_king`: the other seat announced it and still holds it.
    """

    options: EcarteOptions
    deck: Deck
    phase: str
    dealer: bool
    score: tuple[int, int]
    hand: int
    turned: int
    stock: int
    proposals: int
    stage: int
    counts: tuple[int, int]
    led: int
    tricks: tuple[int, int]
    played: int
    mine: int
    unknown: int
    size: int
    king_scored: bool
    other_has_king: bool
    silent: bool

    @property
    def role(self) -> int:
        """0 for the non-dealer, 1 for the dealer."""
        return int(self.dealer)

    @property
    def my_tricks(self) -> int:
        return self.tricks[self.role]


def situation(options: EcarteOptions, view: dict[str, Any], seat: int) -> Situation:
    """Reads a view of `seat`, whose turn it is."""
    deck = DECKS[view["trump"]]
    bits = deck.bits
    dealer_seat = view["dealer"]
    first = 1 - dealer_seat
    hand = deck.mask(view["hand"])
    turned = bits[view["turned"]]
    mine = theirs = excluded = 0
    leader, lead = first, 0
    silent = False
    sequence = [bits[name] for name in view["played"]]
    for number, card in enumerate(sequence):
        player = leader if lead == 0 else 1 - leader
        if player == seat:
            mine |= card
        else:
            theirs |= card
            if number < 2 and view["king"] != player:
                silent = True
        if lead == 0:
            lead = card
            continue
        if player != seat:
            excluded |= _excluded(card, lead, options.must_trump)
        if beats(card, lead):
            leader = player
        lead = 0
    unknown = DECK & ~(hand | mine | theirs | turned | excluded | deck.mask(view["discarded"]))
    exchanges = view["exchanges"]
    counts = tuple(count or 0 for count in exchanges[-1]) if exchanges else (0, 0)
    # The dealer discards when the non-dealer's part of this exchange is done.
    stage = len(exchanges) - (view["phase"] == "discard" and seat == dealer_seat)
    king_holder = view["king"]
    score = view["score"]
    tricks = view["tricks"]
    return Situation(
        options=options,
        deck=deck,
        phase=view["phase"],
        dealer=seat == dealer_seat,
        score=(score[first], score[dealer_seat]),
        hand=hand,
        turned=turned,
        stock=view["stock"],
        proposals=view["proposals"],
        stage=stage,
        counts=(counts[0], counts[1]),
        led=lead,
        tricks=(tricks[first], tricks[dealer_seat]),
        played=theirs,
        mine=mine,
        unknown=unknown,
        size=5 - theirs.bit_count(),
        king_scored=king_holder is not None or turned == KING,
        other_has_king=king_holder == 1 - seat and not theirs & KING,
        silent=silent,
    )


def _excluded(reply: int, lead: int, must_trump: bool) -> int:
    """The cards that the hand which gave this reply cannot hold."""
    if reply & SAME_SUIT[lead]:
        return 0 if reply & HIGHER[lead] else HIGHER[lead]
    return SAME_SUIT[lead] | (TRUMPS if must_trump and not reply & TRUMPS else 0)
