"""Scores the moves of a decision of Kozel from what its seat could know, for replays."""

from collections.abc import Sequence
from random import Random
from typing import Any

from engine.cards import SUITS, to_list
from engine.kozel.state import KozelState
from strategy.kozel.candidates import Candidate, candidate, classes, kind_of
from strategy.kozel.cards import OURS, read
from strategy.kozel.decision import Decision
from strategy.kozel.memory import remembered
from strategy.kozel.numbers import NUMBERS
from strategy.kozel.playout import Deal
from strategy.kozel.policy import Policy
from strategy.kozel.reasons import explain
from strategy.kozel.sampling import Sample, Sampler


class KozelEvaluator:
    """Scores by playouts of sampled deals, the same deals for all moves.

    Hidden cards are dealt as the play so far makes them likely; a deal's end counts by the chance
    to win the game from there.
    """

    version = "kozel-1"

    def __init__(self) -> None:
        # By whether a molodka may be claimed.
        self._policies = {claims: Policy(NUMBERS, claims) for claims in (False, True)}

    def scores(
        self, knowledge: Any, actions: Sequence[int], samples: int, random: Random
    ) -> list[list[float]]:
        """By sample and by action: the expected score of the seat's side in this game, 0 to 1.

        Raises ValueError without actions or samples, BadAction for a number that is no action.
        """
        if samples < 1 or not actions:
            raise ValueError(
                f"{len(actions)} actions, {samples} samples: ask for one of each at least"
            )
        rules, view, seat = knowledge.rules, knowledge.view, knowledge.seat
        sampler = Sampler(view, seat, remembered(knowledge), rules, True, random)
        alike = classes(sampler.hand, sampler.others)
        deals = [sampler.sample() for _ in range(samples)]
        return self._rows(knowledge, actions, deals, alike)

    def open_scores(
        self,
        knowledge: Any,
        state: KozelState,
        actions: Sequence[int],
        samples: int,
        random: Random,
    ) -> list[list[float]]:
        """As `scores`, with the cards where they lie in `state`: one row, as nothing is random."""
        return self._rows(knowledge, actions, [open_deal(state)], None)

    def explain(self, view: Any, better: str, played: str) -> str:
        """Why the first of two moves is the better one, as a rule of thumb; empty if none fits."""
        return explain(view, better, played)

    def _rows(
        self,
        knowledge: Any,
        actions: Sequence[int],
        deals: Sequence[Sample],
        alike: dict[int, int] | None,
    ) -> list[list[float]]:
        """The scores of the actions in each of the deals; those of alike moves are the same."""
        rules, view = knowledge.rules, knowledge.view
        trump = SUITS.index(view["trump"])
        hand = read(view["hand"], trump)
        moves = [candidate(rules.action_text(action), hand, trump) for action in actions]
        kinds = [kind_of(move, alike or {card: card for card in range(36)}) for move in moves]
        different: dict[Any, Candidate] = {}
        for kind, move in zip(kinds, moves, strict=True):
            different.setdefault(kind, move)
        decision = Decision(rules, view, knowledge.seat)
        policy = self._policies[rules.molodka != "off"]
        deal = Deal()
        rows = []
        for sample in deals:
            worths = {}
            for kind, move in different.items():
                decision.play(deal, sample, move, policy)
                worths[kind] = decision.worth.of(deal)
            rows.append([worths[kind] for kind in kinds])
        return rows


def open_deal(state: KozelState) -> Sample:
    """The cards as they lie in a state."""
    ours = OURS[state.trump]

    def mask(cards: Sequence[int]) -> int:
        return sum([1 << ours[card] for card in cards])

    table = [mask(to_list(cards)) for _, cards in state.table]
    return Sample(
        [mask(hand) for hand in state.hands],
        [1 << ours[card] for card in state.stock[state.drawn :]],
        list(state.points),
        table,
    )


EVALUATOR = KozelEvaluator()
