"""A game whose cards are dealt one at a time, when they are needed: explicit chance nodes.

A state deals from its seed: all cards lie somewhere from the start. A `ChanceState` has no seed.
Where cards must be dealt, or a suit or the first dealer drawn, its `seat` is CHANCE: it lists the
outcomes with their probabilities, and whoever drives it chooses one. So a program can walk through
all deals, or solve a game::

    game = rules.chance()  # or chance_of(rules), for any Ruleset
    while game.seat is not None:
        if game.seat == CHANCE:
            outcomes, weights = zip(*game.chance_outcomes())
            game.deal(random.choices(outcomes, weights)[0])
        else:
            game.play(random.choice(game.state.legal()))

Each game has a module ``chance.py`` with a `Dealer`: it says what chance decides and when.
"""

from collections.abc import Sequence
from typing import Any, Final, Protocol

from engine.cards import NAMES, Card
from engine.errors import BadAction
from engine.ruleset import Ruleset, State

CHANCE: Final = -2  # the `seat` where chance is to act
# An outcome is a card that is dealt, drawn or turned up, or one of four seats or suits.
FIRST_CHOICE: Final = 36
NUM_OUTCOMES: Final = FIRST_CHOICE + 4

Outcomes = list[tuple[int, float]]


def uniform(outcomes: Sequence[int]) -> Outcomes:
    """These outcomes, each equally likely."""
    chance = 1 / len(outcomes)
    return [(outcome, chance) for outcome in outcomes]


class Dealer(Protocol):
    """What chance decides in a game with its options. `dealt` are outcomes in order."""

    choice: str  # what outcomes from FIRST_CHOICE on are: "dealer" or "trump"
    choices: str  # the names of these outcomes, a letter each

    def opening(self, before: Any, dealt: Sequence[int]) -> Sequence[int]:
        """The equally likely outcomes after those `dealt` in the deal that begins; none when it is
        complete. `before` is the state at the end of the deal before, None in the first."""

    def opened(self, before: Any, dealt: Sequence[int]) -> State[Any]:
        """The state when the deal is complete. It stops at the end of the deal."""

    def draws(self, state: Any, move: Any) -> int:
        """How many outcomes follow a move before anybody is to act again."""

    def draw(self, state: Any, move: Any, dealt: Sequence[int]) -> Sequence[int]:
        """The equally likely outcomes after those `dealt` for a move of `state`."""

    def drawn(self, state: Any, move: Any, dealt: Sequence[int]) -> State[Any]:
        """The state after the move. `state`, which may be changed, is where it is made."""

    def undealt(self, state: Any) -> tuple[list[Card], list[int]]:
        """The cards in hands and stock of a state, and the sizes of the hands by seat.

        Raises BadPosition for a state whose hands cannot be dealt again.
        """

    def redealt(self, state: Any, hands: Sequence[Sequence[Card]]) -> State[Any]:
        """The state with these hands; the other cards in the stock."""


def chance_of(
    rules: Ruleset,
    state: State[Any] | None = None,
    stop_at_deal: bool = False,
    redeal: bool = False,
) -> "ChanceState | None":
    """`rules.chance(…)`: a game dealt card by card; None if the ruleset has no chance nodes.

    From its start or, given a state, from there: its hands stay, its stock is drawn by chance, and
    so are the deals to come, unless the game is to `stop_at_deal`. With `redeal` the state's hands
    are dealt again by chance too, as many cards to each as it has. The deck is what its hands and
    its stock hold, so a position with few cards is a small game to solve. The state itself is not
    changed. Raises BadPosition where hands cannot be dealt again: in the middle of a trick of
    Kozel.
    """
    chance = getattr(rules, "chance", None)
    made: ChanceState | None = chance and chance(state, stop_at_deal, redeal)
    return made


