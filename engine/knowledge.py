"""What a seat knows of a game, and the hidden cards dealt again as it may think of them.

Each game that hides cards has a module ``knowledge.py``; `Ruleset.knowledge` makes one. A game
may do without: then `knowledge_of` answers None.
"""

from collections.abc import Callable, Sequence
from math import inf
from random import Random
from typing import Any, ClassVar, Final, Generic, TypeVar

from engine.cards import NAMES, Cards, names
from engine.errors import BadObservation, NoDeal
from engine.ruleset import Event, Ruleset, State, View

StateT = TypeVar("StateT", bound=State[Any])
Weight = Callable[[StateT], float]

CARD_OF: Final = {name: card for card, name in enumerate(NAMES)}  # by its name
_BIT_OF: Final = {name: 1 << card for card, name in enumerate(NAMES)}
CANDIDATES: Final = 16  # deals from which a weighted sample is drawn
BATCHES: Final = 64  # of candidates, until all weights count as zero

_MISREAD = (KeyError, IndexError, TypeError, AttributeError, ValueError)


class Knowledge(Generic[StateT]):
    """What one seat knows of one game, from what the protocol tells it.

    `seat`, and `view`, the last one that was heard (None before the first). By what was heard:
    `unseen`, the cards whose place the seat does not know; `held`, by seat, the cards that lie in
    that hand for sure, of its own all of them; `out`, the cards that are out of play for sure;
    `sizes`, by seat, the number of cards in hand; `stock`, the number of cards in the stock.
    All are to be read only; sets of cards are bit masks (``engine.cards``).

    A deck may lack cards, as in positions set up by hand: then `deck` says which it has, or it is
    left open, and the cards for which there is no room are nowhere.
    """

    DECK: ClassVar[Cards]  # all cards of the game

    def __init__(self, rules: Any, seat: int, deck: Cards | None = None) -> None:
        """Raises BadObservation for a seat that the game does not have, and for foreign cards."""
        if seat not in range(rules.seats):
            raise BadObservation(
                f"seat {seat!r}: {rules.name} has seats 0 to {rules.seats - 1}; name one of them"
            )
        whole = self.DECK
        self.rules = rules
        self.seat = seat
        self.deck = whole if deck is None else deck
        if self.deck & ~whole:
            raise BadObservation(f"deck: it has cards that {rules.name} is not played with")
        self.view: View | None = None
        self.unseen: Cards = self.deck
        self.held: list[Cards] = [0] * rules.seats
        self.out: Cards = 0
        self.sizes: list[int] = [0] * rules.seats
        self.stock = 0

    def hear(self, events: Sequence[Event], view: View) -> None:
        """Takes what a `move` message brings: the events since the last call, and the view now.

        Also one event at a time. Events must go back to the view heard last or, if there was none,
        to the start of the deal or of the game. Without events a view that is not the one
        expected begins anew: then this knows what that view says.

        Raises BadObservation for events and views that contradict each other or cannot be. After
        that this knows nothing, as if new.
        """
        try:
            self._hear(events, view)
        except BadObservation:
            self.view = None
            raise
        except _MISREAD as error:
            self.view = None
            raise BadObservation(
                f"events or view of seat {self.seat}: not those of {self.rules.name} "
                f"({type(error).__name__}: {str(error)[:80]}); pass them as the protocol has them"
            ) from error
        self.view = view

    def sample(
        self, rng: Random, weight: Weight[StateT] | None = None, candidates: int = CANDIDATES
    ) -> StateT:
        """A state of the game that the seat cannot tell from the true one.

        It gives the seat the same view and the same legal moves. All deals of the hidden cards that
        agree with what was heard, and all choices in which cards were laid face down, are
        equally likely. The state stops at the end of its deal, and its seed is not the game's.

        `weight`, a number from 0 upwards, makes deals more or less likely by importance
        resampling: of `candidates` uniform deals one is drawn in proportion to its weight. So the
        weights need no scale, and the frequencies are right in the limit of many candidates.

        Raises NoDeal if all weights are 0, or one is negative or not a number. Raises
        BadObservation before the first view, and when the game is over.
        """
        if self.view is None:
            raise BadObservation("nothing was heard yet: call hear before sample")
        if weight is None:
            return self._deal(rng)
        if candidates < 1:
            raise NoDeal(f"candidates: {candidates}; draw one or more")
        for _ in range(BATCHES):
            states = [self._deal(rng) for _ in range(candidates)]
            weights = [weight(state) for state in states]
            for value in weights:
                if not 0 <= value < inf:
                    raise NoDeal(f"weight: {value!r} is no weight; return 0 or more")
            if any(weights):
                return rng.choices(states, weights)[0]
        raise NoDeal(
            f"weight: it is 0 for all of {BATCHES * candidates} deals; return more than 0 for "
            "some deal that agrees with what was heard"
        )

    def _check_view(self, view: View) -> None:
        """Raises BadObservation if a sample does not show this view to the seat, as it must."""
        self.view = view
        compare(self._deal(Random(0)).view(self.seat), view)

    def _hear(self, events: Sequence[Event], view: View) -> None:
        raise NotImplementedError

    def _deal(self, rng: Random) -> StateT:
        """A uniform sample."""
        raise NotImplementedError


