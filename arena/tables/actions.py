"""What people do at tables, as the API calls it: the body of each request, and what it does."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from arena.people.models import Player
from arena.tables.game import turns
from arena.tables.models import Table
from arena.tables.seats import absence, invited_bots, leaving, rematch, reporting, saying, seating
from arena.tables.serializers import (
    AfterSerializer,
    FillSerializer,
    HintSerializer,
    MoveSerializer,
    ReportSerializer,
    ResignSerializer,
    SaySerializer,
    SitSerializer,
)
from arena.tables.worker import hinting

Data = Mapping[str, Any]


@dataclass(frozen=True)
class Action:
    """`act` gets the locked table, the player, and the checked body. It raises TableError.

    `for_visitors`: somebody who has never played becomes a guest by it.
    """

    summary: str
    act: Callable[[Table, Player, Data], object]
    body: type[AfterSerializer] = AfterSerializer
    for_visitors: bool = False


def _sit(table: Table, player: Player, data: Data) -> None:
    seating.sit(table, player, data["seat"], data["network"])


def _move(table: Table, player: Player, data: Data) -> None:
    seat = seating.own_seat(table, player)
    turns.answer(table, seat.number, data["question"], data["move"])


def _fill(table: Table, player: Player, data: Data) -> None:
    ruleset = table.ruleset
    if data["bot"] is not None:
        version = invited_bots.find_bot(ruleset, data["bot"])
    else:
        version = invited_bots.find_house_bot(ruleset, data["level"])
    seating.fill(table, player, data["seat"], version)


def _say(table: Table, player: Player, data: Data) -> None:
    saying.say(table, player, data["phrase"])


def _resign(table: Table, player: Player, data: Data) -> None:
    leaving.resign(table, player, data["confirm"])


ACTIONS = {
    "sit": Action("Sits down in an open seat.", _sit, SitSerializer, for_visitors=True),
    "move": Action(
        "Answers a question. Sent again, the same answer is acknowledged, and counts once.",
        _move,
        MoveSerializer,
    ),
    "say": Action("Says one of the preset phrases.", _say, SaySerializer),
    "fill": Action("Gives open seats to a bot. For the host.", _fill, FillSerializer),
    "start": Action(
        "Gives all open seats to house bots, and starts. For the host.",
        lambda table, player, data: seating.start(table, player),
    ),
    "abort": Action(
        "Ends the game without a result, before your second move.",
        lambda table, player, data: leaving.abort(table, player, data["network"]),
    ),
    "resign": Action(
        "Loses the game. With a person as partner, both have to resign within a minute.",
        _resign,
        ResignSerializer,
    ),
    "leave": Action(
        "Leaves the table for good.",
        lambda table, player, data: leaving.leave(table, player, data["network"]),
    ),
    "wait": Action(
        "Waits another minute for the person who is gone.",
        lambda table, player, data: absence.wait(table, player),
    ),
    "stand_in": Action(
        "Lets a bot play for the person who is gone.",
        lambda table, player, data: absence.stand_in(table, player),
    ),
    "end": Action(
        "Ends the game without the person who is gone.",
        lambda table, player, data: absence.end(table, player),
    ),
    "reclaim": Action(
        "Takes your seat back, also from a bot.",
        lambda table, player, data: absence.reclaim(table, player),
    ),
    "hint": Action(
        "Asks what a strong bot would do. The answer comes as an entry that you alone see.",
        lambda table, player, data: hinting.ask(table, player, data["question"], data["network"]),
        HintSerializer,
    ),
    "report": Action(
        "Reports an odd move of a bot to its author.",
        lambda table, player, data: reporting.report_move(
            table, player, data["move"], data["text"]
        ),
        ReportSerializer,
    ),
    "rematch": Action(
        "Wants another game with the same people, with seats exchanged.",
        lambda table, player, data: rematch.rematch(table, player),
    ),
}
