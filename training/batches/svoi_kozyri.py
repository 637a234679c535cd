"""Games of Svoi Kozyri as states of the engine, shown all at once.

Numpy makes observations and masks of all games in a fraction of the time that a loop over the games
takes (bench/training.py).
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.svoi_kozyri.moves import BEAT, NO_CARD, NOT_BEATING, TAKE, TAKE_SIZE, TRUMP
from engine.svoi_kozyri.observation import SIZE
from training.batches.batch import Arrays, Numbers
from training.batches.states import States

CARDS: Final = 36
_NO_TRUMP: Final = 4

# Parts of an observation.
_HAND: Final = slice(0, CARDS)
_OTHER_HAND: Final = slice(CARDS, 2 * CARDS)
_TOP: Final = slice(2 * CARDS, 3 * CARDS)
_BITS: Final = slice(_TOP.stop, _TOP.stop + 13)
_PILE: Final = slice(_BITS.stop, _BITS.stop + CARDS)
_COUNTS: Final = slice(_PILE.stop, SIZE)

# By the trump of the seat to act and the top card, or NO_CARD: 1 for each card that beats it.
_BEATING: Final = np.array(
    [
        [[card not in weak for card in range(CARDS)] for weak in [*by_top, bytes(range(CARDS))]]
        for by_top in [*NOT_BEATING, [bytes(range(CARDS))] * CARDS]
    ],
    np.uint8,
)
_TAKE_SIZE: Final = np.array([*TAKE_SIZE, [0] * (CARDS + 1)])
_OTHERS: Final = 1 - np.eye(CARDS, dtype=np.uint8)
_ITSELF: Final = np.arange(CARDS)
# By a trump or _NO_TRUMP, and by phase: as planes.
_TRUMPS: Final = np.eye(5, 4, dtype=np.uint8)
_CHOOSE, _PLAY, _OVER = range(3)
_PHASES: Final = np.eye(3, dtype=np.uint8)
_TURNS: Final = np.eye(2, dtype=np.uint8)


class SvoiKozyriStates(States):
    """The `Games` of Svoi Kozyri."""

    def play(self, actions: Numbers) -> None:
        for state, move in zip(self.states, actions.tolist(), strict=True):
            state.play(move)

    def observe(self, states: list[Any], seats: list[int], out: NDArray[np.uint8]) -> None:
        """The features of engine/svoi_kozyri/observation.py, in its order."""
        n = len(states)
        seat = np.array(seats)
        turn = np.array([state.turn for state in states])
        hands = [state.hands for state in states]
        for part, these in (
            (_HAND, [pair[own] for pair, own in zip(hands, seats, strict=True)]),
            (_OTHER_HAND, [pair[1 - own] for pair, own in zip(hands, seats, strict=True)]),
        ):
            cards, rows, _ = _cards(these)
            held = out[:, part]
            held[:] = 0
            held[rows, cards] = 1
        cards, rows, sizes = _cards([state.pile for state in states])
        ends = np.cumsum(sizes)
        top = cards[ends - 1]
        depths = np.zeros((n, CARDS + 1), np.uint8)
        depths[rows, cards] = np.repeat(ends, sizes) - np.arange(len(cards))
        out[:, _PILE] = depths[:, :CARDS]
        out[:, _TOP] = out[:, _PILE] == 1
        trumps = np.array(
            [
                state.trumps
                if None not in state.trumps
                else [_NO_TRUMP if trump is None else trump for trump in state.trumps]
                for state in states
            ]
        )
        games = np.arange(n)
        chosen = trumps[games, turn] != _NO_TRUMP
        over = [state.seat is None for state in states]
        bits = out[:, _BITS]
        bits[:, 0:4] = _TRUMPS[trumps[games, seat]]
        bits[:, 4:8] = _TRUMPS[trumps[games, 1 - seat]]
        bits[:, 8:11] = _PHASES[np.where(chosen, np.where(over, _OVER, _PLAY), _CHOOSE)]
        bits[:, 11:13] = _TURNS[turn ^ seat]
        counts = out[:, _COUNTS]
        counts[:, 0] = np.minimum(_TAKE_SIZE[trumps[games, turn], top], sizes - 1)
        # A hand hardly ever comes back, so that the quick answer is nearly always right.
        repetition = np.array(
            [
                1
                if state.occurred[1 - state.turn].get(state.hands[1 - state.turn]) == state.pile
                else max(state.repetition(), 1)
                for state in states
            ]
        )
        counts[:, 1] = np.where(chosen, repetition, 0)
        ply = np.array([state.ply for state in states])
        counts[:, 2] = ply >> 8
        counts[:, 3] = ply & 255

    def mask(self, arrays: Arrays) -> None:
        seen, mask = arrays.observation, arrays.mask
        mask.fill(0)
        hand = seen[:, _HAND]
        trumps = seen[:, _BITS.start : _BITS.start + 4]
        trump = np.where(trumps.any(axis=1), trumps.argmax(axis=1), _NO_TRUMP)
        tops = seen[:, _TOP]
        top = np.where(tops.any(axis=1), tops.argmax(axis=1), NO_CARD)
        beating = hand & _BEATING[trump, top]
        leads = np.flatnonzero(top == NO_CARD)
        mask[leads, :BEAT] = hand[leads]
        beats = beating.any(axis=1)
        some = np.flatnonzero(beats)
        pairs = mask[:, BEAT:TAKE].reshape(-1, CARDS, CARDS)
        pairs[some] = (beating[some, :, None] & hand[some, None, :]) & _OTHERS
        alone = some[hand[some].sum(axis=1) == 1]
        pairs[alone[:, None], _ITSELF, _ITSELF] = beating[alone]
        may_take = True if self.rules.voluntary_take else ~beats
        mask[:, TAKE] = (top != NO_CARD) & may_take
        if self.rules.trumps == "choose":
            choosing = np.flatnonzero(seen[:, _BITS.start + 8])
            both = seen[choosing, _BITS.start : _BITS.start + 8].reshape(-1, 2, 4)
            mask[choosing, TRUMP:] = 1 - both.any(axis=1)


def _cards(piles: list[bytes]) -> tuple[NDArray[np.uint8], Numbers, Numbers]:
    """The cards of all piles in a row; by card, the number of its pile; by pile, its size."""
    sizes = np.fromiter(map(len, piles), np.int64, len(piles))
    cards = np.frombuffer(b"".join(piles), np.uint8)
    return cards, np.repeat(np.arange(len(piles)), sizes), sizes
