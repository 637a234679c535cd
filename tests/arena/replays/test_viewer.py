"""The pages that show a replay: a match, the embedded replay, the list of moves, the rules."""

import json
import re
from typing import Any

import pytest
from django.urls import reverse

from arena.games.labels import GAMES
from arena.matches.models import Match
from tests.arena.playing import claim, finish, make_match, played

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(make_version: Any, alice: Any, bob: Any) -> Match:
    """A finished one of Kozel."""
    match = make_match(make_version(alice), make_version(bob))
    return finish(match)


def setup_of(page: str) -> dict[str, Any]:
    found = re.search(r'id="replay-setup" type="application/json">(.*?)</script>', page)
    assert found
    return json.loads(found[1])


def test_only_the_embedded_replay_may_be_framed(client: Any, match: Match) -> None:
    embedded = client.get(reverse("matches:embed", args=[match.pk]))
    assert "X-Frame-Options" not in embedded
    assert setup_of(embedded.text)["mode"] == "embed"
    assert embedded["Content-Security-Policy"].endswith("frame-ancestors *")
    assert client.get(match.get_absolute_url())["X-Frame-Options"] == "DENY"


def test_the_moves_of_a_game_are_listed(client: Any, match: Match) -> None:
    page = client.get(reverse("matches:moves", args=[match.pk, 2])).text
    record = played(match).record
    assert page.count("<tr>") == 1 + len(record["games"][1]["moves"])
    assert re.search("lead (10|[6-9JQKA])[♣♦♥♠]", page)
    assert client.get(reverse("matches:moves", args=[match.pk, 3])).status_code == 404


def test_a_match_in_a_variant_is_shown_with_the_table_of_its_game(
    client: Any, versions: Any
) -> None:
    match = make_match(*versions, ruleset="ecarte/classic")
    assert "/ecarte/table.js" in setup_of(client.get(match.get_absolute_url()).text)["table"]


@pytest.mark.parametrize("name", ["embed", "moves", "results", "choices"])
def test_a_match_in_play_has_only_its_live_feed(
    client: Any, make_version: Any, alice: Any, bob: Any, name: str
) -> None:
    match = make_match(make_version(alice), make_version(bob))
    claim(match)
    client.force_login(alice)
    arguments = [match.pk, 1] if name in ("moves", "choices") else [match.pk]
    assert client.get(reverse(f"matches:{name}", args=arguments)).status_code == 404
    page = client.get(match.get_absolute_url()).text
    setup = setup_of(page)
    assert setup["mode"] == "live"
    assert {"frames", "check", "logs"}.isdisjoint(setup)
    assert bytes(match.seed).hex() not in page


def test_a_long_match_lists_its_games_page_by_page(
    client: Any, make_version: Any, alice: Any, bob: Any
) -> None:
    versions = [make_version(owner, ruleset="ecarte") for owner in (alice, bob)]
    match = make_match(*versions, pairs=30)
    finish(match)
    first = client.get(match.get_absolute_url()).text
    second = client.get(match.get_absolute_url(), {"games": 2}).text
    assert 'href="#g50">50<' in first and 'href="#g51">51<' not in first
    assert 'href="#g60">60<' in second and 'href="#g50">50<' not in second
    # The pages are cut by games, and each begins with the leg of its first game.
    legs = [">First games</th>", ">Mirrored games, by new processes</th>"]
    assert first.index(legs[0]) < first.index(legs[1])
    assert [leg in second for leg in legs] == [False, True]


def test_each_game_leads_to_the_other_game_of_its_pair(
    client: Any, make_version: Any, alice: Any, bob: Any
) -> None:
    versions = [make_version(owner, ruleset="ecarte") for owner in (alice, bob)]
    match = finish(make_match(*versions, pairs=2))
    page = client.get(match.get_absolute_url()).text
    for number, other in ((1, "mirrored: game 3"), (2, "mirrored: game 4")):
        assert f'<a class="muted" href="#g{number + 2}">{other}</a>' in page
    for number, other in ((1, "first: game 1"), (2, "first: game 2")):
        assert f'<a class="muted" href="#g{number}">{other}</a>' in page
    moves = client.get(reverse("matches:moves", args=[match.pk, 4])).text
    assert "mirrored game of pair 2" in moves
    assert reverse("matches:moves", args=[match.pk, 2]) in moves


def test_the_examples_of_the_rules_show_what_matters(client: Any) -> None:
    texts = {}
    for name in GAMES:
        game = client.get(reverse("pages:example", args=[name])).json()
        texts[name] = [move["text"] for move in game["moves"]]
        assert len(game["frames"]) == len(game["moves"]) + 1
    kozel = texts["kozel"]
    assert "molodka" in kozel
    assert any(text.startswith("drop ") for text in kozel)
    assert any(text.startswith("beat ") and len(text.split()) > 2 for text in kozel)
    assert texts["svoi-kozyri"].count("take") > 1
    assert {"propose", "accept", "refuse"} <= set(texts["ecarte"])
    assert any(text.endswith(" king") for text in texts["ecarte"])


def test_an_example_is_shown_as_a_seat_sees_it(client: Any) -> None:
    address = reverse("pages:example", args=["ecarte"])
    assert client.get(address, {"seat": 1}).json()["frames"][0]["stock"] == 21
    assert client.get(address, {"seat": 2}).status_code == 404
    assert client.get(reverse("pages:example", args=["chess"])).status_code == 404
