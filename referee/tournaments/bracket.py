"""Brackets: single and double elimination as a fixed tree of nodes, and who stands where in it.

A bracket is drawn for `n` seeds, numbers from 0, in a frame of the next power of two: seed 0 meets
the last place of the frame, and so on, so that 0 and 1 can only meet in the final. Places of the
frame that no seed has are byes, which go to the best seeds and hand on through the rounds.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from referee.tournaments.event import Outcome, Pairing

MIN_ENTRIES = 2
MAX_ENTRIES = 512


class Part(StrEnum):
    WINNERS = "winners"  # the only part of a single elimination, but for the next two
    LOSERS = "losers"
    FINAL = "final"  # the grand final of a double elimination
    RESET = "reset"  # the second grand final, when the first beat the one without a defeat
    THIRD = "third"


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
    """A place in the tree where two meet. `round` and `board` count from 1 over the whole bracket,
    `level` within the part; all nodes of a round can be played at once."""

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
    """The nodes of a bracket for `n` seeds; the sources of each come before it.

    `third_place` is for a single elimination, `reset` for a double one. Raises ValueError for
    fewer than 2 or more than 512 entries.
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
    """Nodes as they are added; rounds follow from what they wait for."""

    def __init__(self) -> None:
        self._parts: list[tuple[Part, int, int, tuple[Source, Source]]] = []

    def level(self, part: Part, level: int, sources: Sequence[Source]) -> list[int]:
        """Adds a node for each two of the sources; their numbers."""
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
    """Draws the losers' part; where its winner comes from.

    Its levels are by turns between those who are in it and against those who drop into it.
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
    """The order in which those who drop in meet the survivors: another one each time.

    Found by trial: before the last level, nobody can meet whom it beat in its last match among
    the winners, and whom it beat before then as late as possible.
    """
    if turn == 0 or (len(newcomers) == 2 and turn > 2):
        return newcomers[::-1]
    if len(newcomers) <= 2:
        return newcomers
    if turn == 1:
        half = len(newcomers) // 2
        return newcomers[half:] + newcomers[:half]
    return [newcomers[index ^ 1] for index in range(len(newcomers))]


class Why(StrEnum):
    """How a node was decided."""

    SCORE = "score"
    FURTHER = "further"  # by the scores of a further leg
    SEED = "seed"  # drawn up to the cap: the better seed advances
    VOID = "void"  # it could not be played: the better seed advances
    FORFEIT = "forfeit"
    BYE = "bye"
    BOTH_LOST = "both_lost"  # nobody advances
    EMPTY = "empty"  # nobody could come
    NOT_NEEDED = "not_needed"  # a second grand final without cause


@dataclass(frozen=True)
class Decision:
    winner: int | None
    loser: int | None
    why: Why


@dataclass(frozen=True)
class Place:
    """A node as things stand. `known`: whether it is settled who comes; `first` and `second` are
    seeds, None for nobody or not known yet. `legs`: its pairings so far."""

    node: Node
    known: bool
    first: int | None
    second: int | None
    legs: tuple[Pairing, ...]
    decision: Decision | None

    @property
    def to_be_made(self) -> bool:
        return self.known and self.decision is None and not self.legs


def places(
    nodes: Iterable[Node], n: int, legs: Mapping[tuple[int, int], Sequence[Pairing]], further: int
) -> list[Place]:
    """Who stands where in a bracket of `n` seeds. `legs`: the pairings, whose entries are seeds, by
    round and board of the bracket; `further`: how many legs may follow a drawn one."""
    found: list[Place] = []
    for node in nodes:
        comers = [_comer(source, n, found) for source in node.sources]
        known = all(ready for ready, _ in comers)
        (_, first), (_, second) = comers
        own = tuple(legs.get((node.round, node.board), ()))
        decision = None
        if known and node.part == Part.RESET:
            final = found[node.sources[0].number]
            assert final.decision is not None
            if final.decision.winner is None or final.decision.winner == final.first:
                decision = Decision(final.decision.winner, final.decision.loser, Why.NOT_NEEDED)
        if known and decision is None:
            if first is None and second is None:
                decision = Decision(None, None, Why.EMPTY)
            elif own:
                decision = decide(own, further)
        found.append(Place(node, known, first, second, own, decision))
    return found


def _comer(source: Source, n: int, found: Sequence[Place]) -> tuple[bool, int | None]:
    """Whether it is known who comes from there, and who."""
    if source.take == Take.SEED:
        return True, source.number if source.number < n else None
    decision = found[source.number].decision
    if decision is None:
        return False, None
    return True, decision.winner if source.take == Take.WINNER else decision.loser


def decide(legs: Sequence[Pairing], further: int) -> Decision | None:
    """The decision of the two who meet in these legs; None while it is open."""
    last = legs[-1]
    first, second = last.first, last.second
    if second is None:
        return Decision(first, None, Why.BYE)
    if last.both_failed:
        return Decision(None, None, Why.BOTH_LOST)
    if last.outcome == Outcome.FIRST_FORFEITS:
        return Decision(second, first, Why.FORFEIT)
    if last.outcome == Outcome.SECOND_FORFEITS:
        return Decision(first, second, Why.FORFEIT)
    better, worse = min(first, second), max(first, second)
    if last.outcome == Outcome.VOID:
        return Decision(better, worse, Why.VOID)
    if last.scores is None:
        return None
    ahead, behind = last.scores
    if ahead != behind:
        why = Why.SCORE if last.leg == 1 else Why.FURTHER
        return Decision(first, second, why) if ahead > behind else Decision(second, first, why)
    return Decision(better, worse, Why.SEED) if last.leg > further else None


def wants_a_further_leg(place: Place) -> bool:
    """Whether the last leg was drawn and the cap allows another."""
    return bool(place.legs) and place.decision is None and not place.legs[-1].open
