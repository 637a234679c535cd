"""How far each entry of a bracket has got, and by which rule its champion is the champion."""

from collections.abc import Callable, Sequence

from referee.tournaments.bracket import Part, Take
from referee.tournaments.decisions import Decision, Why
from referee.tournaments.knockout import NodeState
from referee.tournaments.standings import ENTRY

THIRD_PLACE = 0.5  # of a round: what winning the match for the third place adds

KNOCKOUT = "knockout"
FEWER_DEFEATS = "fewer_defeats"
REASONS = {KNOCKOUT: "further in the bracket", FEWER_DEFEATS: "fewer defeats"}

# Finals that nobody won: what separates the champion from those who got as far.
_SEPARATED = {
    Why.FEWER_DEFEATS: FEWER_DEFEATS,
    Why.BETTER_SEED: ENTRY,
    Why.NO_FINAL: ENTRY,
}


def title(states: Sequence[NodeState]) -> Decision | None:
    """The decision that names the champion of a bracket; None while it is open."""
    finals = [state for state in states if state.node.part in (Part.FINAL, Part.RESET)]
    if not finals:
        finals = [state for state in states if state.node.part == Part.WINNERS][-1:]
    decided = None
    for state in finals:
        if state.decision is None:
            return None
        if state.decision.why != Why.NOT_NEEDED:
            decided = state.decision
    return decided


def progress(states: Sequence[NodeState], seeded: Sequence[int]) -> dict[int, float]:
    """How far each entry of a bracket has got: the round in which it was knocked out, or a larger
    number while it is still in, and for the champion. One that did not win its final got as far as
    the others that did not."""
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
                state.node.number in dropping and seed in (decision.loser, decision.kept)
            ):
                reached[seed] = float(state.node.round)
    decision = title(states)
    if decision is not None and decision.winner is not None and decision.why in _SEPARATED:
        reached[decision.winner] = max(reached.values())
    return {entry: reached.get(seed, still_in) for seed, entry in enumerate(seeded)}


def ranking_keys(
    states: Sequence[NodeState], seeded: Sequence[int]
) -> list[tuple[str, Callable[[int], float]]]:
    """What ranks the entries of a bracket: how far they got, then who is named champion. Entries
    outside the bracket come last."""
    reached = progress(states, seeded)
    keys: list[tuple[str, Callable[[int], float]]] = [
        (KNOCKOUT, lambda entry: reached.get(entry, -1.0))
    ]
    decision = title(states)
    if decision is not None and decision.winner is not None and decision.why in _SEPARATED:
        champion = seeded[decision.winner]
        keys.append((_SEPARATED[decision.why], lambda entry: float(entry == champion)))
    return keys
