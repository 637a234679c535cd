"""What the demo creates: the reference bots, a round robin of each game, and a knockout.

You can call every function again: it leaves as it is what already exists.
"""

from collections.abc import Sequence
from typing import Any

from arena.accounts.models import User
from arena.bots import reference
from arena.bots.models import Bot, Version
from arena.games import labels
from arena.tournaments import entering, stages
from arena.tournaments.models import Tournament
from arena.tournaments.results import match_counts
from engine.rulesets import RULESETS
from referee.play.clock import Clock
from referee.programs.reference_bots import reference_bots

KNOCKOUT = "ecarte"  # the game of the knockout


def submit_quick_bots() -> list[Version]:
    """Submits the reference bots that move at once. Returns their current versions."""
    return reference.submit_bots(bot for bot in reference_bots() if not bot.searches)


def submit_searching_bots() -> list[Version]:
    """Submits the others. They play the ladder and with people: a tournament would take long."""
    return reference.submit_bots(bot for bot in reference_bots() if bot.searches)


def checking(versions: Sequence[Version]) -> int:
    """How many of these versions have not finished qualification."""
    numbers = [version.pk for version in versions]
    return Version.objects.filter(pk__in=numbers, state=Version.State.CHECKING).count()


def start_tournaments(pairs: int) -> list[Tournament]:
    """Starts a round robin of each game between the qualified reference bots, and a knockout."""
    started = [
        start_tournament(
            ruleset, f"{labels.name(ruleset)}: house round robin", pairs=pairs, rated=True
        )
        for ruleset in RULESETS
    ]
    knockout = start_tournament(
        KNOCKOUT,
        f"{labels.name(KNOCKOUT)}: house knockout",
        pairs=pairs,
        system="single-elimination",
        third_place=True,
        seeding="rating",
    )
    return [*started, knockout]


def start_tournament(ruleset: str, title: str, **settings: Any) -> Tournament:
    """The house's tournament of this title, created if it does not exist, and started."""
    house = User.objects.get(is_house=True)
    tournament = Tournament.objects.filter(organiser=house, name=title).first()
    if tournament is None:
        tournament = stages.create(house, title, ruleset, options={}, clock=Clock(), **settings)
    if tournament.state == Tournament.State.DRAFT:
        stages.open_(tournament)
    if tournament.state == Tournament.State.OPEN:
        entered = tournament.entries.values_list("bot", flat=True)
        bots = Bot.objects.filter(
            owner=house, ruleset=ruleset, active__state=Version.State.QUALIFIED
        )
        for bot in bots.exclude(pk__in=entered):
            entering.enter(tournament, bot)
        stages.start(tournament)
    return tournament


def played(tournament: Tournament) -> tuple[int, int]:
    """How many of the tournament's matches have ended, and how many exist."""
    # While it runs more matches may follow, and only the row says whether it runs.
    tournament.refresh_from_db(fields=["state"])
    return match_counts(tournament)
