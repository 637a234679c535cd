"""The analysis as a page, without JavaScript, and what other pages show of it."""

import gzip
import json
from typing import Any

import pytest

from arena.analysis import queue
from arena.analysis.models import Analysis, GameOfTheDay
from arena.analysis.running import Analysing
from arena.matches.models import Match
from arena.people.models import Player
from arena.tables.models import Entry, Table
from engine.randomness import commitment, pair_seed
from engine.record import replay
from engine.rulesets import ruleset
from tests.arena.playing import finish, make_match, played

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(versions: Any) -> Match:
    return finish(make_match(*versions))


def page(client: Any, match: Match, game: int = 1) -> str:
    return client.get(f"/matches/{match.pk}/games/{game}/analysis/").content.decode()


def analysed(client: Any, match: Match, game: int = 1) -> str:
    client.post(f"/matches/{match.pk}/games/{game}/analysis/")
    assert Analysing().step()
    return page(client, match, game)


def test_a_form_asks_and_the_page_waits_and_then_lists_the_mistakes(
    client: Any, match: Match, answers: None
) -> None:
    assert "Analyse this game" in page(client, match)
    answer = client.post(f"/matches/{match.pk}/games/1/analysis/")
    assert answer.status_code == 302
    waiting = client.get(answer["Location"]).content.decode()
    assert "position <strong>1</strong>" in waiting
    assert '<meta http-equiv="refresh" content="5">' in waiting
    assert "Analyse this game" not in waiting
    queue.claim()
    assert "0 % of its moves" in page(client, match)
    queue.lose()
    Analysing().step()
    done = page(client, match)
    assert "refresh" not in done
    assert f'<a href="/matches/{match.pk}/#g1m2">2</a>' in done
    for words in ("card K♣", "card 7♣", "0.500 ± 0.010", "The king is safer later."):
        assert words in done
    assert "A: alice/bold" in done
    assert "B: alice/bold" in analysed(client, match, 2)  # the mirrored game


def test_luck_is_a_mean_and_a_loss_without_samples_has_no_error(
    client: Any, match: Match, answers: None
) -> None:
    analysed(client, match)
    analysis = Analysis.objects.get()
    result = analysis.content
    result["open_curve"] = result["curve"]
    for decision in result["decisions"]:
        decision["error"] = 0.0
    for side in result["sides"]:
        side |= {"decisions": 8, "luck": 2.0, "error": 0.1}
    analysis.result = gzip.compress(json.dumps(result).encode())
    analysis.save()
    done = page(client, match)
    assert "Mean luck" in done and '<td class="num">0.250</td>' in done
    assert '<td class="num">0.500</td>' in done and "0.500 ± 0.000" not in done


def test_what_cannot_be_analysed_is_said_in_words(client: Any, versions: Any) -> None:
    queued = make_match(*versions)
    answer = client.get(f"/matches/{queued.pk}/games/1/analysis/")
    assert answer.status_code == 409
    assert "Only finished games are analysed." in answer.content.decode()
    assert client.get(f"/matches/{finish(queued).pk}/games/3/analysis/").status_code == 404


def test_a_failed_analysis_says_why_and_can_be_asked_for_again(client: Any, match: Match) -> None:
    client.post(f"/matches/{match.pk}/games/1/analysis/")
    Analysis.objects.update(state="failed", error="its analysis took too long")
    shown = page(client, match)
    assert "its analysis took too long" in shown
    assert "Analyse this game" in shown


def test_an_older_analysis_is_shown_until_somebody_asks_again(
    client: Any, match: Match, answers: None
) -> None:
    analysed(client, match)
    Analysis.objects.update(version="older")
    address = f"/api/v1/matches/{match.pk}/games/1/analysis/"
    shown = client.get(address).json()
    assert (shown["state"], shown["version"]) == ("done", "older")
    assert client.post(address).json()["state"] == "queued"
    assert client.get(address).json()["state"] == "queued"


def test_a_client_that_has_the_analysis_is_not_sent_it_again(
    client: Any, match: Match, answers: None
) -> None:
    analysed(client, match)
    address = f"/api/v1/matches/{match.pk}/games/1/analysis/"
    first = client.get(address)
    assert first.json()["result"]["decisions"][0]["better"] == "card 7C"
    again = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_the_replay_has_the_addresses_of_its_analysis(client: Any, match: Match) -> None:
    content = client.get(match.get_absolute_url()).content.decode()
    setup = content.split('id="replay-setup" type="application/json">')[1].split("</script>")[0]
    assert json.loads(setup)["analysis"] == {
        "api": f"/api/v1/matches/{match.pk}/games/0/analysis/",
        "page": f"/matches/{match.pk}/games/0/analysis/",
        "position": f"/matches/{match.pk}/games/0/position.json",
        "solve": None,
    }
    assert 'data-part="analysis"' in content
    assert (
        "analysis"
        not in client.get(f"/matches/{match.pk}/embed")
        .content.decode()
        .split('data-part="analysis"')[1:]
    )


