"""Games of Écarté in numpy as VectorEnv needs them: actions in, masks and observations out."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.cards import DECK32
from engine.ecarte.moves import (
    DISCARDING,
    DISCARDS,
    HAND,
    OVER,
    PLAYING,
    PROPOSING,
    RESPONDING,
    WINNERS,
)
from engine.ecarte.observation import MOST_EXCHANGES, SIZE
from engine.ecarte.options import EcarteOptions
from training.batches.batch import Arrays, Numbers
from training.batches.ecarte import BIT, CARDS, KING, NO_CARD, NOBODY, EcarteGames, Sets, places_of

# Actions are the outputs of engine/ecarte/policy.py.
CARD_KING: Final = CARDS
STAND: Final = 2 * CARDS
PROPOSE: Final = STAND + 1
ACCEPT: Final = STAND + 2
REFUSE: Final = STAND + 3
DISCARD: Final = STAND + 4

# Parts of an observation.
_PLANES: Final = 6 * CARDS + 15  # the bits come first
_ORDER: Final = slice(_PLANES, _PLANES + CARDS)
_COUNTS: Final = slice(_ORDER.stop, _ORDER.stop + 8)
_EXCHANGES: Final = slice(_COUNTS.stop, _COUNTS.stop + 2 * MOST_EXCHANGES)

_NO_CARDS: Final = np.uint32(0)
# By the card led.
_HIGHER: Final = np.array([*(places_of(WINNERS[card // 9][card]) for card in DECK32), 0], np.uint32)
_SUIT: Final = np.array([*(0xFF << (card & ~7) for card in range(CARDS)), 0], np.uint32)
_TRUMPS: Final = np.array([0xFF << (8 * suit) for suit in range(4)], np.uint32)


def _discard_masks() -> NDArray[np.uint8]:
    """By the least and the most cards, by places in the hand: 1 if that discard is legal."""
    masks = np.zeros((2, HAND + 1, 1 << HAND), np.uint8)
    for least, row in enumerate(DISCARDS):
        for most, moves in enumerate(row):
            masks[least, most, [~move for move in moves]] = 1
    return masks


_DISCARDS: Final = _discard_masks()
_PLACES: Final = np.array(
    [[(places >> place) & 1 for place in range(HAND)] for places in range(1 << HAND)], np.uint32
)
# By phase and whether there is a stock: the legal words.
_WORDS: Final = np.zeros((5, 2, 4), np.uint8)
_WORDS[PROPOSING] = [[1, 0, 0, 0], [1, 1, 0, 0]]
_WORDS[RESPONDING] = [0, 0, 1, 1]


class EcarteBatch:
    """The `Games` of Écarté (training/batches/batch.py)."""

    def __init__(self, options: EcarteOptions, n: int, whole_games: bool) -> None:
        self._games = EcarteGames(options, n, whole_games)
        self._options = options
        self._whole_games = whole_games
        self._all = np.arange(n)

    def begin(self, games: Numbers, seeds: list[bytes]) -> None:
        self._games.begin(games, seeds)

    def play(self, actions: Numbers) -> None:
        games = self._games
        cards = np.flatnonzero(actions < STAND)
        words = np.flatnonzero(actions >= STAND)
        if len(words):
            said = actions[words]
            if len(some := words[said == PROPOSE]):
                games.propose(some)
            if len(some := words[said == ACCEPT]):
                games.accept(some)
            if len(some := words[(said == STAND) | (said == REFUSE)]):
                games.begin_play(some)
            if len(some := words[said >= DISCARD]):
                games.discard(some, self._cards_at(some, actions[some] - DISCARD))
        if len(cards):
            played = actions[cards]
            announced = played >= CARD_KING
            games.play_cards(cards, played - CARD_KING * announced, announced)

    def _cards_at(self, games: Numbers, places: Numbers) -> Sets:
        """The cards at some places of the hands of the seats to act."""
        hands: Sets = self._games.hands[2 * games + self._games.seat[games]]
        flags = _PLACES[places]
        cards: Sets = np.zeros_like(hands)
        for place in range(HAND):
            lowest = hands & (~hands + np.uint32(1))
            cards |= lowest * flags[:, place]
            hands ^= lowest
        return cards

    def ended(self) -> Numbers:
        return np.flatnonzero(self._games.phase == OVER)

    def rewards(self, games: Numbers) -> NDArray[np.float32]:
        points = self._games.points
        lead = points[2 * games] - points[2 * games + 1]
        if self._whole_games:
            lead = np.sign(lead)
        return np.stack([lead, -lead], axis=1).astype(np.float32)

    def show(self, arrays: Arrays) -> None:
        games = self._games
        arrays.seat[:] = games.seat
        self._observe(self._all, games.seat, arrays.observation)
        self._mask(arrays.mask)

    def show_ends(self, games: Numbers, final: NDArray[np.uint8]) -> None:
        seats = np.tile((0, 1), len(games))
        self._observe(np.repeat(games, 2), seats, final.reshape(-1, SIZE))

    def _mask(self, mask: NDArray[np.uint8]) -> None:
        games = self._games
        seat, phase, led = games.seat, games.phase, games.led
        places = 2 * self._all + seat
        hand = games.hands[places]
        winning = hand & _HIGHER[led]
        following = hand & _SUIT[led]
        free = hand
        if self._options.must_trump:
            trumps = hand & _TRUMPS[games.trump]
            free = np.where((trumps != 0) & (led != NO_CARD), trumps, hand)
        legal = np.where(winning != 0, winning, np.where(following != 0, following, free))
        legal[phase != PLAYING] = 0
        holder = games.king_holder == seat
        kings = np.where(holder, legal, _NO_CARDS)
        leads = np.flatnonzero(holder & (led == NO_CARD))
        legal[leads] &= ~BIT[KING[games.trump[leads]]]  # to lead it is to announce it (ER8)
        mask[:, :STAND] = _planes(np.stack([legal, kings], axis=1))
        stock = CARDS - games.dealt
        mask[:, STAND:DISCARD] = _WORDS[phase, (stock > 0).astype(np.int64)]
        mask[:, DISCARD:] = 0
        some = np.flatnonzero(phase == DISCARDING)
        if len(some):
            most = np.minimum(stock[some], HAND)
            dealers = seat[some] == games.dealer[some]
            least = np.where(dealers, np.minimum(self._options.dealer_min, most), 1)
            mask[some, DISCARD:] = _DISCARDS[least, most]

    def _observe(self, some: Numbers, seat: Numbers, out: NDArray[np.uint8]) -> None:
        """The features of engine/ecarte/observation.py, in its order."""
        games = self._games
        own = 2 * some + seat
        other = own ^ 1
        phase, king = games.phase[some], games.king[some]
        sets = np.empty((len(some), 7), np.uint32)
        sets[:, 0] = games.hands[own]
        sets[:, 1] = games.discarded[own]
        sets[:, 2] = games.played[own]
        sets[:, 3] = games.played[other]
        sets[:, 4] = BIT[games.led[some]]
        sets[:, 5] = BIT[games.turned[some]]
        sets[:, 6] = (
            (1 << games.trump[some])
            | (16 << phase)
            | (512 << (games.dealer[some] ^ seat))
            | np.where(phase == OVER, 0, 2048 << (games.seat[some] ^ seat))
            | np.where(king == NOBODY, 0, 8192 << (king ^ seat))
        )
        out[:, :_PLANES] = _planes(sets)[:, :_PLANES]
        out[:, _ORDER] = games.order[some]
        counts = np.empty((8, len(some)), np.uint8)
        counts[0] = games.points[own]
        counts[1] = games.points[other]
        counts[2] = games.tricks[own]
        counts[3] = games.tricks[other]
        counts[4] = np.bitwise_count(games.hands[own])
        counts[5] = np.bitwise_count(games.hands[other])
        counts[6] = CARDS - games.dealt[some]
        counts[7] = games.proposals[some]
        out[:, _COUNTS] = counts.T
        out[:, _EXCHANGES] = games.exchanged[some]
        out[:, SIZE - 2] = games.completed[some]
        out[:, SIZE - 1] = games.deal[some]


def _planes(sets: Sets) -> NDArray[np.uint8]:
    """Sets of shape (n, k) as bytes of shape (n, CARDS * k): 1 for each card of the set."""
    n, k = sets.shape
    bits = sets.astype("<u4", copy=False).view(np.uint8)
    return np.unpackbits(bits, axis=1, bitorder="little").reshape(n, CARDS * k)
