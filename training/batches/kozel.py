"""Games of Kozel as states of the engine, shown all at once.

Numpy makes observations and masks of all games in a fraction of the time that a loop over the games
takes (bench/training.py).
"""

from collections.abc import Iterable
from itertools import chain
from operator import attrgetter
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.kozel.moves import (
    BEAT,
    BEATS,
    DROP,
    LEAD,
    LEADING,
    MOLODKA,
    PASS,
    REPLYING,
    WINDOW,
    leads,
)
from engine.kozel.observation import SIZE
from training.batches.batch import Arrays, Numbers
from training.batches.states import States

CARDS: Final = 36
PLAYERS: Final = 4
HAND: Final = 4

# Actions are the outputs of engine/kozel/policy.py.
_VERBS: Final = np.array([LEAD, BEAT, DROP])
_PLACES: Final = tuple(places for places in range(1 << HAND) if places.bit_count() > 1)
_SETS: Final = 3 * CARDS
_WINDOW: Final = slice(_SETS + 3 * len(_PLACES), _SETS + 3 * len(_PLACES) + 2)
_MOVES_OF_SETS: Final = np.array(
    [*(verb | places for verb in (LEAD, BEAT, DROP) for places in _PLACES), MOLODKA, PASS]
)

# Parts of an observation.
_PLANES: Final = slice(0, 14 * CARDS)
_TAKEN: Final = 12 * CARDS  # the first of two planes, by side
_BITS: Final = slice(_PLANES.stop, _PLANES.stop + 28)
_ORDER: Final = slice(_BITS.stop, _BITS.stop + CARDS)
_COUNTS: Final = slice(_ORDER.stop, SIZE)

_BIT: Final = np.array([1 << card for card in range(CARDS)], np.uint64)
# By trump and the card to beat: 1 for each card that beats it.
_BEATS: Final = np.array(BEATS, np.uint8)
_NUMBERS: Final = attrgetter(
    *("phase", "dealer", "leader", "exposed", "trump", "best"),
    *("best_seat", "count", "drawn", "eggs", "deal"),
)


def _leads_table() -> NDArray[np.uint8]:
    """By the suits of the cards of a hand, 4 where there is none: the places of sets to lead."""
    table = np.zeros((5,) * HAND + (len(_PLACES),), np.uint8)
    for suits in np.ndindex(table.shape[:-1]):
        held = [9 * suit for suit in suits if suit < 4]
        if list(suits) == sorted(suits) and held:
            moves = {move & ~LEAD for move in leads(held)}
            table[suits] = [places in moves for places in _PLACES]
    return table


_LEADS: Final = _leads_table()


