"""What ``manage.py demo`` creates, and what it refuses."""

import socket
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from arena.bots.models import Bot, Version
from arena.bots.reference import house
from arena.embedded import demo
from arena.embedded.data_lock import lock_data_folder
from arena.tournaments.models import Tournament
from engine.rulesets import RULESETS
from referee.sandbox import NoSandbox


@pytest.fixture
def bots(make_version: Any) -> list[Bot]:
    """Two qualified reference bots of each game."""
    versions = [
        make_version(house(), ruleset=ruleset, name=f"{style}-{ruleset}")
        for ruleset in RULESETS
        for style in ("greedy", "random")
    ]
    return [version.bot for version in versions]


@pytest.mark.django_db
def test_there_is_a_round_robin_of_each_game_and_a_knockout(bots: list[Bot]) -> None:
    tournaments = demo.start_tournaments(pairs=1)
    assert [tournament.ruleset for tournament in tournaments] == [*RULESETS, demo.KNOCKOUT]
    assert "Svoi Kozyri: house round robin" in [tournament.name for tournament in tournaments]
    assert [tournament.rated for tournament in tournaments] == [True] * len(RULESETS) + [False]
    for tournament in tournaments:
        assert tournament.state == Tournament.State.RUNNING
        assert tournament.entries.count() == 2
        done, total = demo.played(tournament)
        assert done == 0 < total


@pytest.mark.django_db
def test_the_next_start_continues_with_the_same_tournaments(bots: list[Bot]) -> None:
    assert demo.start_tournaments(pairs=1) == demo.start_tournaments(pairs=1)
    assert Tournament.objects.count() == len(RULESETS) + 1


@pytest.mark.django_db
def test_only_qualified_bots_enter(bots: list[Bot], make_version: Any) -> None:
    late = make_version(house(), ruleset="ecarte", name="late", state="checking")
    assert demo.checking(Version.objects.all()) == 1
    for tournament in demo.start_tournaments(pairs=1):
        assert not tournament.entries.filter(bot=late.bot).exists()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--pairs", "0"), "not a whole number from 1 to 1000: 0"),
        (("--pairs", "1001"), "not a whole number from 1 to 1000: 1001"),
        (("--pairs", "few"), "not a whole number from 1 to 1000: few"),
        (("--port", "0"), "not a port from 1 to 65535: 0"),
        (("--port", "65536"), "not a port from 1 to 65535: 65536"),
    ],
)
def test_a_wrong_argument_is_reported(arguments: tuple[str, str], told: str) -> None:
    with pytest.raises(CommandError, match=told):
        call_command("demo", *arguments)


@pytest.fixture
def quiet_signals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("signal.signal", lambda number, handler: None)


def test_a_second_demo_on_the_same_data_is_refused(
    settings: Any, tmp_path: Path, quiet_signals: None
) -> None:
    settings.DATA_DIR = tmp_path
    with (
        lock_data_folder(tmp_path),
        pytest.raises(CommandError, match=r"an arena already runs on .*: stop it first"),
    ):
        call_command("demo")


@pytest.mark.parametrize(("given", "used"), [("auto", "partners-may-talk"), ("off", "off")])
@pytest.mark.django_db
def test_the_reference_bots_play_where_partners_could_signal(
    settings: Any,
    tmp_path: Path,
    quiet_signals: None,
    monkeypatch: pytest.MonkeyPatch,
    given: str,
    used: str,
) -> None:
    settings.DATA_DIR = tmp_path
    settings.MATCH_SANDBOX = given

    def refuse(kind: str) -> None:
        raise NoSandbox(f"asked for {kind}")

    monkeypatch.setattr("arena.embedded.management.commands.demo.choose", refuse)
    with pytest.raises(CommandError, match=f"asked for {used}"):
        call_command("demo")


@pytest.mark.django_db
def test_a_port_that_is_taken_is_reported_with_another_one(
    settings: Any, tmp_path: Path, quiet_signals: None
) -> None:
    settings.DATA_DIR = tmp_path
    settings.MATCH_SANDBOX = "off"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CommandError, match=rf"cannot listen on 127.0.0.1:{port} .*--port"):
            call_command("demo", "--port", str(port))
