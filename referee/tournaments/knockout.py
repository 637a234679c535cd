"""A bracket as it is played: who has reached which node, and what is due."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from referee.tournaments.bracket import Node, Part, Source, Take
from referee.tournaments.decisions import Decision, Why, decide
from referee.tournaments.event import Event, EventPairing, NextStep


@dataclass(frozen=True)
class NodeState:
    """A node and what has happened in it. `known`: whether both of its sources are decided.
    `first` and `second` are seeds, None for a missing entry or one not known yet. `pairings`: its
    pairings so far, with their entries as seeds."""

    node: Node
    known: bool
    first: int | None
    second: int | None
    pairings: tuple[EventPairing, ...]
    decision: Decision | None

    @property
    def due(self) -> bool:
        """Whether its match can be paired now."""
        return self.known and self.decision is None and not self.pairings

    @property
    def needs_tiebreak(self) -> bool:
        """Whether its last pairing was drawn and a tiebreak pair is due."""
        return bool(self.pairings) and self.decision is None and not self.pairings[-1].open


@dataclass(frozen=True)
class Knockout:
    """The bracket of an event. `nodes`: its tree. `seeded`: the entry of each seed. `before`: how
    many rounds of the event precede it. `tiebreak_pairs`: the most that follow a drawn match."""

    nodes: tuple[Node, ...]
    seeded: Sequence[int]
    tiebreak_pairs: int
    before: int = 0

    def states(self, event: Event) -> list[NodeState]:
        """All nodes as the results of the event so far leave them."""
        seed_of = {entry: seed for seed, entry in enumerate(self.seeded)}
        pairings: dict[tuple[int, int], list[EventPairing]] = {}
        for pairing in sorted(event.pairings, key=lambda one: (one.round, one.board, one.tiebreak)):
            if pairing.round > self.before:
                as_seeds = replace(
                    pairing,
                    first=seed_of[pairing.first],
                    second=None if pairing.second is None else seed_of[pairing.second],
                )
                key = (pairing.round - self.before, pairing.board)
                pairings.setdefault(key, []).append(as_seeds)
        return node_states(self.nodes, len(self.seeded), pairings, self.tiebreak_pairs)

    def next_step(self, event: Event) -> NextStep:
        """Tiebreak pairs as soon as a match is drawn, else the next round when none is open."""
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
        last = state.pairings[-1]
        first, second = self._entry(last.first), self._entry(last.second)
        assert first is not None
        pairing = event.pair(last.round, last.board, first, second)
        return replace(pairing, tiebreak=last.tiebreak + 1)

    def _pairing(self, event: Event, state: NodeState) -> EventPairing:
        entries = [self._entry(seed) for seed in (state.first, state.second) if seed is not None]
        first, second = (*entries, None)[:2]
        assert first is not None
        return event.pair(self.before + state.node.round, state.node.board, first, second)

    def _entry(self, seed: int | None) -> int | None:
        return None if seed is None else self.seeded[seed]


def node_states(
    nodes: Sequence[Node],
    n: int,
    pairings: Mapping[tuple[int, int], Sequence[EventPairing]],
    tiebreak_pairs: int,
) -> list[NodeState]:
    """The nodes of a bracket of `n` seeds. `pairings`: those by round and board of the bracket,
    with their entries as seeds."""
    double = any(node.part == Part.FINAL for node in nodes)
    winners = [node for node in nodes if node.part == Part.WINNERS]
    found: list[NodeState] = []
    for node in nodes:
        seeds = [_seed_from(source, node, n, found) for source in node.sources]
        known = all(decided for decided, _ in seeds)
        (_, first), (_, second) = seeds
        own = tuple(pairings.get((node.round, node.board), ()))
        state = NodeState(node, known, first, second, own, None)
        decision = _decision(state, found, tiebreak_pairs) if known else None
        if decision is not None and node.part == Part.WINNERS:
            decision = _with_kept(state, decision, found, double)
            if node is winners[-1] and not double:
                decision = _with_champion(state, decision)
        found.append(replace(state, decision=decision))
    return found


def _seed_from(
    source: Source, node: Node, n: int, found: Sequence[NodeState]
) -> tuple[bool, int | None]:
    """Whether this source is decided, and the seed that it sends, if any."""
    if source.take == Take.SEED:
        return True, source.number if source.number < n else None
    decision = found[source.number].decision
    if decision is None:
        return False, None
    if source.take == Take.LOSER:
        return True, decision.loser
    if node.part == Part.FINAL and decision.winner is None:
        return True, decision.kept  # nobody is undefeated
    return True, decision.winner


def _decision(state: NodeState, found: Sequence[NodeState], tiebreak_pairs: int) -> Decision | None:
    """The decision of a node that both sources have reached; None while its match is open."""
    part = state.node.part
    if part == Part.RESET and (decision := _not_needed(state, found)):
        return decision
    if state.first is None and state.second is None:
        return Decision(None, None, Why.EMPTY)
    decision = decide(state.pairings, tiebreak_pairs) if state.pairings else None
    if part in (Part.FINAL, Part.RESET) and decision is not None and decision.winner is None:
        return _lost_grand_final(state, found)
    return decision


def _not_needed(state: NodeState, found: Sequence[NodeState]) -> Decision | None:
    """The decision of a second grand final that is not played: unless an undefeated entry lost the
    first one, the loser of that has had two defeats."""
    final = found[state.node.sources[0].number]
    assert final.decision is not None
    winner, loser = final.decision.winner, final.decision.loser
    if winner == final.second and _has_undefeated(final, found):
        return None
    return Decision(winner, loser, Why.NOT_NEEDED)


def _has_undefeated(final: NodeState, found: Sequence[NodeState]) -> bool:
    """Whether the first entry of the grand final has come to it undefeated."""
    decision = found[final.node.sources[0].number].decision
    return decision is not None and decision.winner is not None


def _lost_grand_final(state: NodeState, found: Sequence[NodeState]) -> Decision:
    """Both lost: the one with fewer defeats wins, and of two with equally many the better seed."""
    first, second = state.first, state.second
    assert first is not None
    assert second is not None
    if state.node.part == Part.FINAL and _has_undefeated(state, found):
        return Decision(first, second, Why.FEWER_DEFEATS)
    return Decision(min(first, second), max(first, second), Why.BETTER_SEED)


def _with_kept(
    state: NodeState, decision: Decision, found: Sequence[NodeState], double: bool
) -> Decision:
    """The decision of a node of the winners' part, with what `Decision.kept` of the nodes before it
    means here. In a double elimination nobody who is beaten here is out."""
    before = [
        found[source.number].decision for source in state.node.sources if source.take != Take.SEED
    ]
    beaten = [one.kept for one in before if one is not None and one.kept is not None]
    if decision.why == Why.BOTH_LOST:
        beaten = [seed for seed in (state.first, state.second) if seed is not None]
    if not beaten:
        return decision
    kept = min(beaten) if decision.winner is None else None
    if not double:
        return replace(decision, kept=kept)
    why = Why.BOTH_DROP if decision.why == Why.BOTH_LOST else decision.why
    return Decision(decision.winner, max(beaten), why, kept)


def _with_champion(state: NodeState, decision: Decision) -> Decision:
    """The decision of the final of a single elimination: there is a champion even if both lost."""
    if decision.winner is not None:
        return decision
    if decision.why == Why.EMPTY:
        return Decision(decision.kept, None, Why.NO_FINAL)
    loser = state.second if state.first == decision.kept else state.first
    return Decision(decision.kept, loser, Why.BETTER_SEED)
