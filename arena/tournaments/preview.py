"""A tournament before its start: what it comes to, and how it might go."""

from dataclasses import dataclass
from datetime import timedelta
from random import Random

from arena.tournaments import plan as planning
from arena.tournaments.models import Tournament
from arena.tournaments.plan import most_entries
from arena.tournaments.results import Player, Results, players_of, tables
from arena.tournaments.seeding import in_order
from referee.tournaments import simulation
from referee.tournaments.simulation import Plan, chances, simulate

# A larger event would take too long for a page.
MOST_SIMULATED = 64  # entries
MOST_MATCHES_SIMULATED = 300


@dataclass(frozen=True)
class Preview:
    """`simulated`: the tables of a made-up run, None when the field is too large for one."""

    plan: Plan
    duration: timedelta | None
    workers: int
    seconds_a_game: float | None
    simulated: Results | None
    made_up: bool  # the entries too


def preview(tournament: Tournament, entries: int | None, run: int) -> Preview | None:
    """The preview with the entries so far, or with `entries` made-up ones; None for a field that
    the tournament cannot have. `run` chooses among the made-up runs."""
    # Before anything is made of a number that anybody may write into the address.
    count = tournament.entries.count() if entries is None else entries
    plan = planning.plan(tournament, count) if count <= most_entries(tournament) else None
    if plan is None:
        return None
    players = _players(tournament, run) if entries is None else _made_up(entries)
    simulated = None
    if len(players) <= MOST_SIMULATED and plan.matches <= MOST_MATCHES_SIMULATED:
        format = tournament.format
        event = simulate(format, len(players), tournament.games, chances(Random(run)))
        simulated = tables(format, event, players)
    measured = planning.seconds_a_game(tournament.ruleset)
    workers = planning.workers()
    duration = None
    if measured is not None:
        match = measured * tournament.games
        duration = timedelta(seconds=round(simulation.seconds(plan, match, workers)))
    return Preview(plan, duration, workers, measured, simulated, entries is not None)


def _players(tournament: Tournament, run: int) -> list[Player]:
    """The entries as they might be seeded: by rating and by hand as they will be, the lot by a
    seed that is not the tournament's."""
    entries = list(tournament.entries.order_by("id"))
    drawn = Tournament(seeding=tournament.seeding, draw_seed=f"{run:064x}")
    order = {entry.pk: number for number, entry in enumerate(in_order(drawn, entries))}
    players = players_of(tournament.entries.order_by("id"))
    placed = sorted(zip(entries, players, strict=True), key=lambda pair: order[pair[0].pk])
    return [
        Player(number, player.name, player.url, house=player.house)
        for number, (_, player) in enumerate(placed, 1)
    ]


def _made_up(entries: int) -> list[Player]:
    return [Player(number, f"bot-{number}") for number in range(1, entries + 1)]