class KozelStates(States):
    """The `Games` of Kozel."""

    def __init__(self, rules: Any, n: int, whole_games: bool) -> None:
        super().__init__(rules, n, whole_games)
        self._hands = np.zeros(n, np.uint64)  # of the seats to act

    def play(self, actions: Numbers) -> None:
        cards = actions % CARDS
        places = np.bitwise_count(self._hands & (_BIT[cards] - np.uint64(1)))
        moves = _VERBS[np.minimum(actions // CARDS, 2)] | (1 << places.astype(np.int64))
        sets = np.flatnonzero(actions >= _SETS)
        moves[sets] = _MOVES_OF_SETS[actions[sets] - _SETS]
        for state, move in zip(self.states, moves.tolist(), strict=True):
            state.play(move)

    def observe(self, states: list[Any], seats: list[int], out: NDArray[np.uint8]) -> None:
        """The features of engine/kozel/observation.py, in its order.

        A seat is the one to act, or the episode has ended: so nobody else sees a question about a
        molodka, which is secret (KR12).
        """
        n = len(states)
        seat = np.array(seats)
        pairs = list(zip(states, seats, strict=True))
        players = (seat[:, None] + np.arange(PLAYERS)) & 3  # from the observer on
        sides = (seat[:, None] + np.arange(2)) & 1
        phase, dealer, leader, exposed, trump, best, best_seat, count, drawn, eggs, deal = (
            _flat(map(_NUMBERS, states), 11 * n).reshape(n, 11).T
        )

        tables = [state.table for state in states]
        laid = np.fromiter(map(len, tables), np.int64, n)
        verbs, cards = _flat(chain.from_iterable(tables), 2 * int(laid.sum())).reshape(-1, 2).T
        rows, turns = _rows(laid)
        player = (leader[rows] + turns - seat[rows]) & 3
        open_cards = np.zeros((n, PLAYERS), np.uint64)
        open_cards[rows, player] = np.where(verbs == DROP, 0, cards)
        down = np.zeros(n, np.int64)
        np.bitwise_or.at(down, rows, np.where(verbs == DROP, 1 << player, 0))

        sets = np.zeros((n, 14), np.uint64)  # those given as lists of cards follow below
        sets[:, 1] = np.array([state.dropped[own] for state, own in pairs], np.uint64)
        sets[:, 2] = best
        sets[:, 3:7] = open_cards
        returned = _flat([state.returned for state in states], PLAYERS * n).reshape(n, PLAYERS)
        sets[:, 7:11] = np.take_along_axis(returned, players, 1)
        sets[:, 11] = _BIT[exposed]
        out[:, _PLANES] = _planes(sets)
        hands = [state.hands for state in states]
        own = [hand[mine] for hand, mine in zip(hands, seats, strict=True)]
        sizes = np.fromiter(map(len, chain.from_iterable(hands)), np.int64, PLAYERS * n)
        sizes = np.take_along_axis(sizes.reshape(n, PLAYERS), players, 1)
        out[_rows(sizes[:, 0])[0], _flat(own, int(sizes[:, 0].sum()))] = 1

        begun = laid > 0
        bits = (
            (1 << trump)
            | (16 << phase)
            | (1 << 8 << ((dealer - seat) & 3))
            | (1 << 12 << ((leader - seat) & 3))
            | np.where(begun, (1 << 16 << ((best_seat - seat) & 3)) | (1 << 23 << count), 0)
            | (down << 20)
        ).astype("<u4")
        unpacked = np.unpackbits(bits.view(np.uint8).reshape(n, 4), axis=1, bitorder="little")
        out[:, _BITS] = unpacked[:, :28]

        order = out[:, _ORDER]
        order.fill(0)
        for side in (0, 1):
            taken = [state.taken[(own + side) & 1] for state, own in pairs]
            rows, turns = _rows(np.fromiter(map(len, taken), np.int64, n))
            cards = _flat(taken, len(rows))
            out[rows, _TAKEN + CARDS * side + cards] = 1
            order[rows, cards] = turns + 1

        counts = np.empty((n, 15), np.uint8)
        counts[:, 0:4] = sizes
        drops = _flat([state.drops for state in states], PLAYERS * n).reshape(n, PLAYERS)
        counts[:, 4:8] = np.take_along_axis(drops, players, 1)
        counts[:, 8] = np.array([len(state.stock) for state in states]) - drawn
        tricks = _flat([state.tricks for state in states], 2 * n).reshape(n, 2)
        counts[:, 9:11] = np.take_along_axis(tricks, sides, 1)
        penalties = _flat([state.penalties for state in states], 2 * n).reshape(n, 2)
        counts[:, 11:13] = np.take_along_axis(penalties, sides, 1)
        counts[:, 13] = np.minimum(eggs, 255)
        counts[:, 14] = np.minimum(deal, 255)
        out[:, _COUNTS] = counts

    def mask(self, arrays: Arrays) -> None:
        mask = arrays.mask
        mask.fill(0)
        held = arrays.observation[:, :CARDS]
        packed = np.zeros((len(held), 8), np.uint8)
        packed[:, :5] = np.packbits(held, axis=1, bitorder="little")
        self._hands = packed.view("<u8")[:, 0].astype(np.uint64, copy=False)
        states = self.states
        phase = np.array([state.phase for state in states])
        count = np.array([state.count for state in states])

        lead = np.flatnonzero(phase == LEADING)
        if len(lead):
            mask[lead, :CARDS] = held[lead]
            suits = np.full((len(lead), HAND), 4)
            rows, cards = np.nonzero(held[lead])
            sizes = np.bincount(rows, minlength=len(lead))
            suits[rows, _rows(sizes)[1]] = cards // 9
            mask[lead, _SETS : _SETS + len(_PLACES)] = _LEADS[tuple(suits.T)]
        one = np.flatnonzero((phase == REPLYING) & (count == 1))
        if len(one):
            trump = np.array([states[game].trump for game in one.tolist()])
            best = np.array([states[game].best.bit_length() - 1 for game in one.tolist()])
            mask[one, CARDS : 2 * CARDS] = held[one] & _BEATS[trump, best]
            mask[one, 2 * CARDS : 3 * CARDS] = held[one]
            if self.rules.molodka == "own_turn":
                seats = arrays.seat[one].tolist()
                mask[one, _WINDOW.start] = [
                    (states[game].claimants >> seat) & 1
                    for game, seat in zip(one.tolist(), seats, strict=True)
                ]
        for game in np.flatnonzero((phase == REPLYING) & (count > 1)).tolist():
            states[game].mask(mask[game])
        mask[phase == WINDOW, _WINDOW] = 1


def _flat(numbers: Iterable[Iterable[int]], count: int) -> Numbers:
    """All the numbers in a row."""
    return np.fromiter(chain.from_iterable(numbers), np.int64, count)


def _rows(sizes: Numbers) -> tuple[Numbers, Numbers]:
    """For rows of these sizes that are laid end to end: by item, its row and its place in it."""
    rows = np.repeat(np.arange(len(sizes)), sizes)
    return rows, np.arange(len(rows)) - (np.cumsum(sizes) - sizes)[rows]


def _planes(sets: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Sets of shape (n, k) as bytes of shape (n, 36 k): 1 for each card of the set.

    k is even: two sets are nine bytes of bits, which numpy unpacks without gaps.
    """
    n, k = sets.shape
    low, high = sets[:, ::2], sets[:, 1::2]
    packed = np.empty((n, k // 2, 9), np.uint8)
    both = (low | (high << np.uint64(36))).astype("<u8", copy=False)
    packed[:, :, :8] = both.view(np.uint8).reshape(n, k // 2, 8)
    packed[:, :, 8] = high >> np.uint64(28)
    return np.unpackbits(packed.reshape(n, -1), axis=1, bitorder="little")
