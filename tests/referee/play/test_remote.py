"""Matches with remote bots: a link in place of a process, and a deal of its own for each game."""

import json
from copy import deepcopy
from typing import Any

import pytest

from engine.errors import BadRecord
from engine.faults import Reason
from engine.record import game_seed
from engine.rulesets import ruleset
from engine.verify import verify
from referee.play.clock import NS, Spent
from referee.play.cpu_slots import CpuSlot
from referee.play.match import Entrant, MatchResult, MatchSettings, play
from referee.play.protocol import BotFault
from referee.play.remote import RemoteProgram


class Turn:
    turn = (0, 0)


class Link:
    """A bot that takes the first legal move, 5 ms away. `faults`: turns of a leg at which it
    fails."""

    def __init__(self, faults: tuple[int, ...] = ()) -> None:
        self.stderr = Turn()
        self.last_request = b""
        self.told: list[Any] = []
        self.ended = False
        self._faults = faults

    def send(self, line: bytes) -> None:
        self.told.append(json.loads(line))

    def ask(self, line: bytes, allowance: int, until: int | None = None) -> tuple[bytes, Spent]:
        self.last_request = line
        message = json.loads(line)
        if message["type"] == "hello":
            return b'{"type":"ready"}', Spent(0, 0, 0)
        if message["turn"] in self._faults:
            raise BotFault(Reason.CRASH, "exit code 1")
        answer = json.dumps({"move": message["legal"][0]}).encode()
        return answer, Spent(9 * NS, 0, 0, 0, 5 * NS)

    def finish(self, line: bytes) -> None:
        self.send(line)

    def wait_for_exit(self, deadline: int) -> None:
        pass

    def kill(self) -> None:
        self.ended = True


def played(*faults: int, pairs: int = 1, first_deal: int = 0) -> tuple[MatchResult, list[Link]]:
    links: list[Link] = []

    def connect(number: int, leg: int, scheduler: Any) -> Link:
        links.append(Link(faults if not links else ()))
        return links[-1]

    entrants = (
        Entrant("a/one", 1, RemoteProgram(connect)),
        Entrant("b/two", 1, RemoteProgram(connect)),
    )
    match = MatchSettings(
        ruleset("ecarte", {"target": 2}), entrants, pairs, bytes(32), first_deal=first_deal
    )
    sandbox: Any = None
    return play(match, sandbox, slot=CpuSlot(0, None)), links


def test_each_game_has_a_deal_of_its_own_and_the_record_verifies() -> None:
    result, _ = played(pairs=2)
    record = result.record
    verify(record)
    assert record["bots"] == [
        {"name": "a/one", "version": 1, "remote": True},
        {"name": "b/two", "version": 1, "remote": True},
    ]
    assert len({game_seed(record, index) for index in range(4)}) == 4


def test_a_match_that_is_played_again_has_deals_that_nobody_has_seen() -> None:
    first, again = played()[0].record, played(first_deal=2)[0].record
    verify(again)
    seeds = [{game_seed(record, index) for index in range(2)} for record in (first, again)]
    assert not seeds[0] & seeds[1]


@pytest.mark.parametrize("change", [{"fresh_deals": False}, {"fresh_deals": 1}, {"first_deal": -1}])
def test_a_record_that_says_otherwise_is_false(change: dict[str, Any]) -> None:
    with pytest.raises(BadRecord):
        verify(played()[0].record | change)


def test_a_remote_bot_has_no_program_in_the_record() -> None:
    record = deepcopy(played()[0].record)
    record["bots"][0]["sha256"] = "0" * 64
    with pytest.raises(BadRecord, match="no sha256"):
        verify(record)


def test_the_share_of_the_network_is_not_charged_and_is_among_the_times() -> None:
    result, _ = played()
    assert set(result.record["games"][0]["ms"]) == {4.0}
    assert result.times[0][0][0][1:] == [9.0, 0.0, 0.0, 0.0, 5.0]


def test_a_fault_loses_the_game_in_hand_and_the_link_is_ended() -> None:
    result, links = played(3)
    first, second = result.record["games"]
    assert (first["reason"], first["fault"]["side"]) == ("crash", 0)
    assert second["reason"] == "normal"
    assert "the machine that ran goat connect" in result.faults[0].cause
    assert all(link.ended for link in links)
    assert len(links) == 4  # each leg has new processes
