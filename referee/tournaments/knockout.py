"""A bracket as it is played: who has reached which node, what is due, and who got how far."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from referee.tournaments.bracket import Node, Part, Source, Take
from referee.tournaments.event import Event, EventPairing, NextStep, Outcome
from referee.tournaments.scoring import LOSS, points_of

THIRD_PLACE = 0.5  # of a round: what winning the match for the third place adds


class Why(StrEnum):
    """How a node was decided."""

    SCORE = "score"
    TIEBREAK = "tiebreak"  # by the scores of a tiebreak leg
    SEED = "seed"  # all tiebreak legs were drawn: the better seed advances
    VOID = "void"
    FORFEIT = "forfeit"
    BYE = "bye"
    BOTH_LOST = "both_lost"
    EMPTY = "empty"  # no entry could reach it
    NOT_NEEDED = "not_needed"  # a second grand final after the undefeated entry won the first


EXPLANATIONS: dict[Why, str] = {
    Why.SCORE: "",
    Why.TIEBREAK: "decided by tiebreak pairs",
    Why.SEED: "drawn to the end: the better seed advances",
    Why.VOID: "could not be played: the better seed advances",
    Why.FORFEIT: "by forfeit",
    Why.BYE: "bye",
    Why.BOTH_LOST: "both lost: neither advances",
    Why.EMPTY: "no entries left",
    Why.NOT_NEEDED: "not needed",
}


@dataclass(frozen=True)
class Decision:
    """`winner` and `loser` are seeds, None if there is none."""

    winner: int | None
    loser: int | None
    why: Why


@dataclass(frozen=True)
class NodeState:
    """A node and what has happened in it. `known`: whether both of its sources are decided.
    `first` and `second` are seeds, None for a missing entry or one not known yet. `legs`: its
    pairings so far, with their entries as seeds."""

    node: Node
    known: bool
    first: int | None
    second: int | None
    legs: tuple[EventPairing, ...]
    decision: Decision | None

    @property
    def due(self) -> bool:
        """Whether its first leg can be paired now."""
        return self.known and self.decision is None and not self.legs

    @property
    def needs_tiebreak(self) -> bool:
        """Whether its last leg was drawn and another one is due."""
        return bool(self.legs) and self.decision is None and not self.legs[-1].open


@dataclass(frozen=True)
class Knockout:
    """The bracket of an event. `nodes`: its tree. `seeded`: the entry of each seed. `before`: how
    many rounds of the event precede it. `tiebreak_pairs`: how many tiebreak legs can follow a drawn
    match."""

    nodes: tuple[Node, ...]
    seeded: Sequence[int]
    tiebreak_pairs: int
    before: int = 0

    def states(self, event: Event) -> list[NodeState]:
        """All nodes as the results of the event so far leave them."""
        seed_of = {entry: seed for seed, entry in enumerate(self.seeded)}
        legs: dict[tuple[int, int], list[EventPairing]] = {}
        for pairing in sorted(event.pairings, key=lambda one: (one.round, one.board, one.leg)):
            if pairing.round > self.before:
                as_seeds = replace(
                    pairing,
                    first=seed_of[pairing.first],
                    second=None if pairing.second is None else seed_of[pairing.second],
                )
                key = (pairing.round - self.before, pairing.board)
                legs.setdefault(key, []).append(as_seeds)
        return node_states(self.nodes, len(self.seeded), legs, self.tiebreak_pairs)

    def next_step(self, event: Event) -> NextStep:
        """Tiebreak legs as soon as a leg was drawn, else the next round when no match is open."""
        states = self.states(event)
        tiebreaks = tuple(self._tiebreak(event, state) for state in states if state.needs_tiebreak)
        if tiebreaks or event.playing:
            return NextStep(tiebreaks)
        due = [state for state in states if state.due]
        if not due:
            return NextStep(finished=True)
        round = min(state.node.round for state in due)
        return NextStep(
            tuple(self._pairing(event, state) for state in due if state.node.round == round)
        )

    def _tiebreak(self, event: Event, state: NodeState) -> EventPairing:
        last = state.legs[-1]
        first, second = self._entry(last.first), self._entry(last.second)
        assert first is not None
        pairing = event.pair(last.round, last.board, first, second)
        return replace(pairing, leg=last.leg + 1)

    def _pairing(self, event: Event, state: NodeState) -> EventPairing:
        entries = [self._entry(seed) for seed in (state.first, state.second) if seed is not None]
        first, second = (*entries, None)[:2]
        assert first is not None
        return event.pair(self.before + state.node.round, state.node.board, first, second)

    def _entry(self, seed: int | None) -> int | None:
        return None if seed is None else self.seeded[seed]


def node_states(
    nodes: Iterable[Node],
    n: int,
    legs: Mapping[tuple[int, int], Sequence[EventPairing]],
    tiebreak_pairs: int,
) -> list[NodeState]:
    """The nodes of a bracket of `n` seeds. `legs`: the pairings by round and board of the bracket,
    with their entries as seeds."""
    found: list[NodeState] = []
    for node in nodes:
        seeds = [_seed_from(source, n, found) for source in node.sources]
        known = all(decided for decided, _ in seeds)
        (_, first), (_, second) = seeds
        own = tuple(legs.get((node.round, node.board), ()))
        decision = _not_needed(node, found) if known else None
        if known and decision is None:
            if first is None and second is None:
                decision = Decision(None, None, Why.EMPTY)
            elif own:
                decision = decide(own, tiebreak_pairs)
        found.append(NodeState(node, known, first, second, own, decision))
    return found


def _seed_from(source: Source, n: int, found: Sequence[NodeState]) -> tuple[bool, int | None]:
    """Whether this source is decided, and the seed that it sends, if any."""
    if source.take == Take.SEED:
        return True, source.number if source.number < n else None
    decision = found[source.number].decision
    if decision is None:
        return False, None
    return True, decision.winner if source.take == Take.WINNER else decision.loser


def _not_needed(node: Node, found: Sequence[NodeState]) -> Decision | None:
    """The decision of a second grand final that is not played."""
    if node.part != Part.RESET:
        return None
    final = found[node.sources[0].number]
    assert final.decision is not None
    winner, loser = final.decision.winner, final.decision.loser
    # The first of the grand final is the undefeated entry.
    return Decision(winner, loser, Why.NOT_NEEDED) if winner in (None, final.first) else None


def decide(legs: Sequence[EventPairing], tiebreak_pairs: int) -> Decision | None:
    """The decision of the two that meet in these legs; None while it is open."""
    last = legs[-1]
    first, second = last.first, last.second
    if second is None:
        return Decision(first, None, Why.BYE)
    points = points_of(last)
    if points is None:
        return None
    if points == (LOSS, LOSS):
        return Decision(None, None, Why.BOTH_LOST)
    if points[0] != points[1]:
        winner, loser = (first, second) if points[0] > points[1] else (second, first)
        if last.outcome != Outcome.MATCH:
            return Decision(winner, loser, Why.FORFEIT)
        return Decision(winner, loser, Why.SCORE if last.leg == 1 else Why.TIEBREAK)
    better, worse = min(first, second), max(first, second)
    if last.outcome == Outcome.VOID:
        return Decision(better, worse, Why.VOID)
    return Decision(better, worse, Why.SEED) if last.leg > tiebreak_pairs else None


def progress(states: Sequence[NodeState], seeded: Sequence[int]) -> dict[int, float]:
    """How far each entry of a bracket has got: the round in which it was knocked out, or a larger
    number while it is still in."""
    still_in = max((state.node.round for state in states), default=0) + 1.0
    dropping = {
        source.number
        for state in states
        for source in state.node.sources
        if source.take == Take.LOSER and state.node.part != Part.THIRD
    }
    reached: dict[int, float] = {}
    for state in states:
        decision = state.decision
        if decision is None:
            continue
        for seed in (state.first, state.second):
            if seed is None:
                continue
            if state.node.part == Part.THIRD:
                won = seed == decision.winner
                reached[seed] = state.node.round - 1 + (THIRD_PLACE if won else 0.0)
            elif seed != decision.winner and not (
                state.node.number in dropping and seed == decision.loser
            ):
                reached[seed] = float(state.node.round)
    return {entry: reached.get(seed, still_in) for seed, entry in enumerate(seeded)}
