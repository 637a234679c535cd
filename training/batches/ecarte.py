"""Many games of Écarté at once in numpy: an array for each thing that a state knows.

These are the rules of engine/ecarte, written again for arrays, since a loop over states in Python
takes several times as long (bench/training.py). tests/training compares what they show with states
of the engine. The deals are the engine's own.

A card is its place in the deck of 32, a set of cards has the bit 1 << place.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.cards import DECK32, Cards, to_list
from engine.ecarte import actions as ecarte_actions
from engine.ecarte.deal import first_dealer, shuffled_deck
from engine.ecarte.moves import (
    DISCARDING,
    HAND,
    KINGS,
    OVER,
    PLAYING,
    PROPOSING,
    RESPONDING,
    WINNERS,
)
from engine.ecarte.observation import MOST_EXCHANGES
from engine.ecarte.options import EcarteOptions
from engine.ecarte.scoring import KING_POINTS, deal_points

Numbers = NDArray[np.int64]
Sets = NDArray[np.uint32]

CARDS: Final = 32
NO_CARD: Final = CARDS
NOBODY: Final = -1
PLACE: Final = np.array(ecarte_actions.PLACE)  # by card of engine/cards.py
BIT: Final = np.array([*(1 << card for card in range(CARDS)), 0], np.uint32)  # and of NO_CARD
KING: Final = PLACE[list(KINGS)]  # by suit


def places_of(cards: Cards) -> int:
    """A set of engine/cards.py as a set here."""
    return sum(1 << ecarte_actions.PLACE[card] for card in to_list(cards) if card % 9)


# By CARDS * trump + the card led.
_WINNERS: Final = np.array([places_of(row[card]) for row in WINNERS for card in DECK32], np.uint32)
# By deck: the places of the non-dealer's cards and the dealer's (ER2), the turned one, the stock.
_NON_DEALERS: Final = np.array([0, 1, 2, 6, 7])
_DEALERS: Final = np.array([3, 4, 5, 8, 9])
_TURNED: Final = 10
_STOCK: Final = 11


class EcarteGames:
    """The states of n games. What goes by seat has places 2 * game and 2 * game + 1."""

    def __init__(self, options: EcarteOptions, n: int, whole_games: bool) -> None:
        self.options = options
        self.whole_games = whole_games
        self.seeds = [b""] * n
        self.decks = np.zeros((n, CARDS), np.uint8)
        self.deal, self.dealer, self.seat, self.phase = np.zeros((4, n), np.int64)
        self.turned, self.trump, self.led, self.dealt = np.zeros((4, n), np.int64)
        self.proposals, self.exchanges, self.king, self.king_holder = np.zeros((4, n), np.int64)
        self.hands, self.discarded, self.played = np.zeros((3, 2 * n), np.uint32)
        self.points, self.tricks = np.zeros((2, 2 * n), np.int64)
        self.completed = np.zeros(n, np.int64)  # exchanges in which the dealer has discarded too
        # By exchange: the cards of non-dealer and dealer.
        self.exchanged = np.zeros((n, 2 * MOST_EXCHANGES), np.uint8)
        self.order = np.zeros((n, CARDS), np.uint8)  # by card: 1 if it was played first, …
        self._tricks_points = _points_table(options.vulnerability)

    def begin(self, games: Numbers, seeds: list[bytes]) -> None:
        """Begins the games that `seeds` deal in the places `games`."""
        for game, seed in zip(games.tolist(), seeds, strict=True):
            self.seeds[game] = seed
        self.points[2 * games] = self.points[2 * games + 1] = 0
        self.deal[games] = 0
        self._deal(games, np.array([first_dealer(seed) for seed in seeds]))

    def _deal(self, games: Numbers, dealer: Numbers) -> None:
        """Deals the cards of deal `self.deal`, and scores turned kings (ER3)."""
        numbers = self.deal[games].tolist()
        seeds = self.seeds
        decks = PLACE[
            [
                shuffled_deck(seeds[game], deal)
                for game, deal in zip(games.tolist(), numbers, strict=True)
            ]
        ]
        self.decks[games] = decks
        bits = BIT[decks[:, :_TURNED]]
        one = 2 * games + 1 - dealer
        other = 2 * games + dealer
        self.hands[one] = np.bitwise_or.reduce(bits[:, _NON_DEALERS], axis=1)
        self.hands[other] = np.bitwise_or.reduce(bits[:, _DEALERS], axis=1)
        turned = decks[:, _TURNED]
        trump = turned // 8
        self.turned[games] = turned
        self.trump[games] = trump
        self.dealt[games] = _STOCK
        self.dealer[games] = dealer
        self.seat[games] = 1 - dealer
        self.phase[games] = PROPOSING
        self.led[games] = NO_CARD
        self.king[games] = NOBODY
        self.king_holder[games] = NOBODY
        self.proposals[games] = 0
        self.exchanges[games] = 0
        self.completed[games] = 0
        self.exchanged[games] = 0
        self.order[games] = 0
        for seat in (2 * games, 2 * games + 1):
            self.discarded[seat] = self.played[seat] = 0
            self.tricks[seat] = 0
        kings = np.flatnonzero(turned == KING[trump])
        self._add_points(games[kings], dealer[kings], KING_POINTS)

    def _add_points(self, games: Numbers, seat: Numbers, points: Numbers | int) -> None:
        """Scores points. Reaching the target ends a game at once (ER15)."""
        places = 2 * games + seat
        sums = self.points[places] + points
        self.points[places] = sums
        self.phase[games[sums >= self.options.target]] = OVER

    # Moves, of the seats to act

    def propose(self, games: Numbers) -> None:
        self.proposals[games] += 1
        self.phase[games] = RESPONDING
        self.seat[games] = self.dealer[games]

    def accept(self, games: Numbers) -> None:
        self.phase[games] = DISCARDING
        self.seat[games] = 1 - self.dealer[games]

    def begin_play(self, games: Numbers) -> None:
        """After `stand` or `refuse`: the holder of the king of trumps may announce it (ER8)."""
        self.phase[games] = PLAYING
        self.seat[games] = 1 - self.dealer[games]
        king = KING[self.trump[games]].astype(np.uint32)
        first = (self.hands[2 * games] >> king) & 1 != 0
        second = (self.hands[2 * games + 1] >> king) & 1 != 0
        self.king_holder[games] = np.where(first, 0, np.where(second, 1, NOBODY))

    def discard(self, games: Numbers, cards: Sets) -> None:
        """ER5: the non-dealer discards and draws, then the dealer."""
        seat = self.seat[games]
        places = 2 * games + seat
        count = np.bitwise_count(cards).astype(np.int64)
        dealt = self.dealt[games]
        drawn = np.zeros_like(cards)
        for number in range(HAND):
            some = np.flatnonzero(count > number)
            drawn[some] |= BIT[self.decks[games[some], dealt[some] + number]]
        self.dealt[games] = dealt + count
        self.hands[places] = (self.hands[places] & ~cards) | drawn
        self.discarded[places] |= cards
        self.seat[games] = 1 - seat
        dealers = seat == self.dealer[games]
        some = games[dealers]
        self.exchanged[some, 2 * self.completed[some] + 1] = count[dealers]
        self.completed[some] += 1
        self.phase[some] = PROPOSING
        some = games[~dealers]
        self.exchanged[some, 2 * self.exchanges[some]] = count[~dealers]
        self.exchanges[some] += 1

    def play_cards(self, games: Numbers, card: Numbers, announced: NDArray[np.bool_]) -> None:
        """`announced`: where the king of trumps is."""
        seat = self.seat[games]
        places = 2 * games + seat
        bit = BIT[card]
        hand = self.hands[places] ^ bit
        self.hands[places] = hand
        self.played[places] |= bit
        self.order[games, card] = np.bitwise_count(
            self.played[2 * games] | self.played[2 * games + 1]
        )
        led = self.led[games]
        leads = led == NO_CARD
        answers = np.flatnonzero(~leads)
        self.led[games] = np.where(leads, card, NO_CARD)
        self.seat[games] = 1 - seat
        self._take_tricks(games[answers], led[answers], card[answers].astype(np.uint32))
        kings = np.flatnonzero(announced)
        self.king[games[kings]] = seat[kings]
        self._add_points(games[kings], seat[kings], KING_POINTS)
        last = games[(hand == 0) & ~leads & ~announced]
        if len(last):
            self._end_deals(last)

    def _take_tricks(self, games: Numbers, led: Numbers, card: NDArray[np.uint32]) -> None:
        """The winner takes the trick (E26). `self.seat` is already the leader again."""
        winners = _WINNERS[CARDS * self.trump[games] + led]
        taker = self.seat[games] ^ ((winners >> card) & 1).astype(np.int64)
        self.tricks[2 * games + taker] += 1
        self.king_holder[games] = NOBODY
        self.seat[games] = taker

    def _end_deals(self, games: Numbers) -> None:
        """Scores the tricks; in whole games the next deal follows."""
        dealer = self.dealer[games]
        won = self.tricks[2 * games + 1 - dealer]
        proposals = self.proposals[games]
        exchanges = self.exchanges[games]
        by_other, points = self._tricks_points[
            won, np.minimum(exchanges, 1), (proposals > 0) * 1 + (proposals > exchanges)
        ].T
        self._add_points(games, dealer ^ by_other, points)
        if not self.whole_games:
            self.phase[games] = OVER
            return
        on = np.flatnonzero(self.phase[games] != OVER)
        if len(on):
            self.deal[games[on]] += 1
            self._deal(games[on], 1 - dealer[on])


def _points_table(vulnerability: str) -> Numbers:
    """By the non-dealer's tricks, by whether there was an exchange, and by how the play began:
    whether the non-dealer scores for the tricks, and how many points.

    How it began: 0 without a proposal, 1 with proposals that were all accepted, 2 by a refusal.
    """
    table = np.zeros((HAND + 1, 2, 3, 2), np.int64)
    for won, exchanged, began in np.ndindex(table.shape[:3]):
        proposals = (0, exchanged, exchanged + 1)[began]
        points = deal_points(vulnerability, won, proposals, exchanged)
        table[won, exchanged, began] = (points[0] > 0, sum(points))
    return table
