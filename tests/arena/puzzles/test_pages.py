"""The pages and the API of the puzzles."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from arena.matches import records
from arena.puzzles import making
from arena.puzzles.models import Puzzle
from engine.record import replay

pytestmark = pytest.mark.django_db
PERCENT = "\N{NO-BREAK SPACE}%"


@pytest.fixture
def puzzle(analysed: Any) -> Puzzle:
    analysed()
    making.sweep()
    return Puzzle.objects.get()


def setup_of(page: str) -> Any:
    found = re.search(r'<script id="lesson-setup" type="application/json">(.*?)</script>', page)
    assert found
    return json.loads(found[1])


def test_without_puzzles_the_page_says_where_they_come_from(client: Client) -> None:
    assert "No puzzles yet." in client.get("/puzzles/").content.decode()
    for address in ("/puzzles/ecarte/", "/puzzles/daily/ecarte/", "/puzzles/1/", "/puzzles/whist/"):
        assert client.get(address).status_code == 404


def test_the_pages_lead_to_a_puzzle(client: Client, puzzle: Puzzle) -> None:
    page = client.get("/puzzles/").content.decode()
    assert "/puzzles/ecarte/" in page and "/puzzles/daily/ecarte/" in page
    assert client.get("/puzzles/ecarte/").headers["Location"] == puzzle.get_absolute_url()
    assert "Puzzle of the day" in client.get("/puzzles/daily/ecarte/").content.decode()


@pytest.mark.parametrize("ruleset", ["ecarte", "kozel", "svoi-kozyri"])
def test_every_legal_move_has_an_answer_and_nothing_hidden_is_shown(
    client: Client, analysed: Any, ruleset: str
) -> None:
    analysed(ruleset)
    making.sweep()
    puzzle = Puzzle.objects.get()
    page = client.get(puzzle.get_absolute_url()).content.decode()
    (step,) = setup_of(page)["steps"]
    played = replay(records.load(puzzle.match), puzzle.game - 1)
    for _ in range(puzzle.move):
        _, state = next(played)
    assert list(step["moves"]) == state.texts(state.legal())
    assert step["view"] == json.loads(json.dumps(state.view(puzzle.seat)))
    assert {move for move, answer in step["moves"].items() if answer["kind"] == "right"} == {
        *puzzle.right
    }
    assert setup_of(page)["game"]["seat"] == puzzle.seat
    assert setup_of(page)["game"]["names"][puzzle.seat] == "You"
    words = page[page.rindex("<noscript>") :]
    assert f"<code>{puzzle.right[0]}</code>" in words


def test_the_answer_says_why_and_what_the_other_moves_score(client: Client, puzzle: Puzzle) -> None:
    Puzzle.objects.update(why="It keeps the king.")
    (step,) = setup_of(client.get(puzzle.get_absolute_url()).content.decode())["steps"]
    right, wrong = (
        next(one for one in step["moves"].values() if one["kind"] == kind)
        for kind in ("right", "wrong")
    )
    assert right["text"].startswith(f"It keeps the king. It scores 50{PERCENT} on average;")
    assert wrong["text"] == f"It scores 30{PERCENT} on average; the best move 50{PERCENT}."


def test_the_api_has_the_puzzles_with_their_solutions(client: Client, puzzle: Puzzle) -> None:
    (listed,) = client.get("/api/v1/puzzles/?ruleset=ecarte").json()["results"]
    assert listed["id"] == puzzle.pk
    assert client.get("/api/v1/puzzles/?ruleset=kozel").json()["results"] == []
    found = client.get(f"/api/v1/puzzles/{puzzle.pk}/").json()
    assert found["right"] == puzzle.right
    assert set(found["right"]) <= set(found["legal"])
    assert found["view"]["hand"]
    (daily,) = client.get("/api/v1/puzzles/daily/").json()
    assert daily["puzzle"]["id"] == puzzle.pk
    assert client.get("/api/v1/puzzles/99999/").status_code == 404
