"""The preview, the bracket, the standings by round and the audit trail as pages."""

from typing import Any

import pytest

from arena.tournaments import arbiter, entering, stages
from arena.tournaments.models import Tournament
from tests.arena.ending import end_without_result, settle
from tests.arena.tournaments.played_tournaments import open_tournament, play, play_all, waiting

pytestmark = pytest.mark.django_db


BOTS = 5


def main(response: Any) -> str:
    assert response.status_code == 200
    return " ".join(response.content.decode().split("<main", 1)[1].split())


def page(client: Any, tournament: Tournament, part: str = "") -> str:
    return main(client.get(f"/tournaments/{tournament.slug}/{part}"))


@pytest.mark.parametrize(
    ("system", "rounds", "matches"),
    [
        ("round-robin", 5, 10),
        ("swiss", 3, 6),
        ("single-elimination", 3, 4),
        ("double-elimination", 6, 8),
        ("groups", 5, 7),
    ],
)
def test_the_preview_says_what_will_be_played_and_plays_it(
    client: Any, alice: Any, versions: Any, system: str, rounds: int, matches: int
) -> None:
    tournament = open_tournament(alice, versions, system=system)
    text = page(client, tournament, "preview/")
    assert f"<dt>Rounds</dt><dd>{rounds}</dd>" in text
    assert f"<dt>Matches</dt><dd>{matches}" in text
    assert "A simulated run" in text
    assert str(versions[4].bot) in text
    assert "unknown: no match of this game" in text
    assert tournament.pairings.count() == 0
    other = page(client, tournament, "preview/?run=2")
    assert other.split("A simulated run")[1] != text.split("A simulated run")[1]
    stages.start(tournament)
    assert client.get(f"/tournaments/{tournament.slug}/preview/").status_code == 302


def test_the_preview_estimates_the_duration_from_recent_games(
    client: Any, alice: Any, versions: Any
) -> None:
    from datetime import timedelta

    from django.utils import timezone

    from arena.matches.models import Match

    first = open_tournament(alice, versions[:2], name="First")
    stages.start(first)
    play_all(first)
    now = timezone.now()
    Match.objects.update(started=now - timedelta(seconds=8), finished=now)
    tournament = open_tournament(alice, versions[:4])
    # Four games took 8 s: six matches of four games each, one at a time.
    text = page(client, tournament, "preview/")
    assert "about 0:00:48 (recent games took 2.00 s)" in text
    assert "1 match at a time" in text


@pytest.mark.parametrize("entries", ["1", "0", "9999", "x", "-3"])
def test_an_invalid_number_of_entries_breaks_nothing(
    client: Any, alice: Any, versions: Any, entries: str
) -> None:
    tournament = open_tournament(alice, versions[:1], system="groups")
    text = page(client, tournament, f"preview/?entries={entries}&run=x")
    assert "cannot be played with" in text or "(made up)" in text


def test_a_large_field_has_a_forecast_without_a_simulation(client: Any, alice: Any) -> None:
    text = page(client, open_tournament(alice), "preview/?entries=300")
    assert "<dd>44850" in text
    assert "is shown for up to 64 entries" in text


@pytest.mark.parametrize("n", [8, 64])
def test_a_bracket_is_shown_as_lists_of_rounds_and_matches(client: Any, alice: Any, n: int) -> None:
    tournament = open_tournament(alice, system="single-elimination")
    text = page(client, tournament, f"preview/?entries={n}")
    assert text.count('<div class="match">') == n - 1
    assert text.count('<ol class="boxes">') == n.bit_length() - 1
    assert "Semi-finals</h3>" in text
    assert "Final</h3>" in text


def test_a_running_bracket_shows_where_entries_come_from(
    client: Any, alice: Any, versions: Any
) -> None:
    tournament = open_tournament(alice, versions[:4], system="double-elimination", tiebreak_pairs=0)
    stages.start(tournament)
    first, second = waiting(tournament)
    text = page(client, tournament)
    assert "winner of 1" in text
    assert "loser of 1" in text
    assert "queued</a>" in text
    play(first, first.pairs)
    settle(end_without_result(second, "void"))
    text = page(client, tournament)
    assert "drawn to the end: the better seed advances" in text
    assert "could not be played: the better seed advances" in text
    assert "Losers’ round 1</h3>" in text


def test_the_standings_of_a_swiss_are_shown_by_round(
    client: Any, alice: Any, versions: Any
) -> None:
    tournament = open_tournament(alice, versions, system="swiss")
    stages.start(tournament)
    play_all(tournament, but=2)
    text = page(client, tournament)
    assert '<a href="?round=1">1</a>' in text
    assert "BH-1" in text
    early = page(client, tournament, "?round=1")
    assert "Standings after round 1" in early
    assert page(client, tournament, "?round=99") == text


