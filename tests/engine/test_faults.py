"""The reasons why a game ends."""

import re
from pathlib import Path

import pytest

from engine.faults import (
    BEFORE_PLAY,
    FAULTS_OF_BOTS,
    MAX_FAULTS,
    OF_PEOPLE,
    ON_TURN,
    TEXTS,
    Reason,
)

PROTOCOL = Path(__file__).parents[2].joinpath("docs/3-protocol.md").read_text()


def test_every_reason_has_one_text_that_follows_the_name_of_a_bot() -> None:
    assert list(TEXTS) == list(Reason)
    assert len(set(TEXTS.values())) == len(Reason)
    for reason in Reason:
        assert re.fullmatch(r"[a-z][a-z0-9 ]+[a-z]", reason.text), reason


def test_a_reason_is_the_text_that_the_record_has() -> None:
    assert Reason("timeout") is Reason.TIMEOUT
    assert f"{Reason.TIMEOUT}" == Reason.TIMEOUT == "timeout"
    with pytest.raises(ValueError, match="bored"):
        Reason("bored")


def test_a_game_that_is_played_out_is_not_a_fault() -> None:
    assert Reason.NORMAL not in ON_TURN | BEFORE_PLAY
    assert not ON_TURN & BEFORE_PLAY


def test_what_people_do_is_no_fault_of_a_bot() -> None:
    assert not OF_PEOPLE & FAULTS_OF_BOTS
    assert FAULTS_OF_BOTS | OF_PEOPLE | {Reason.NORMAL} == set(Reason)
    assert ON_TURN | BEFORE_PLAY <= FAULTS_OF_BOTS


def test_the_text_of_a_forfeit_says_after_how_many_faults() -> None:
    assert f"{MAX_FAULTS} faults" in Reason.FORFEIT.text


@pytest.mark.parametrize("reason", Reason)
def test_the_protocol_describes_every_reason(reason: Reason) -> None:
    assert f"`{reason}`" in PROTOCOL or f'"{reason}"' in PROTOCOL
