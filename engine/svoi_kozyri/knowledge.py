"""What a seat of Svoi Kozyri knows: everything, once the cards are dealt (SR13).

A view does not say which positions occurred before, which decides about draws by repetition (SR12);
the events do. While trumps are chosen the deal is hidden, and every one is equally likely.
"""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any, ClassVar, Final

from engine.cards import ALL_CARDS, DECK36, SUITS, Cards, to_list, to_mask
from engine.errors import BadObservation
from engine.knowledge import CARD_OF, Knowledge, check_number, compare, set_of
from engine.randomness import SEED_BYTES
from engine.ruleset import Event, View
from engine.svoi_kozyri.moves import CARDS, EMPTY_PILE, TAKE, TAKE_SIZE, TEXT, TRUMP, Move
from engine.svoi_kozyri.notation import Occurrence, Position
from engine.svoi_kozyri.scoring import REPETITIONS
from engine.svoi_kozyri.state import SvoiKozyriState

_PASS_ALL: Final = "pass every event since the game began, or none and the view alone"
_MOVE_OF: Final = {text: move for move, text in enumerate(TEXT)}
_BIT: Final = tuple(1 << card for card in DECK36)
_BEFORE_DEAL: Final = {
    "phase": "choose",
    "hand": [],
    "opponent": [],
    "pile": [],
    "take": 0,
    "ply": 0,
    "repetition": 0,
}
_KEYS: Final = 8  # of a view


