"""A bracket as its page shows it: branches, levels and matches."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from arena.tournaments import labels
from referee.tournaments.bracket import Part, Source, Take
from referee.tournaments.decisions import Why
from referee.tournaments.knockout import NodeState

BRANCHES = ((Part.WINNERS,), (Part.LOSERS,), (Part.FINAL, Part.RESET), (Part.THIRD,))


@dataclass(frozen=True)
class SeededEntry:
    """An entry of the bracket; `out`: why it no longer plays, or empty."""

    name: str
    url: str
    out: str
    remote: bool = False


@dataclass(frozen=True)
class Side:
    """A line of a match. `seed` from 1; `entry` is None if there is none or it is not known yet,
    and `waits` then says where it comes from. `scores`: of the match, then of each tiebreak
    pair."""

    seed: int | None
    entry: SeededEntry | None
    waits: str
    scores: Sequence[float]
    won: bool


@dataclass(frozen=True)
class Box:
    """A match of the tree. `matches`: the key and state of the match and of each tiebreak pair;
    `note`: how it was decided, unless by its score. `empty`: no entry reaches it, and nothing is
    shown."""

    label: str
    sides: Sequence[Side]
    matches: Sequence[tuple[int, str]]
    note: str
    empty: bool
    bye: bool


@dataclass(frozen=True)
class Level:
    """`joins`: whether two boxes lead to one of the next level, rather than one to one."""

    name: str
    boxes: Sequence[Box]
    joins: bool


@dataclass(frozen=True)
class Branch:
    """A part of the tree, from its first level to its last."""

    part: str
    name: str
    levels: Sequence[Level]


@dataclass(frozen=True)
class StoredBracket:
    """A bracket with what is stored of it. `seeded`: the entry of each seed. `matches`: the key and
    state of the match of each pairing, by round, board and tiebreak. `before`: how many rounds
    precede the bracket. `tiebreak_pairs`: the most that can follow a drawn match."""

    nodes: Sequence[NodeState]
    seeded: Sequence[SeededEntry]
    matches: Mapping[tuple[int, int, int], tuple[int | None, str | None]]
    before: int
    tiebreak_pairs: int

    def branches(self) -> list[Branch]:
        """The branches that have any matches."""
        double = any(state.node.part == Part.FINAL for state in self.nodes)
        found = []
        for parts in BRANCHES:
            levels: dict[tuple[Part, int], list[NodeState]] = {}
            for state in self.nodes:
                if state.node.part in parts:
                    levels.setdefault((state.node.part, state.node.level), []).append(state)
            if levels:
                name = labels.branch(parts, double)
                found.append(Branch(parts[0], name, self._levels(levels)))
        return found

    def _levels(self, levels: Mapping[tuple[Part, int], Sequence[NodeState]]) -> list[Level]:
        highest = max(level for _, level in levels)
        sizes = [len(states) for states in levels.values()]
        return [
            Level(
                labels.level(part, level, highest - level),
                [self._box(state) for state in sorted(states, key=lambda one: one.node.number)],
                following < len(states),
            )
            for ((part, level), states), following in zip(
                levels.items(), [*sizes[1:], sizes[-1]], strict=True
            )
        ]

    def _label(self, number: int) -> str:
        letter = {Part.WINNERS: "", Part.LOSERS: "L"}.get(self.nodes[number].node.part, "")
        return f"{letter}{number + 1}"

    def _box(self, state: NodeState) -> Box:
        node, decision = state.node, state.decision
        why = decision.why if decision else None
        one_comes = state.known and (state.first is None) != (state.second is None)
        matches = [
            self.matches.get((self.before + node.round, node.board, one.tiebreak))
            for one in state.pairings
        ]
        sides = [
            self._side(state, seed, source)
            for seed, source in zip((state.first, state.second), node.sources, strict=True)
        ]
        return Box(
            self._label(node.number),
            sides,
            [(match, phase or "") for match, phase in filter(None, matches) if match is not None],
            self._note(state),
            why in (Why.EMPTY, Why.NOT_NEEDED),
            why == Why.BYE or one_comes,
        )

    def _note(self, state: NodeState) -> str:
        if state.decision is not None:
            why = state.decision.why
            return "" if why == Why.BYE else labels.explanation(why)
        if state.pairings and state.pairings[-1].tiebreak:
            return gettext("drawn: tiebreak pair %(number)d of at most %(most)d") % {
                "number": state.pairings[-1].tiebreak,
                "most": self.tiebreak_pairs,
            }
        return ""

    def _side(self, state: NodeState, seed: int | None, source: Source) -> Side:
        scores = [
            pairing.scores[0] if pairing.first == seed else pairing.scores[1]
            for pairing in state.pairings
            if pairing.scores is not None
        ]
        won = state.decision is not None and seed is not None and state.decision.winner == seed
        return Side(
            None if seed is None else seed + 1,
            None if seed is None else self.seeded[seed],
            "" if seed is not None else self._missing(state, source),
            scores,
            won,
        )

    def _missing(self, state: NodeState, source: Source) -> str:
        """Where an entry that is not here comes from; empty for a bye."""
        if not state.known:
            return self._waits(source)
        return gettext("no entry") if state.first is None and state.second is None else ""

    def _waits(self, source: Source) -> str:
        if source.take == Take.WINNER:
            return gettext("winner of %s") % self._label(source.number)
        if source.take == Take.LOSER:
            return gettext("loser of %s") % self._label(source.number)
        return ""
