"""Positions and games for the tests of the search for Kozel."""

from collections.abc import Iterator, Sequence
from random import Random

from engine.cards import DECK36, NAMES
from engine.kozel.ruleset import Kozel
from engine.kozel.scoring import POINTS
from engine.kozel.state import KozelState
from engine.ruleset import Event
from strategy.evaluator import Clock
from strategy.kozel.player import Player

PLENTY = Clock(move_ms=60_000, bank_ms=60_000)  # so that the time guard binds on no machine


def near_the_end(
    hands: str, table: str, leader: int, own_points: int, rules: Kozel | None = None
) -> KozelState:
    """A position with spades as trumps and an empty stock, in which all else lies in tricks.

    Side 0 has `own_points` of the points that are not in the hands or on the table. Both sides
    would lose the game by this deal.
    """
    text = hands + table
    placed = {name for name in NAMES if name in text}
    rest = [card for card in DECK36 if NAMES[card] not in placed]
    first: list[int] = []
    for card in sorted(rest, key=lambda card: -POINTS[card]):
        if sum(POINTS[c] for c in first) + POINTS[card] <= own_points:
            first.append(card)
    assert sum(POINTS[card] for card in first) == own_points, "these points can be dealt"
    # Cards without points fill the tricks up; a side takes whole tricks of four cards.
    worthless = [card for card in first if not POINTS[card]]
    while len(first) % 4:
        first.remove(worthless.pop())
    second = [card for card in rest if card not in first]
    points = [sum(POINTS[card] for card in side) for side in (first, second)]
    return (rules or Kozel()).position(
        f"hands={hands} exposed=6S leader={leader} table={table} "
        f"points={points[0]}/{points[1]} tricks={len(first) // 4}/{len(second) // 4} "
        f"taken={''.join(NAMES[c] for c in first)}/{''.join(NAMES[c] for c in second)} "
        "penalties=10/10"
    )


def decisions(rules: Kozel, seed: int) -> Iterator[tuple[KozelState, int, Sequence[Event]]]:
    """A game between random players: each state with its seat, and what the seat has heard of it
    since its last turn."""
    random = Random(seed)
    state = rules.start(random.randbytes(32))
    heard: list[list[Event]] = [[{"deal": 0}] for _ in range(4)]
    while state.seat is not None:
        seat, deal = state.seat, state.deal
        yield state, seat, heard[seat]
        heard[seat] = []
        move = random.choice(state.legal())
        for other in range(4):
            event = state.event(move, other)
            if event is not None:
                heard[other].append(event)
        state.play(move)
        if state.deal != deal:
            for events in heard:
                events.append({"deal": state.deal})


def chosen(state: KozelState, level: str, seed: int = 1, clock: Clock = PLENTY) -> str:
    """What a player answers who is told of this state only."""
    assert state.seat is not None
    player = Player(state.options, state.seat, level, seed)
    return player.choose([], state.view(state.seat), state.texts(state.legal()), clock).move