def knowledge_of(rules: Ruleset, seat: int) -> Knowledge[Any] | None:
    """The knowledge of a seat before it has heard anything; None if the game has none to offer."""
    make = getattr(rules, "knowledge", None)
    knowledge: Knowledge[Any] | None = make(seat) if make else None
    return knowledge


def check_deal_events(events: Sequence[Event], view: View) -> int:
    """The index of the first event of the view's deal, 0 if no deal began in them.

    Raises BadObservation if another deal began last than that of the view.
    """
    for event in events:
        if "deal" in event:
            break
    else:
        return 0
    first = max(number for number, event in enumerate(events, 1) if "deal" in event)
    if events[first - 1]["deal"] != view["deal"]:
        raise BadObservation(
            f"events, {events[first - 1]}: the view is of deal {view['deal']}; pass the view after "
            "the last event"
        )
    return first


def check_number(view: View, key: str, least: int, most: int) -> None:
    """Raises BadObservation if what a view has there is not a number from `least` to `most`."""
    value = view[key]
    if type(value) is not int or not least <= value <= most:
        raise BadObservation(
            f"view, {key!r}: {str(value)[:80]} is not a number from {least} to {most}; pass the "
            "view as it came"
        )


def check_numbers(view: View, key: str, count: int, most: int) -> None:
    """Raises BadObservation if what a view has there are not `count` numbers from 0 to `most`."""
    values = view[key]
    if [type(value) for value in values] != [int] * count or not all(
        0 <= value <= most for value in values
    ):
        raise BadObservation(
            f"view, {key!r}: {str(values)[:80]} are not {count} numbers from 0 to {most}; pass the "
            "view as it came"
        )


def compare(expected: View, view: View) -> None:
    """Raises BadObservation if a view is not what the events lead to."""
    for key in {**expected, **view}:
        if key not in view or key not in expected or view[key] != expected[key]:
            raise BadObservation(
                f"view, {key!r}: it is {str(view.get(key))[:80]}, but what was heard leads to "
                f"{str(expected.get(key))[:80]}; pass every event since the last view"
            )


def set_of(named: Sequence[str], key: str) -> Cards:
    """The set of the cards that a view or an event names. Raises BadObservation."""
    cards = 0
    for name in named:
        cards |= _BIT_OF[name]
    if cards.bit_count() != len(named):
        raise BadObservation(f"{key}: a card is named twice; pass the message as it came")
    return cards


def impossible(key: str, cards: Cards) -> BadObservation:
    """The error for cards that cannot lie where a view or an event puts them."""
    return BadObservation(
        f"{key}: {names(cards)[0]} cannot be there after what was heard; pass every event since "
        "the last view, and the view as it is"
    )