def test_the_list_of_moves_leads_to_the_analysis(client: Any, match: Match, settings: Any) -> None:
    link = f'href="/matches/{match.pk}/games/2/analysis/"'
    assert link in client.get(f"/matches/{match.pk}/games/2/").content.decode()
    settings.ANALYSIS = False
    assert link not in client.get(f"/matches/{match.pk}/games/2/").content.decode()


def test_the_staff_see_the_queue_and_change_nothing(client: Any, match: Match, alice: Any) -> None:
    client.post(f"/matches/{match.pk}/games/1/analysis/")
    alice.is_staff = alice.is_superuser = True
    alice.save()
    client.force_login(alice)
    listed = client.get("/admin/analysis/analysis/").content.decode()
    assert f"analysis of game 1 of match {match.pk}" in listed
    assert client.get("/admin/analysis/analysis/add/").status_code == 403
    assert client.get("/admin/analysis/gameoftheday/").status_code == 200


def test_the_position_after_any_move_can_be_read(client: Any, match: Match) -> None:
    address = f"/matches/{match.pk}/games/2/position.json"
    states = [state.position() for _, state in replay(played(match).record, 1)]
    for made in (0, 3, len(states) - 1):
        found = client.get(address, {"move": made}).json()
        assert (found["position"], found["over"]) == (states[made], made == len(states) - 1)
    for wrong in (str(len(states)), "-1", "x", "9" * 20):
        assert client.get(address, {"move": wrong}).status_code == 404


def test_the_accuracy_of_a_bot_is_on_its_page(client: Any, match: Match, answers: None) -> None:
    bot = match.version0.bot
    assert "Accuracy" not in client.get(bot.get_absolute_url()).content.decode()
    for game in (1, 2):
        analysed(client, match, game)
    shown = " ".join(client.get(bot.get_absolute_url()).content.decode().split())
    assert "Accuracy of v1: mean loss 0.183 ± " in shown
    assert "over 3 decisions of 2 analysed games." in shown
    Analysis.objects.update(version="older")
    assert "Accuracy" not in client.get(bot.get_absolute_url()).content.decode()


def test_the_games_of_the_day_are_on_the_home_page_and_in_the_api(
    client: Any, match: Match
) -> None:
    assert "Games of the day" not in client.get("/").content.decode()
    day = match.finished.date()
    for place, chosen in ((1, False), (2, True)):
        GameOfTheDay.objects.create(
            ruleset="ecarte",
            day=day,
            match=match,
            game=place,
            swing=2.5,
            place=place,
            chosen=chosen,
        )
    home = client.get("/").content.decode()
    assert f'href="/matches/{match.pk}/#g2"' in home
    assert f'href="/matches/{match.pk}/#g1"' not in home
    [listed] = client.get("/api/v1/games-of-the-day/").json()["results"]
    assert (listed["match"], listed["game"], listed["day"]) == (match.pk, 2, day.isoformat())
    assert listed["url"].endswith(f"/matches/{match.pk}/#g2")
    assert client.get("/api/v1/games-of-the-day/?ruleset=kozel").json()["results"] == []
    assert client.get("/api/v1/games-of-the-day/?ruleset=belote").status_code == 400


@pytest.fixture
def table(versions: Any) -> Table:
    """A game of a person and a bot that is over."""
    seed = bytes(range(32))
    table = Table.objects.create(
        ruleset="ecarte", seed=seed, commitment=commitment(seed), state="over", reason="normal"
    )
    table.seats.create(number=0, player=Player.objects.create(key="k", guest_name="ann"))
    table.seats.create(number=1, version=versions[0])
    state = ruleset("ecarte").start(pair_seed(seed, 0))
    number = 1
    at = table.created
    table.log.create(number=number, kind=Entry.Kind.START, at=at)
    while state.seat is not None:
        move = state.legal()[0]
        number += 1
        data = {"text": state.text(move), "ms": 5}
        table.log.create(number=number, kind=Entry.Kind.MOVE, seat=state.seat, data=data, at=at)
        state.play(move)
    table.score0, table.score1 = state.scores()
    table.started = table.finished = at
    table.entries = number
    table.save()
    return table


def test_a_game_with_people_is_analysed_too(client: Any, table: Table, answers: None) -> None:
    replay_page = client.get(f"/tables/{table.code}/replay/").content.decode()
    assert f'"api": "/api/v1/tables/{table.code}/analysis/"' in replay_page
    answer = client.post(f"/api/v1/tables/{table.code}/analysis/")
    assert (answer.status_code, answer.json()["state"]) == (202, "queued")
    assert Analysing().step()
    shown = client.get(f"/tables/{table.code}/analysis/").content.decode()
    assert f'<a href="/tables/{table.code}/replay/#g1m2">2</a>' in shown
    assert "A: ann" in shown
    # The bot of a table has met no equal, so its accuracy does not count.
    assert not Analysis.objects.get().sides.exists()
    position = client.get(f"/tables/{table.code}/position.json?move=1").json()
    assert position["ruleset"] == "ecarte"
