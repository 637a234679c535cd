"""Solving a position over the API: what is answered, and what is refused."""

import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from arena.analysis import child, solver
from arena.web.models import Use
from engine.rulesets import ruleset

pytestmark = pytest.mark.django_db

ADDRESS = "/api/v1/solve/"
# Aces alone: solved by hand in docs/2-rules.md's terms, and by strategy/svoi_kozyri/solver.py.
ACES = "trumps=S/H hands=AS/AD/AC/AH"


def ask(client: Any, position: str, **more: Any) -> Any:
    body = {"position": position, **more}
    return client.post(ADDRESS, body, content_type="application/json")


@pytest.fixture
def start() -> str:
    return ruleset("svoi-kozyri").start(bytes(32)).position()


@pytest.fixture
def solved(program: Callable[[str], None], monkeypatch: pytest.MonkeyPatch) -> None:
    program('print(\'{"result": {"result": "draw", "line": ["lead AS"]}}\')')
    monkeypatch.setattr(solver, "SOLVERS", {"svoi-kozyri": None})


def test_a_position_is_solved(client: Any, start: str, solved: None) -> None:
    answer = ask(client, start)
    assert (answer.status_code, answer.json()) == (200, {"result": "draw", "line": ["lead AS"]})


def test_a_position_that_is_impossible_is_refused(client: Any, start: str, solved: None) -> None:
    for position, words in (
        ("hands=", ""),
        (start.replace("trumps=", "trumpets="), "trumpets"),
        ("x" * 20_001, ""),
    ):
        answer = ask(client, position)
        assert answer.status_code == 400, position
        assert words in str(answer.json()["fields"]["position"])
    answer = ask(client, start, options={"deck": 33})
    assert "deck" in str(answer.json()["fields"]["options"])


def test_a_game_that_hides_cards_has_no_solver(client: Any, solved: None) -> None:
    answer = ask(client, ruleset("kozel").start(bytes(32)).position(), ruleset="kozel")
    assert (answer.status_code, answer.json()["code"]) == (409, "no_analysis")


def test_an_address_has_a_limit(client: Any, start: str, solved: None, settings: Any) -> None:
    settings.SOLVES_PER_TEN_MINUTES = 1
    assert ask(client, start).status_code == 200
    refused = ask(client, start)
    assert (refused.status_code, refused.json()["code"]) == (429, "throttled")
    assert int(refused["Retry-After"]) > 500


def test_a_position_whose_solver_is_killed_is_not_solved(
    client: Any, start: str, program: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solver, "SOLVERS", {"svoi-kozyri": None})
    program("import os; os.kill(os.getpid(), 9)")
    answer = ask(client, start)
    assert (answer.status_code, answer.json()) == (200, {"result": None, "line": []})


def test_a_proof_that_takes_too_long_is_not_waited_for(
    client: Any, start: str, program: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solver, "SOLVERS", {"svoi-kozyri": None})
    monkeypatch.setattr(solver, "MOST_SECONDS", 0.1)
    program("import time; time.sleep(60)")
    assert ask(client, start).json() == {"result": None, "line": []}


@pytest.mark.django_db(transaction=True)
def test_one_address_cannot_keep_a_process_busy(
    start: str, program: Callable[[str], None], monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    """It may have one position solved and one waiting."""
    monkeypatch.setattr(solver, "SOLVERS", {"svoi-kozyri": None})
    program(
        "import pathlib, time\n"
        "here = pathlib.Path(__file__).parent\n"
        "(here / 'begun').touch()\n"
        "while not (here / 'go').exists(): time.sleep(0.01)\n"
        'print(\'{"result": {"result": null, "line": []}}\')\n'
    )
    from django.db import connection

    statuses: list[int] = []
    lock = threading.Lock()

    def send() -> None:
        try:
            status = ask(Client(), start).status_code
            with lock:
                statuses.append(status)
                if statuses.count(429) == 2:
                    (tmp_path / "go").touch()
        finally:
            connection.close()

    threads = [threading.Thread(target=send) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert sorted(statuses) == [200, 200, 429, 429]
    assert Use.objects.count() == 2  # who was refused keeps what is left of the limit


def test_the_job_runs_this_python() -> None:
    assert child.COMMAND[0] == sys.executable
