"""The preview of a tournament before its start: a forecast and a simulated run."""

import math
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings

from arena.tournaments import forecast as forecasts
from arena.tournaments import quotas
from arena.tournaments.forecast import most_entries
from arena.tournaments.models import Tournament
from arena.tournaments.results import Results, ShownEntry, shown_entries, tables
from arena.tournaments.seeding import in_order
from arena.tournaments.simulated_runs import NoRun, simulated_run
from referee.tournaments.format import Forecast
from referee.tournaments.simulation import seconds

# Simulating a larger event would take too long for a page.
MOST_SIMULATED = 64  # entries
MOST_MATCHES_SIMULATED = 300


@dataclass(frozen=True)
class Preview:
    """`duration`: how long it takes if games take as long as lately; None if none was played.
    `hours`: the hours of play, all workers together, if every bot uses up its clocks; `most_hours`:
    how many the organiser may use, None for any. `simulated`: the tables of a made-up run; None if
    the field is too large for one, or if it is `busy`, because too many are asked for. `made_up`:
    whether the entries are made up too."""

    forecast: Forecast
    duration: timedelta | None
    workers: int
    seconds_a_game: float | None
    hours: int
    most_hours: int | None
    simulated: Results | None
    busy: bool
    made_up: bool

    @property
    def too_long(self) -> bool:
        return self.most_hours is not None and self.hours > self.most_hours


def preview(
    tournament: Tournament, entries: int | None, run: int, client: str = ""
) -> Preview | None:
    """The preview with the entries so far, or with `entries` made-up ones; None for a field that
    the tournament does not take. `run` chooses among the made-up runs; `client` is the address
    that asks."""
    # First the limit: anyone can write any number into the address.
    count = tournament.entries.count() if entries is None else entries
    if count > most_entries(tournament):
        return None
    expected = forecasts.forecast(tournament, count)
    if expected is None:
        return None
    simulated, busy = None, False
    if count <= MOST_SIMULATED and expected.matches <= MOST_MATCHES_SIMULATED:
        shown = _seeded(tournament, run) if entries is None else _made_up(entries)
        try:
            event = simulated_run(tournament.format, len(shown), tournament.games, run, client)
            simulated = tables(tournament.format, event, shown)
        except NoRun:
            busy = True
    measured = forecasts.seconds_a_game(tournament.ruleset)
    workers = forecasts.workers()
    duration = None
    if measured is not None:
        match = measured * tournament.games
        duration = timedelta(seconds=round(seconds(expected, match, workers)))
    return Preview(
        expected,
        duration,
        workers,
        measured,
        math.ceil(quotas.longest(tournament).hours(expected)),
        None if quotas.trusted(tournament.organiser) else settings.TOURNAMENT_HOURS,
        simulated,
        busy,
        entries is not None,
    )


def _seeded(tournament: Tournament, run: int) -> list[ShownEntry]:
    """The entries as they could be seeded: by rating and by hand as they will be, by lot with
    another seed than the tournament's."""
    entries = list(tournament.entries.order_by("id"))
    drawn = Tournament(seeding=tournament.seeding, draw_seed=f"{run:064x}")
    order = {entry.pk: number for number, entry in enumerate(in_order(drawn, entries))}
    shown = shown_entries(tournament.entries.order_by("id"))
    placed = sorted(zip(entries, shown, strict=True), key=lambda pair: order[pair[0].pk])
    return [
        ShownEntry(number, entry.name, entry.url, house=entry.house, remote=entry.remote)
        for number, (_, entry) in enumerate(placed, 1)
    ]


def _made_up(entries: int) -> list[ShownEntry]:
    return [ShownEntry(number, f"bot-{number}") for number in range(1, entries + 1)]