def test_the_history_shows_who_did_what_and_why(
    client: Any, alice: Any, versions: Any, make_version: Any
) -> None:
    tournament = open_tournament(alice, versions[1:])
    entering.enter(tournament, versions[0].bot)
    client.force_login(alice)
    address = f"/tournaments/{tournament.slug}/"
    client.post(address + "start/")
    client.post(address + "pause/", {"reason": "lunch"})
    client.post(address + "resume/")
    bot = versions[0].bot
    client.post(address + "disqualify/", {"bot": bot.pk, "reason": "<b>cheats</b>"})
    text = page(client, tournament, "history/")
    for word in ("created", "opened for entries", "entered", "started", "paused", "lunch"):
        assert word in text
    assert "&lt;b&gt;cheats" in text
    assert str(bot) in text
    assert "disqualified" in page(client, tournament, "entries/")


def test_the_organiser_seeds_on_the_page_of_the_entries(
    client: Any, alice: Any, versions: Any
) -> None:
    tournament = open_tournament(alice, versions)
    client.force_login(alice)
    assert "Seed by hand" in page(client, tournament, "entries/")
    entry = tournament.entries.get(bot=versions[2].bot)
    client.post(f"/tournaments/{tournament.slug}/seed/", {f"seed_{entry.pk}": "1"})
    tournament.refresh_from_db()
    assert tournament.seeding == "hand"
    assert "seed 1" in page(client, tournament, "entries/")


def test_a_void_match_is_replayed_from_the_page_of_the_rounds(
    client: Any, alice: Any, versions: Any
) -> None:
    tournament = open_tournament(alice, versions[:4])
    stages.start(tournament)
    first, _ = waiting(tournament)
    settle(end_without_result(first, "void"))
    assert "Replay the match" not in page(client, tournament, "rounds/")
    client.force_login(alice)
    assert "Replay the match" in page(client, tournament, "rounds/")
    client.post(f"/tournaments/{tournament.slug}/replay/", {"match": first.pk})
    first.refresh_from_db()
    assert first.state == "queued"


@pytest.mark.parametrize("step", ["pause", "resume", "disqualify", "replay", "seed"])
def test_only_the_organiser_and_the_staff_can_act(
    client: Any, alice: Any, bob: Any, versions: Any, step: str
) -> None:
    tournament = open_tournament(alice, versions)
    stages.start(tournament)
    client.force_login(bob)
    assert client.post(f"/tournaments/{tournament.slug}/{step}/").status_code == 403
    assert client.get(f"/tournaments/{tournament.slug}/{step}/").status_code == 405


@pytest.mark.parametrize("system", ["swiss", "double-elimination", "groups"])
def test_every_system_is_exported(client: Any, alice: Any, versions: Any, system: str) -> None:
    tournament = open_tournament(alice, versions, system=system)
    stages.start(tournament)
    arbiter.disqualify(tournament, versions[4].bot)
    play_all(tournament, but=1)
    csv = client.get(f"/tournaments/{tournament.slug}/crosstable.csv").content.decode()
    assert len(csv.splitlines()) == 6
    assert "disqualified" in csv
    data = client.get(f"/tournaments/{tournament.slug}/crosstable.json").json()
    assert data["system"] == system
    assert len(data["standings"]) == 5
    assert bool(data["bracket"]) == (system != "swiss")
    assert client.get(f"/api/v1/tournaments/{tournament.slug}/crosstable/").json() == data


def test_the_form_creates_a_scheduled_swiss_with_its_own_tie_breaks(
    client: Any, alice: Any
) -> None:
    client.force_login(alice)
    form = {
        "name": "Friday",
        "description": "",
        "pairs": "2",
        "system": "swiss",
        "seeding": "rating",
        "rounds": "5",
        "tie_break_1": "wins",
        "tie_break_2": "buchholz",
        "starts": "2031-05-02T18:30",
        "repeat": "604800",
        "start_ms": "10000",
        "move_ms": "500",
        "bank_ms": "10000",
        "option_vulnerability": "seed",
        "option_dealer_min": "0",
        "option_target": "5",
    }
    client.post("/tournaments/new/?game=ecarte", form)
    tournament = Tournament.objects.get()
    assert (tournament.system, tournament.rounds, tournament.seeding) == ("swiss", 5, "rating")
    assert tournament.tie_breaks == ["wins", "buchholz"]
    assert (tournament.repeat, tournament.starts.isoformat()) == (
        604_800,
        "2031-05-02T18:30:00+00:00",
    )
    assert tournament.tiebreak_pairs == 5
    assert 'value="2031-05-02T18:30"' in main(client.get(f"/tournaments/{tournament.slug}/edit/"))
