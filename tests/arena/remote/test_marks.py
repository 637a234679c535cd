"""Where a remote bot is shown, pages and the API say "remote", and no game is called mirrored."""

from typing import Any
from uuid import uuid4

import pytest

from arena.matches import queue
from arena.matches.models import Match
from arena.remote import creation, presence
from arena.replays import viewer
from arena.tournaments import entering, stages
from referee.play.clock import Clock

pytestmark = pytest.mark.django_db

BADGE = '<span class="badge">remote</span>'


@pytest.fixture
def bot(alice: Any) -> Any:
    return creation.create(alice, "ecarte", "gpu")


@pytest.mark.parametrize("system", ["round-robin", "swiss", "single-elimination"])
def test_a_tournament_marks_its_remote_entries(
    client: Any, alice: Any, bob: Any, bot: Any, make_version: Any, system: str
) -> None:
    made = stages.create(
        alice, "Open", "ecarte", options={}, clock=Clock(), system=system, allow_remote=True
    )
    stages.open_(made)
    entering.enter(made, bot)
    entering.enter(made, make_version(bob, ruleset="ecarte").bot)
    stages.start(made)
    for page in ("", "entries/", "rounds/"):
        text = client.get(f"/tournaments/{made.slug}/{page}").content.decode()
        assert BADGE in text, page
    address = f"/api/v1/tournaments/{made.slug}"
    entries = client.get(f"{address}/entries/").json()["results"]
    assert {entry["bot"]: entry["remote"] for entry in entries}["alice/gpu"] is True
    tables = client.get(f"{address}/crosstable/").json()
    assert sorted(row["remote"] for row in tables["standings"]) == [False, True]
    sides = [
        side
        for branch in tables["bracket"]
        for level in branch["levels"]
        for box in level["matches"]
        for side in box["sides"]
    ]
    assert bool(sides) == (system == "single-elimination")
    assert all(side["remote"] == (side["bot"] == "alice/gpu") for side in sides)


def test_no_game_of_a_match_with_a_remote_bot_is_called_mirrored(
    client: Any, bob: Any, bot: Any, make_version: Any
) -> None:
    other = make_version(bob, ruleset="ecarte")
    wanted = {"pairs": 1, "clock": Clock(), "queue": "table", "rated": False}
    match = queue.create("ecarte", {}, bot.active, other, **wanted)
    setup = viewer.for_replay(Match.objects.named().get(pk=match.pk), [])
    assert setup["remote"] == ["alice/gpu"]
    said = [text for key, text in setup["texts"].items() if "irrored" in text]
    assert said == []
    page = client.get(match.get_absolute_url()).content.decode()
    assert BADGE in page
    usual = queue.create("ecarte", {}, other, other, **wanted)
    setup = viewer.for_replay(Match.objects.named().get(pk=usual.pk), [])
    assert setup["texts"]["to leg 1"] == "Mirrored game" and "remote" not in setup


def test_a_table_shows_that_its_remote_bot_is_away(
    client: Any, bob: Any, bot: Any, django_capture_on_commit_callbacks: Any
) -> None:
    connection = presence.connect(bot, uuid4(), games=1)
    client.force_login(bob)
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "alice/gpu"}]
    answer = client.post(
        "/api/v1/tables/", {"ruleset": "ecarte", "seats": seats}, content_type="application/json"
    )
    code = answer.json()["code"]

    def seat() -> Any:
        return client.get(f"/api/v1/tables/{code}/").json()["now"]["seats"][1]

    assert (seat()["remote"], seat()["away"]) == (True, False)
    presence.disconnect(bot.pk, connection.key)
    assert seat()["away"] is True
    presence.connect(bot, connection.program, games=1)
    assert seat()["away"] is False
