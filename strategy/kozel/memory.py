"""What a seat has seen of a deal: who dropped how many cards, when, and for which side."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from engine.cards import SUITS
from engine.kozel.knowledge import KozelKnowledge
from engine.ruleset import Event, View
from strategy.kozel.cards import read

# When a seat dropped: while the other side held the trick, or its own side, last to play or not.
AGAINST: Final = 0
SAFE: Final = 1
OPEN: Final = 2


class Drop(NamedTuple):
    """Cards that a seat laid face down. `side` took the trick; -1 while it is not decided.

    `best` is the set that lay to beat, or 0 if the seat's own side held the trick. `cards` are the
    seat's own ones that it remembers, else 0.
    """

    seat: int
    number: int
    when: int
    side: int
    best: int
    cards: int


class Memory:
    """The drops of the deal, from the events of one seat."""

    def __init__(self) -> None:
        self.drops: list[Drop] = []
        # By side, the points of finished tricks that are known, if somebody else has counted them.
        self.points: list[int] | None = None
        self._trump = 0
        self._begin_trick()

    def _begin_trick(self) -> None:
        self._turn = 0
        self._best = 0
        self._best_seat = 0
        self._trick: list[Drop] = []

    def hear(self, events: Iterable[Event], view: View) -> None:
        """Takes in what happened since the last call; `view` is the state after it."""
        self._trump = SUITS.index(view["trump"])
        heard = list(events)
        begun = [place for place, event in enumerate(heard) if "deal" in event]
        # What was before the last deal is of no use any more, and had another trump.
        for event in heard[begun[-1] if begun else 0 :]:
            self._hear_one(event)
        self._check(view)

    def _hear_one(self, event: Event) -> None:
        if "deal" in event:
            self.drops = []
            self._begin_trick()
            return
        seat: int = event["seat"]
        if "drop" in event:
            self._drop(seat, event["drop"], 0)
            return
        verb, *cards = event["move"].split()
        if verb == "pass":
            return
        if verb == "drop":
            self._drop(seat, len(cards), read(cards, self._trump))
            return
        if verb == "molodka":
            self._begin_trick()
            cards = event["cards"]
        self._best = read(cards, self._trump)
        self._best_seat = seat
        self._played()

    def _drop(self, seat: int, number: int, cards: int) -> None:
        ours = not (seat ^ self._best_seat) & 1
        when = AGAINST if not ours else SAFE if self._turn == 3 else OPEN
        self._trick.append(Drop(seat, number, when, -1, 0 if ours else self._best, cards))
        self._played()

    def _played(self) -> None:
        self._turn += 1
        if self._turn == 4:
            side = self._best_seat & 1
            self.drops += [drop._replace(side=side) for drop in self._trick]
            self._begin_trick()

    @property
    def on_table(self) -> list[Drop]:
        """The drops of the trick in progress."""
        return self._trick

    def _check(self, view: View) -> None:
        """Makes up what was not heard, as after a start in mid-deal."""
        counts = [0, 0, 0, 0]
        for drop in self.drops:
            counts[drop.seat] += drop.number
        if counts != view["drops"]:
            self.drops = [
                Drop(seat, number, AGAINST, ~seat & 1, 0, 0)
                for seat, number in enumerate(view["drops"])
                if number
            ]
        if self._turn != len(view["table"]):
            self.read_trick(view)

    def read_trick(self, view: View) -> None:
        """Takes the trick in progress from the view."""
        self._trump = SUITS.index(view["trump"])
        self._begin_trick()
        for play in view["table"]:
            seat = play["seat"]
            if "drop" in play:
                self._drop(seat, play["drop"], 0)
            else:
                self._best = read(play.get("lead") or play["beat"], self._trump)
                self._best_seat = seat
                self._turn += 1


def remembered(knowledge: KozelKnowledge) -> Memory:
    """The memory of what was heard by `Ruleset.knowledge`, which forgets what lay to beat."""
    assert knowledge.view is not None, "knowledge that has heard a view"
    memory = Memory()
    for drop in knowledge.drops:
        number = drop.hidden + drop.known.bit_count()
        side = drop.side if drop.side >= 0 else ~drop.seat & 1
        when = SAFE if side == drop.seat & 1 else AGAINST
        memory.drops.append(Drop(drop.seat, number, when, side, 0, 0))
    memory.points = knowledge.points[:]
    memory.read_trick(knowledge.view)
    return memory
