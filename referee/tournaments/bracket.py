"""Brackets: the fixed tree of nodes of a single or double elimination.

A bracket is drawn for `n` seeds, numbered from 0, in a frame of the next power of two: seed 0 meets
the last slot of the frame, and so on, so that 0 and 1 can only meet in the final. Slots of the
frame without a seed are byes. They go to the best seeds, and pass on through the losers' bracket.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

MIN_ENTRIES = 2
MAX_ENTRIES = 512


class Part(StrEnum):
    WINNERS = "winners"  # in a single elimination: all of it except THIRD
    LOSERS = "losers"
    FINAL = "final"  # the grand final of a double elimination
    RESET = "reset"  # the second grand final, if the undefeated entry lost the first
    THIRD = "third"  # the match for the third place


class Take(StrEnum):
    SEED = "seed"
    WINNER = "winner"
    LOSER = "loser"


@dataclass(frozen=True)
class Source:
    """Where an entry of a node comes from: a seed, or the winner or loser of an earlier node."""

    take: Take
    number: int  # of the seed, or of the node in its bracket


@dataclass(frozen=True)
class Node:
    """A match of the tree. `round` and `board` count from 1 over the whole bracket, `level` within
    the part. All nodes of a round can be played at the same time."""

    number: int
    part: Part
    level: int
    round: int
    board: int
    sources: tuple[Source, Source]


def seed_order(size: int) -> list[int]:
    """The seeds of a frame from top to bottom, `size` a power of two: 0 3 1 2 for four."""
    order = [0]
    while len(order) < size:
        order = [seed for best in order for seed in (best, 2 * len(order) - 1 - best)]
    return order


@lru_cache(maxsize=64)
def bracket(n: int, *, double: bool, third_place: bool, reset: bool) -> tuple[Node, ...]:
    """The nodes of a bracket for `n` seeds; the sources of each node come before it.

    `third_place` applies to single elimination, `reset` to double elimination. Raises ValueError
    for fewer than 2 or more than 512 entries.
    """
    if not MIN_ENTRIES <= n <= MAX_ENTRIES:
        raise ValueError(f"a bracket takes {MIN_ENTRIES} to {MAX_ENTRIES} entries, not {n}")
    drawing = _Drawing()
    size = 1 << (n - 1).bit_length()
    frame = [Source(Take.SEED, seed) for seed in seed_order(size)]
    winners = [drawing.level(Part.WINNERS, 1, frame)]
    while len(winners[-1]) > 1:
        advancing = [Source(Take.WINNER, node) for node in winners[-1]]
        winners.append(drawing.level(Part.WINNERS, len(winners) + 1, advancing))
    if double:
        last = _losers(drawing, winners)
        champion = Source(Take.WINNER, winners[-1][0])
        (final,) = drawing.level(Part.FINAL, 1, [champion, last])
        if reset:
            again = [Source(Take.LOSER, final), Source(Take.WINNER, final)]
            drawing.level(Part.RESET, 1, again)
    elif third_place and len(winners) > 1:
        beaten = [Source(Take.LOSER, node) for node in winners[-2]]
        drawing.level(Part.THIRD, 1, beaten)
    return drawing.nodes()


class _Drawing:
    """Collects nodes. The round of each follows from the nodes that it waits for."""

    def __init__(self) -> None:
        self._parts: list[tuple[Part, int, int, tuple[Source, Source]]] = []

    def level(self, part: Part, level: int, sources: Sequence[Source]) -> list[int]:
        """Adds a node for each two of the sources. Returns the numbers of the nodes."""
        made = []
        for first, second in zip(sources[::2], sources[1::2], strict=True):
            waits = [
                self._parts[source.number][2]
                for source in (first, second)
                if source.take != Take.SEED
            ]
            made.append(len(self._parts))
            self._parts.append((part, level, 1 + max(waits, default=0), (first, second)))
        return made

    def nodes(self) -> tuple[Node, ...]:
        boards: dict[int, int] = {}
        found = []
        for number, (part, level, round, sources) in enumerate(self._parts):
            boards[round] = boards.get(round, 0) + 1
            found.append(Node(number, part, level, round, boards[round], sources))
        return tuple(found)


def _losers(drawing: _Drawing, winners: Sequence[Sequence[int]]) -> Source:
    """Draws the losers' part. Returns the source of its winner.

    Its levels alternate: one among the entries that are in it, one against those that drop into it.
    """
    dropping = [[Source(Take.LOSER, node) for node in level] for level in winners]
    inside = dropping[0]
    level = 0
    for turn, newcomers in enumerate(dropping[1:]):
        level += 1
        survivors = drawing.level(Part.LOSERS, level, inside)
        level += 1
        met = [
            source
            for survivor, newcomer in zip(survivors, _order(newcomers, turn), strict=True)
            for source in (newcomer, Source(Take.WINNER, survivor))
        ]
        inside = [Source(Take.WINNER, node) for node in drawing.level(Part.LOSERS, level, met)]
    (last,) = inside
    return last


def _order(newcomers: list[Source], turn: int) -> list[Source]:
    """The order in which entries that drop in meet the survivors: a different one each time.

    Found by trial: before the last level, no entry can meet the one that it beat in its last match
    of the winners' part, and it meets those that it beat earlier as late as possible.
    """
    if turn == 0 or (len(newcomers) == 2 and turn > 2):
        return newcomers[::-1]
    if len(newcomers) <= 2:
        return newcomers
    if turn == 1:
        half = len(newcomers) // 2
        return newcomers[half:] + newcomers[:half]
    return [newcomers[index ^ 1] for index in range(len(newcomers))]


@dataclass(frozen=True)
class BracketSize:
    """`rounds`: how many matches each round has. `byes`: in all rounds."""

    rounds: tuple[int, ...]
    byes: int


def size(nodes: Sequence[Node], n: int) -> BracketSize:
    """What is played in a bracket of `n` seeds without draws, forfeits and a second grand final."""
    winner: list[bool] = []  # whether each node has one
    loser: list[bool] = []
    matches: dict[int, int] = {}
    byes = 0
    for node in nodes:
        entries = 0
        for source in node.sources:
            present = {
                Take.SEED: lambda number: number < n,
                Take.WINNER: winner.__getitem__,
                Take.LOSER: loser.__getitem__,
            }[source.take]
            entries += present(source.number)
        winner.append(entries > 0)
        loser.append(entries == 2)
        if node.part != Part.RESET:
            matches[node.round] = matches.get(node.round, 0) + (entries == 2)
            byes += entries == 1
    return BracketSize(tuple(matches[round] for round in sorted(matches)), byes)
