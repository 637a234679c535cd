"""What an event does next, in any system.

`next_step` is a pure function of the event: whoever stores its pairings and results can stop at
any point and ask again.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.tournaments import bracket
from referee.tournaments.bracket import Place
from referee.tournaments.event import Event, Pairing
from referee.tournaments.format import Format, System
from referee.tournaments.scoring import qualified
from referee.tournaments.systems import groups, round_robin, swiss


@dataclass(frozen=True)
class Step:
    """What is to be done now. `pairings`: to be made at once, maybe none while matches are being
    played. `seeds`: the entries drawn into the bracket, when that is drawn in this step."""

    pairings: tuple[Pairing, ...] = ()
    seeds: tuple[int, ...] = ()
    finished: bool = False


def next_step(format: Format, event: Event) -> Step:
    """What follows from all results so far.

    A round starts when the last one has ended; a further leg as soon as the leg before it was
    drawn. A finished event has no pairings left to make.
    """
    if format.has_bracket:
        seeded = knockout_seeds(format, event)
        if seeded:
            return _bracket_step(format, event, seeded)
    if any(pairing.open for pairing in event.pairings):
        return Step()
    number = event.rounds  # from 0, of the round to come
    n = len(event.entrants)
    match format.system:
        case System.ROUND_ROBIN:
            cycle, within = divmod(number, round_robin.rounds_a_cycle(n))
            if cycle >= format.cycles:
                return Step(finished=True)
            games = round_robin.one_round(n, within, reverse=cycle % 2 == 1)
            return Step(_boards(event, number + 1, games))
        case System.SWISS:
            present = [entrant for entrant in event.entrants if entrant.active]
            if number >= format.swiss_rounds(event) or len(present) < 2:
                return Step(finished=True)
            return Step(tuple(swiss.one_round(event)))
        case System.GROUPS if number < format.group_rounds(n):
            games = groups.one_round(n, format.groups, format.cycles, number)
            return Step(_boards(event, number + 1, games))
    # The groups have been played: their best are drawn into the bracket.
    seeds = groups.bracket_seeds(qualified(format, event))
    if len(seeds) < 2:
        return Step(finished=True)
    step = _bracket_step(format, with_seeds(event, seeds), seeds)
    return replace(step, seeds=tuple(seeds))


def with_seeds(event: Event, seeds: Sequence[int]) -> Event:
    """The event once these entries have been drawn into its bracket."""
    drawn = {entry: seed for seed, entry in enumerate(seeds)}
    entrants = tuple(
        replace(entrant, knockout=drawn.get(entry)) for entry, entrant in enumerate(event.entrants)
    )
    return replace(event, entrants=entrants)


def _boards(
    event: Event, number: int, games: Sequence[tuple[int, int | None]]
) -> tuple[Pairing, ...]:
    return tuple(
        event.meet(number, board, first, second) for board, (first, second) in enumerate(games, 1)
    )


def knockout_seeds(format: Format, event: Event) -> list[int]:
    """The entries of the bracket in the order of its seeds; none while it has not been drawn."""
    if format.system != System.GROUPS:
        return list(range(len(event.entrants)))
    drawn = [
        (entrant.knockout, entry)
        for entry, entrant in enumerate(event.entrants)
        if entrant.knockout is not None
    ]
    return [entry for _, entry in sorted(drawn)]


def bracket_places(format: Format, event: Event) -> list[Place]:
    """The bracket as it stands, its entries as seeds of `knockout_seeds`; empty without one."""
    seeded = knockout_seeds(format, event) if format.has_bracket else []
    if len(seeded) < 2:
        return []
    seed_of = {entry: seed for seed, entry in enumerate(seeded)}
    before = format.group_rounds(len(event.entrants))
    legs: dict[tuple[int, int], list[Pairing]] = {}
    for pairing in sorted(event.pairings, key=lambda one: (one.round, one.board, one.leg)):
        if pairing.round > before:
            as_seeds = replace(
                pairing,
                first=seed_of[pairing.first],
                second=None if pairing.second is None else seed_of[pairing.second],
            )
            legs.setdefault((pairing.round - before, pairing.board), []).append(as_seeds)
    return bracket.places(format.nodes(len(seeded)), len(seeded), legs, format.further)


def _bracket_step(format: Format, event: Event, seeded: Sequence[int]) -> Step:
    places = bracket_places(format, event)
    before = format.group_rounds(len(event.entrants))

    def entry(seed: int | None) -> int | None:
        return None if seed is None else seeded[seed]

    made = []
    for place in places:
        if bracket.wants_a_further_leg(place):
            last = place.legs[-1]
            first, second = entry(last.first), entry(last.second)
            assert first is not None
            pairing = event.meet(last.round, last.board, first, second)
            made.append(replace(pairing, leg=last.leg + 1))
    if made or any(pairing.open for pairing in event.pairings):
        return Step(tuple(made))
    waiting = [place for place in places if place.to_be_made]
    if not waiting:
        return Step(finished=True)
    number = min(place.node.round for place in waiting)
    for place in waiting:
        if place.node.round != number:
            continue
        comers = [entry(seed) for seed in (place.first, place.second) if seed is not None]
        first, second = (*comers, None)[:2]
        assert first is not None
        made.append(event.meet(before + number, place.node.board, first, second))
    return Step(tuple(made))
