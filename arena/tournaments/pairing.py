"""The pairings of a tournament and their matches, made at its start."""

from collections.abc import Iterator, Sequence

from arena.matches import queue
from arena.matches.models import Match
from arena.tournaments.models import Entry, Pairing, Tournament
from referee.pairings.round_robin import rounds


def pairings(tournament: Tournament, drawn: Sequence[Entry]) -> Iterator[Pairing]:
    """Every pairing, not saved yet, of entries in the order of their numbers, with its match in
    the queue. The entries' bots must be there with their owners, and the versions pinned."""
    for number, games in enumerate(rounds(len(drawn), tournament.cycles), 1):
        for board, (first, second) in enumerate(games, 1):
            yield Pairing(
                tournament=tournament,
                round=number,
                board=board,
                first=drawn[first],
                second=None if second is None else drawn[second],
                match=None if second is None else _match(tournament, drawn[first], drawn[second]),
            )


def _match(tournament: Tournament, first: Entry, second: Entry) -> Match:
    versions = []
    for entry in (first, second):
        assert entry.version is not None
        entry.version.bot = entry.bot
        versions.append(entry.version)
    return queue.create(
        tournament.ruleset,
        tournament.options,
        *versions,
        pairs=tournament.pairs,
        clock=tournament.time_control,
        queue=Match.Queue.TOURNAMENT,
        rated=tournament.rated,
    )