class ChanceState:
    """A game in progress, dealt card by card.

    `seat`: CHANCE, the seat to act, or None when the game is over (or the deal, with
    `stop_at_deal`). `state` is the game's own state, to be read and asked for views, moves,
    actions and scores, not to be played on: it is None until the first cards are dealt, and while
    cards are drawn after a move it is the state before that move. Its stock is in no order that
    means anything. `dealt` are the outcomes since the last move, `history` all outcomes and
    actions.
    """

    __slots__ = (
        "_dealer",
        "_due",
        "_hands",
        "_move",
        "dealt",
        "history",
        "seat",
        "state",
        "stop_at_deal",
    )
    seat: int | None
    state: Any
    dealt: tuple[int, ...]
    history: tuple[int, ...]

    def __init__(
        self,
        dealer: Dealer,
        state: State[Any] | None = None,
        stop_at_deal: bool = False,
        redeal: bool = False,
    ) -> None:
        """`chance_of` says what the last three mean."""
        self._dealer = dealer
        self.stop_at_deal = stop_at_deal
        self.history = self.dealt = ()
        self._move = None
        self._due = 0  # outcomes that are still to come for `_move`
        self._hands: tuple[list[Card], list[int]] | None = None  # hands that are dealt again
        self.state = None if state is None else state.copy()
        if state is None:
            self._open()
            return
        self.state.stop_at_deal = True  # whatever comes after this deal, its seed does not decide
        if redeal:
            self._hands = dealer.undealt(self.state)
            self.seat = CHANCE
        else:
            self._settle()

    def _open(self) -> None:
        """Begins a deal."""
        self._due = 0
        self._move = None
        self.dealt = ()
        self.seat = CHANCE
        if not self._dealer.opening(self.state, ()):
            self._settle_opening()

    def _settle_opening(self) -> None:
        self.state = self._dealer.opened(self.state, self.dealt)
        self._settle()

    def _settle(self) -> None:
        """Whose turn it is when all cards that are due are dealt."""
        self._move = None
        self.dealt = ()
        self.seat = self.state.seat
        if self.state.deal_over and not self.stop_at_deal:
            self._open()

    def chance_outcomes(self) -> Outcomes:
        """The outcomes with their probabilities, in ascending order; none if a seat is to act."""
        return uniform(found) if (found := self._outcomes()) else []

    def _outcomes(self) -> Sequence[int]:
        if self.seat != CHANCE:
            return ()
        if self._hands is not None:
            cards, _ = self._hands
            return [card for card in cards if card not in self.dealt]
        if self._due:
            return self._dealer.draw(self.state, self._move, self.dealt)
        return self._dealer.opening(self.state, self.dealt)

    def deal(self, outcome: int) -> None:
        """Lets chance choose an outcome. Raises BadAction for one that is not possible."""
        possible = self._outcomes()
        if outcome not in possible:
            shown = ", ".join(map(self.outcome_text, possible)) or "none: a seat is to act"
            raise BadAction(
                f"not an outcome here: {str(outcome)[:80]}; chance_outcomes() lists them: {shown}"
            )
        self.dealt = (*self.dealt, outcome)
        self.history = (*self.history, outcome)
        if self._hands is not None:
            self._redeal(*self._hands)
        elif self._due:
            self._due -= 1
            if not self._due:
                self.state = self._dealer.drawn(self.state.copy(), self._move, self.dealt)
                self._settle()
        elif not self._dealer.opening(self.state, self.dealt):
            self._settle_opening()

    def _redeal(self, cards: list[Card], sizes: list[int]) -> None:
        """Takes the hands when all of them are dealt: seat 0's cards first."""
        if len(self.dealt) < sum(sizes):
            return
        hands, first = [], 0
        for size in sizes:
            hands.append(sorted(self.dealt[first : first + size]))
            first += size
        self._hands = None
        self.state = self._dealer.redealt(self.state, hands)
        self._settle()

    def play(self, move: Any) -> None:
        """Plays a legal move of `state`. Where it makes cards be drawn, chance is to act next."""
        self.history = (*self.history, self.state.action(move))
        self._due = self._dealer.draws(self.state, move)
        if self._due:
            self._move = move
            self.seat = CHANCE
            return
        self.state.play(move)
        self._settle()

    def outcome_text(self, outcome: int) -> str:
        """An outcome in words: ``deal 7S``, ``dealer 2``, ``trump S``."""
        if outcome < FIRST_CHOICE:
            return f"deal {NAMES[outcome]}"
        return f"{self._dealer.choice} {self._dealer.choices[outcome - FIRST_CHOICE]}"

    def copy(self) -> "ChanceState":
        other = ChanceState.__new__(ChanceState)
        other._dealer = self._dealer
        other.stop_at_deal = self.stop_at_deal
        other.state = None if self.state is None else self.state.copy()
        other.seat = self.seat
        other.history = self.history
        other.dealt = self.dealt
        other._move = self._move
        other._due = self._due
        other._hands = self._hands
        return other

    def __copy__(self) -> "ChanceState":
        return self.copy()

    def __deepcopy__(self, _memo: object) -> "ChanceState":
        return self.copy()
