"""What the demo puts in: the reference bots, a round robin of each game between them, a knockout.

Every function can be called again: what is there already is left as it is.
"""

from collections.abc import Sequence
from typing import Any

from arena.accounts.models import User
from arena.bots import reference
from arena.bots.models import Bot, Version
from arena.tournaments import running
from arena.tournaments.models import Tournament
from engine.rulesets import RULESETS
from referee.play.clock import Clock
from referee.tournaments.format import System

TITLES = {
    "kozel": "Kozel: the house round robin",
    "svoi-kozyri": "Svoi Kozyri: the house round robin",
    "ecarte": "Écarté: the house round robin",
}
KNOCKOUT = "Écarté: the house knockout"


def submit_bots() -> list[Version]:
    """Hands in the reference bots, as a person would; the versions that stand for them now."""
    return reference.submit_reference_bots()


def checking(versions: Sequence[Version]) -> int:
    """How many of these versions are still in qualification."""
    numbers = [version.pk for version in versions]
    return Version.objects.filter(pk__in=numbers, state=Version.State.CHECKING).count()


def start_tournaments(pairs: int) -> list[Tournament]:
    """A round robin of every game between the house's qualified bots, and a knockout, started."""
    started = [
        start_tournament(ruleset, TITLES.get(ruleset, ruleset), pairs=pairs, rated=True)
        for ruleset in RULESETS
    ]
    knockout = start_tournament(
        "ecarte", KNOCKOUT, pairs=pairs, system=System.SINGLE, third_place=True, seeding="rating"
    )
    return [*started, knockout]


def start_tournament(ruleset: str, title: str, **settings: Any) -> Tournament:
    """The house's tournament of this title: made if it is not there yet, and started."""
    house = User.objects.get(is_house=True)
    tournament = Tournament.objects.filter(organiser=house, name=title).first()
    if tournament is None:
        tournament = running.create(house, title, ruleset, options={}, clock=Clock(), **settings)
    if tournament.state == Tournament.State.DRAFT:
        running.open_(tournament)
    if tournament.state == Tournament.State.OPEN:
        entered = tournament.entries.values_list("bot", flat=True)
        bots = Bot.objects.filter(
            owner=house, ruleset=ruleset, active__state=Version.State.QUALIFIED
        )
        for bot in bots.exclude(pk__in=entered):
            running.enter(tournament, bot)
        running.start(tournament)
    return tournament


def played(tournament: Tournament) -> tuple[int, int]:
    """How many of the tournament's matches have ended, and how many there are."""
    # As long as it runs there may be more to come; whether it does is known by its row alone.
    tournament.refresh_from_db(fields=["state"])
    return running.progress(tournament)
