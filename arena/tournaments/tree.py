"""A bracket as its page shows it: parts, levels and matches, the names in their places."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from arena.tournaments.labels import WHY
from arena.tournaments.labels import part as labels_of_part
from referee.tournaments.bracket import Part, Place, Source, Take, Why


@dataclass(frozen=True)
class Seeded:
    """An entry of the bracket; `out`: why it plays no more, or nothing."""

    name: str
    url: str
    out: str


@dataclass(frozen=True)
class Side:
    """A line of a match. `seed` from 1; `entry` None for nobody, or for one not known yet, of
    whom `waits` says where it comes from; `scores` leg by leg."""

    seed: int | None
    entry: Seeded | None
    waits: str
    scores: Sequence[float]
    won: bool


@dataclass(frozen=True)
class Box:
    """A match of the tree. `matches`: the legs that have one, with their states; `note`: how it
    was decided, if not plainly by its score. `empty`: nobody comes, nothing is shown."""

    label: str
    sides: Sequence[Side]
    matches: Sequence[tuple[int, str]]
    note: str
    empty: bool
    bye: bool


@dataclass(frozen=True)
class Level:
    """`joins`: whether two of its boxes lead to one of the next level, and not one to one."""

    name: str
    boxes: Sequence[Box]
    joins: bool


@dataclass(frozen=True)
class Branch:
    """A part of the tree, from its first level to its last."""

    part: str
    name: str
    levels: Sequence[Level]


def branches(
    places: Sequence[Place],
    seeded: Sequence[Seeded],
    matches: Mapping[tuple[int, int, int], tuple[int | None, str | None]],
    before: int,
    further: int,
) -> list[Branch]:
    """The parts of a bracket, which begins after `before` rounds of groups."""
    if not places:
        return []
    labels = {place.node.number: _label(place) for place in places}
    double = any(place.node.part == Part.FINAL for place in places)
    found: list[Branch] = []
    for parts, name in (
        (
            (Part.WINNERS,),
            gettext("Winners’ bracket") if double else gettext("Bracket"),
        ),
        ((Part.LOSERS,), gettext("Losers’ bracket")),
        ((Part.FINAL, Part.RESET), gettext("Grand final")),
        ((Part.THIRD,), gettext("Third place")),
    ):
        levels: dict[tuple[Part, int], list[Place]] = {}
        for place in places:
            if place.node.part in parts:
                levels.setdefault((place.node.part, place.node.level), []).append(place)
        if not levels:
            continue
        highest = max(level for _, level in levels)
        sizes = [len(held) for held in levels.values()]
        found.append(
            Branch(
                parts[0],
                name,
                [
                    Level(
                        labels_of_part(part, level, highest - level),
                        [
                            _box(place, seeded, labels, matches, before, further)
                            for place in sorted(held, key=lambda one: one.node.number)
                        ],
                        following < len(held),
                    )
                    for ((part, level), held), following in zip(
                        levels.items(), [*sizes[1:], sizes[-1]], strict=True
                    )
                ],
            )
        )
    return found


def _label(place: Place) -> str:
    letter = {Part.WINNERS: "", Part.LOSERS: "L"}.get(place.node.part, "")
    return f"{letter}{place.node.number + 1}"


def _box(
    place: Place,
    seeded: Sequence[Seeded],
    labels: Mapping[int, str],
    matches: Mapping[tuple[int, int, int], tuple[int | None, str | None]],
    before: int,
    further: int,
) -> Box:
    decision = place.decision
    bye = decision is not None and decision.why == Why.BYE
    one_comes = place.known and (place.first is None) != (place.second is None)
    found = [
        matches.get((before + place.node.round, place.node.board, leg.leg)) for leg in place.legs
    ]
    sides = [
        _side(place, seed, source, seeded, labels)
        for seed, source in zip((place.first, place.second), place.node.sources, strict=True)
    ]
    note = "" if decision is None or bye else str(WHY[decision.why])
    if decision is None and place.legs and place.legs[-1].leg > 1:
        note = gettext("drawn: further pair %(number)d of at most %(most)d") % {
            "number": place.legs[-1].leg - 1,
            "most": further,
        }
    return Box(
        labels[place.node.number],
        sides,
        [(match, state or "") for match, state in filter(None, found) if match is not None],
        note,
        decision is not None and decision.why in (Why.EMPTY, Why.NOT_NEEDED),
        bye or one_comes,
    )


def _side(
    place: Place,
    seed: int | None,
    source: Source,
    seeded: Sequence[Seeded],
    labels: Mapping[int, str],
) -> Side:
    waits = ""
    if not place.known and seed is None:
        waits = {
            Take.SEED: "",
            Take.WINNER: gettext("winner of %s"),
            Take.LOSER: gettext("loser of %s"),
        }[source.take]
        waits = waits % labels[source.number] if waits else ""
    scores: list[float] = []
    for leg in place.legs:
        if leg.scores is not None:
            scores.append(leg.scores[0] if leg.first == seed else leg.scores[1])
    won = place.decision is not None and seed is not None and place.decision.winner == seed
    return Side(
        None if seed is None else seed + 1,
        None if seed is None else seeded[seed],
        waits,
        scores,
        won,
    )