class SvoiKozyriKnowledge(Knowledge[SvoiKozyriState]):
    """What a seat of Svoi Kozyri knows.

    As views do not name the seat to act, it is taken to be seat 0 after an even number of plies, as
    in every game from its start, unless `take` fits the other seat only.
    """

    DECK: ClassVar[Cards] = ALL_CARDS

    def __init__(self, rules: Any, seat: int, deck: Cards | None = None) -> None:
        super().__init__(rules, seat, deck)
        self._state: SvoiKozyriState | None = None
        self._trumps: list[str] = []

    # What is heard

    def _hear(self, events: Sequence[Event], view: View) -> None:
        moves = [(event["seat"], _MOVE_OF[event["move"]]) for event in events]
        state = None if self.view is None else self._state
        if state is None or not moves:
            self._begin(state, moves, view)
            return
        self._play(state, moves)
        self._settle(state, view)

    def _begin(
        self, state: SvoiKozyriState | None, moves: list[tuple[int, Move]], view: View
    ) -> None:
        """Before the cards are dealt, from the start of the game, or from a view alone."""
        chosen = [(seat, SUITS[move - TRUMP]) for seat, move in moves if move >= TRUMP]
        trumps = view["trumps"]
        if moves and self.rules.trumps == "choose":
            before = [None, None] if self.view is None else self.view["trumps"]
            due = [(seat, trumps[seat]) for seat in (1, 0) if before[seat] != trumps[seat]]
            if chosen != due:
                raise BadObservation(
                    f"events: they choose the trumps {chosen}, by seat, the view has {due} that "
                    f"are new; {_PASS_ALL}"
                )
        if state is not None and self._agrees(state, view):
            return
        if None in trumps:
            compare({**_BEFORE_DEAL, "trumps": trumps}, view)
            self._state = None
            self.unseen = self.deck
            self.held = [0, 0]
            self.sizes = [0, 0]
            return
        plays = moves[len(chosen) :]
        self._trumps = list(trumps)
        self.unseen = 0
        self._state = state = self._replayed(plays, view) if moves else self._read(view)
        self._settle(state, view)

    def _settle(self, state: SvoiKozyriState, view: View) -> None:
        if not self._agrees(state, view):
            compare(state.view(self.seat), view)
        first, second = state.hands
        self.sizes = [len(first), len(second)]

    def _read(self, view: View) -> SvoiKozyriState:
        """The state of a view, of which no event is known."""
        hands = [0, 0]
        hands[self.seat] = set_of(view["hand"], "hand")
        hands[1 - self.seat] = set_of(view["opponent"], "opponent")
        first, second = (SUITS.index(suit) for suit in view["trumps"])
        check_number(view, "ply", 0, self.rules.max_plies)
        check_number(view, "repetition", 1, REPETITIONS)
        ply = view["ply"]
        turn = ply % 2
        pile = tuple([CARD_OF[name] for name in view["pile"]])
        cards = to_mask(pile)
        if cards.bit_count() != len(pile) or (hands[0] | hands[1]) & cards or hands[0] & hands[1]:
            raise BadObservation("view: a card lies in two places; pass the message as it came")
        if not hands[0] | hands[1]:
            raise BadObservation("view: nobody holds a card; pass the message as it came")
        if pile and min(TAKE_SIZE[(first, second)[turn]][pile[-1]], len(pile)) != view["take"]:
            turn = 1 - turn
        position = Position((first, second), (hands[0], hands[1]), pile, turn, ply)
        times = view["repetition"] - 1
        if times > 0 and hands[1 - turn]:
            earlier = Occurrence(1 - turn, bytes(to_list(hands[1 - turn])), bytes(pile), times)
            position = Position((first, second), (hands[0], hands[1]), pile, turn, ply, (earlier,))
        self.held = hands
        return self._set_up(position)

    def _set_up(self, position: Position) -> SvoiKozyriState:
        state = SvoiKozyriState(self.rules, bytes(SEED_BYTES))
        state.set_up(replace(position, stop_at_deal=True))
        return state

    def _replayed(self, plays: list[tuple[int, Move]], view: View) -> SvoiKozyriState:
        """The state after these plays from the start of the game. The view gives the deal away."""
        if len(plays) != view["ply"]:
            raise BadObservation(
                f"events: {len(plays)} plies, but the view is of ply {view['ply']}; {_PASS_ALL}"
            )
        first, second = (SUITS.index(suit) for suit in view["trumps"])
        trumps = (first, second)
        pile = EMPTY_PILE
        moved: list[tuple[int, Cards, bool]] = []
        for seat, move in plays:
            if move == TAKE:
                size = TAKE_SIZE[trumps[seat]][pile[-1]]
                left = pile[:-size] or EMPTY_PILE
                moved.append((seat, to_mask(pile[len(left) :]), True))
                pile = left
            else:
                pile += CARDS[move]
                moved.append((seat, to_mask(CARDS[move]), False))
        hands = [0, 0]
        hands[self.seat] = set_of(view["hand"], "hand")
        hands[1 - self.seat] = set_of(view["opponent"], "opponent")
        for seat, cards, taken in reversed(moved):
            hands[seat] = hands[seat] & ~cards if taken else hands[seat] | cards
        if hands[0] & hands[1] or not hands[0] or not hands[1]:
            raise BadObservation(f"events: they do not lead to the hands of the view; {_PASS_ALL}")
        self.held = hands
        state = self._set_up(Position(trumps, (hands[0], hands[1])))
        self._play(state, plays)
        return state

    def _play(self, state: SvoiKozyriState, plays: list[tuple[int, Move]]) -> None:
        """What is not legal leads to another state than the view, which is compared with it."""
        held = self.held
        for seat, move in plays:
            if seat != state.seat or move > TAKE:
                raise BadObservation(
                    f"events: {TEXT[move]!r} of seat {seat} at ply {state.ply}, but it is the turn "
                    f"of seat {state.seat}; {_PASS_ALL}"
                )
            pile = state.pile
            state.play(move)
            if move == TAKE:
                for card in pile[len(state.pile) :]:
                    held[seat] |= _BIT[card]
            else:
                for card in CARDS[move]:
                    held[seat] &= ~_BIT[card]

    def _agrees(self, state: SvoiKozyriState, view: View) -> bool:
        """Whether a view is that of the state."""
        seat = self.seat
        hands = state.hands
        hand, opponent, pile = hands[seat], hands[1 - seat], state.pile
        phase = "play" if state.seat is not None else "over"
        return (
            bytes(map(CARD_OF.__getitem__, [*view["hand"], *view["opponent"], *view["pile"]]))
            == hand + opponent + pile[1:]
            and len(view["hand"]) == len(hand)
            and len(view["opponent"]) == len(opponent)
            and view["phase"] == phase
            and view["trumps"] == self._trumps
            and view["take"] == min(state.take_size[state.turn][pile[-1]], len(pile) - 1)
            and view["ply"] == state.ply
            and view["repetition"] == max(state.repetition(), 1)
            and len(view) == _KEYS
        )

    # The state, or a deal

    def _deal(self, rng: Random) -> SvoiKozyriState:
        state = self._state
        if state is not None:
            if state.seat is None:
                raise BadObservation("the game is over: there are no hidden cards to deal")
            return state.copy()
        view = self.view
        assert view is not None, "sample checks it"
        first, second = (None if suit is None else SUITS.index(suit) for suit in view["trumps"])
        state = SvoiKozyriState(self.rules, rng.randbytes(SEED_BYTES))
        state.set_up(Position((first, second), seed=state.seed, stop_at_deal=True))
        return state
