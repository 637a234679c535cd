"""The pages of tournaments: what they show, and who may do what."""

from typing import Any

import pytest

from arena.tournaments import entering, stages
from arena.tournaments.models import Tournament
from tests.arena.ending import end_without_result, settle
from tests.arena.tournaments.played_tournaments import (
    matches_of,
    open_tournament,
    play_all,
    waiting,
)

pytestmark = pytest.mark.django_db

FORM = {
    "name": "Winter cup",
    "description": "",
    "pairs": "2",
    "cycles": "1",
    "start_ms": "10000",
    "move_ms": "500",
    "bank_ms": "10000",
    "option_vulnerability": "seed",
    "option_dealer_min": "0",
    "option_target": "5",
}


@pytest.fixture
def tournament(alice: Any, versions: Any) -> Tournament:
    """Alice's, open, with four of her bots."""
    return open_tournament(alice, versions)


def main(response: Any) -> str:
    assert response.status_code == 200
    return str(response.content.decode().split("<main", 1)[1])


def state(tournament: Tournament) -> str:
    return Tournament.objects.get(pk=tournament.pk).state


def test_an_empty_list_says_so(client: Any, db: None) -> None:
    assert "No tournaments yet." in main(client.get("/tournaments/"))


def test_the_list_shows_each_with_state_and_entries(client: Any, tournament: Tournament) -> None:
    page = main(client.get("/tournaments/"))
    assert "Autumn cup" in page
    assert "open for entries" in page
    assert '<td class="num">4</td>' in page


def test_the_list_can_be_limited_to_a_game(client: Any, tournament: Tournament) -> None:
    assert "Autumn cup" in main(client.get("/tournaments/?game=ecarte"))
    assert "Autumn cup" not in main(client.get("/tournaments/?game=kozel"))


def test_the_list_is_paged_with_a_fixed_number_of_queries(
    client: Any, alice: Any, settings: Any, django_assert_num_queries: Any
) -> None:
    settings.PAGE_ROWS = 10
    settings.TOURNAMENTS_AT_ONCE = 12
    for number in range(12):
        open_tournament(alice, name=f"Cup {number}")
    with django_assert_num_queries(2):
        page = main(client.get("/tournaments/"))
    assert page.count("/tournaments/cup-") == 10
    assert main(client.get("/tournaments/?page=2")).count("/tournaments/cup-") == 2


def test_only_its_organiser_and_the_staff_can_see_a_draft(
    client: Any, alice: Any, bob: Any, admin_client: Any
) -> None:
    draft = stages.create(alice, "Secret cup", "ecarte", {})
    address = draft.get_absolute_url()
    for visitor in (None, bob):
        if visitor:
            client.force_login(visitor)
        assert client.get(address).status_code == 404
        assert "Secret cup" not in main(client.get("/tournaments/"))
    client.force_login(alice)
    assert "Secret cup" in main(client.get(address))
    assert "Secret cup" in main(client.get("/tournaments/"))
    assert "Secret cup" in main(admin_client.get(address))


def test_creating_one_needs_a_login(client: Any, db: None) -> None:
    assert client.get("/tournaments/new/").headers["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize("game", ["kozel", "svoi-kozyri", "ecarte", "whist"])
def test_the_form_offers_the_options_of_the_game(client: Any, alice: Any, game: str) -> None:
    from engine.rulesets import RULESETS

    client.force_login(alice)
    page = main(client.get(f"/tournaments/new/?game={game}"))
    for name in RULESETS.get(game, RULESETS["kozel"]).OPTIONS:
        assert f'name="option_{name}"' in page


def test_the_form_creates_a_draft(client: Any, alice: Any) -> None:
    client.force_login(alice)
    form = FORM | {"option_must_trump": "on", "option_target": "7", "move_ms": "90"}
    response = client.post("/tournaments/new/?game=ecarte", form)
    assert response.headers["Location"] == "/tournaments/winter-cup/"
    tournament = Tournament.objects.get()
    assert tournament.options == {"must_trump": True, "target": 7}
    assert (tournament.pairs, tournament.clock["move_ms"]) == (2, 90)
    assert (tournament.state, tournament.rated, tournament.organiser) == ("draft", False, alice)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("name", "", "This field is required."),
        ("pairs", "0", "at least 1"),
        ("cycles", "99", "at most 4"),
        ("move_ms", "1", "at least 10"),
        ("bank_ms", "forever", "Enter a whole number."),
        ("option_target", "1", "at least 2"),
        ("option_vulnerability", "all", "Select a valid choice"),
    ],
)
def test_an_error_in_the_form_is_shown_at_its_field(
    client: Any, alice: Any, field: str, value: str, message: str
) -> None:
    client.force_login(alice)
    page = main(client.post("/tournaments/new/?game=ecarte", FORM | {field: value}))
    assert message in page
    assert not Tournament.objects.exists()


def test_only_the_staff_is_offered_a_rated_one(client: Any, alice: Any, admin_client: Any) -> None:
    client.force_login(alice)
    assert 'name="rated"' not in main(client.get("/tournaments/new/"))
    client.post("/tournaments/new/?game=ecarte", FORM | {"rated": "on"})
    assert not Tournament.objects.get().rated
    assert 'name="rated"' in main(admin_client.get("/tournaments/new/"))
    admin_client.post("/tournaments/new/?game=ecarte", FORM | {"name": "Rated", "rated": "on"})
    assert Tournament.objects.get(name="Rated").rated


def test_its_organiser_edits_it_before_the_start(client: Any, tournament: Tournament) -> None:
    client.force_login(tournament.organiser)
    address = f"/tournaments/{tournament.slug}/edit/"
    assert 'value="Autumn cup"' in main(client.get(address))
    client.post(address, FORM | {"option_target": "9"})
    tournament.refresh_from_db()
    assert (tournament.name, tournament.options) == ("Winter cup", {"target": 9})


def test_after_the_start_editing_is_refused(client: Any, tournament: Tournament) -> None:
    stages.start(tournament)
    client.force_login(tournament.organiser)
    page = main(client.post(f"/tournaments/{tournament.slug}/edit/", FORM, follow=True))
    assert "has started" in page
    tournament.refresh_from_db()
    assert tournament.name == "Autumn cup"


@pytest.mark.parametrize("step", ["open", "start", "cancel", "edit"])
def test_only_the_organiser_and_the_staff_run_it(
    client: Any, bob: Any, admin_client: Any, tournament: Tournament, step: str
) -> None:
    address = f"/tournaments/{tournament.slug}/{step}/"
    assert client.post(address).headers["Location"].startswith("/accounts/login/")
    client.force_login(bob)
    assert client.post(address).status_code == 403
    assert state(tournament) == "open"
    assert admin_client.post(address, follow=True).status_code == 200


@pytest.mark.parametrize("step", ["open", "start", "cancel", "enter", "withdraw"])
def test_following_a_link_changes_nothing(client: Any, tournament: Tournament, step: str) -> None:
    client.force_login(tournament.organiser)
    assert client.get(f"/tournaments/{tournament.slug}/{step}/").status_code == 405
    assert state(tournament) == "open"


def test_the_organiser_opens_starts_and_cancels(client: Any, alice: Any, versions: Any) -> None:
    client.force_login(alice)
    draft = stages.create(alice, "Cup", "ecarte", {})
    for step, said, reached in (
        ("open", "bots can be entered", "open"),
        ("start", "at least 2 entries; this one has 0", "open"),
        ("cancel", "was cancelled", "cancelled"),
        ("start", "was cancelled", "cancelled"),
    ):
        page = main(client.post(f"/tournaments/{draft.slug}/{step}/", follow=True))
        assert said in page
        assert state(draft) == reached


def test_the_page_counts_what_will_be_played(client: Any, alice: Any, versions: Any) -> None:
    four = " ".join(main(client.get(open_tournament(alice, versions).get_absolute_url())).split())
    assert "With the 4 entries so far: 3 rounds, 6 matches, " in four
    page = main(client.get(open_tournament(alice, versions[:2]).get_absolute_url()))
    assert "With the 2 entries so far: 1 round, 1 match, " in " ".join(page.split())


def test_users_enter_and_withdraw_their_own_bots(
    client: Any, bob: Any, make_version: Any, tournament: Tournament
) -> None:
    bot = make_version(bob, ruleset="ecarte", name="knave").bot
    client.force_login(bob)
    assert "bob/knave" in main(client.get(tournament.get_absolute_url()))
    page = main(client.post(f"/tournaments/{tournament.slug}/enter/", {"bot": bot.pk}, follow=True))
    assert "bob/knave was entered." in page
    assert "bob/knave" in main(client.get(f"/tournaments/{tournament.slug}/entries/"))
    page = main(
        client.post(f"/tournaments/{tournament.slug}/withdraw/", {"bot": bot.pk}, follow=True)
    )
    assert "bob/knave was withdrawn." in page


def test_users_cannot_enter_or_withdraw_bots_of_others(
    client: Any, bob: Any, make_version: Any, tournament: Tournament
) -> None:
    bot = make_version(tournament.organiser, ruleset="ecarte").bot
    client.force_login(bob)
    address = f"/tournaments/{tournament.slug}/"
    assert client.post(address + "enter/", {"bot": bot.pk}).status_code == 404
    entering.enter(tournament, bot)
    assert client.post(address + "withdraw/", {"bot": bot.pk}).status_code == 403
    assert tournament.entries.filter(bot=bot).exists()


@pytest.mark.parametrize("bot", ["", "x", "-1", "9" * 30, "٣"])
def test_an_invalid_bot_is_not_found(client: Any, tournament: Tournament, bot: str) -> None:
    client.force_login(tournament.organiser)
    address = f"/tournaments/{tournament.slug}/"
    assert client.post(address + "enter/", {"bot": bot}).status_code == 404
    assert client.post(address + "withdraw/", {"bot": bot}).status_code == 404


def test_the_organiser_withdraws_any_bot(
    client: Any, bob: Any, make_version: Any, tournament: Tournament
) -> None:
    bot = make_version(bob, ruleset="ecarte").bot
    entering.enter(tournament, bot)
    client.force_login(tournament.organiser)
    client.post(f"/tournaments/{tournament.slug}/withdraw/", {"bot": bot.pk})
    assert not tournament.entries.filter(bot=bot).exists()


def test_before_the_start_the_page_says_what_will_be_played(
    client: Any, tournament: Tournament
) -> None:
    page = " ".join(main(client.get(tournament.get_absolute_url())).split())
    assert "3 rounds, 6 matches, 24 games" in page
    assert "Log in to enter a bot" in page


def test_a_running_tournament_shows_progress_standings_and_crosstable(
    client: Any, tournament: Tournament
) -> None:
    stages.start(tournament)
    play_all(tournament, but=2)
    page = main(client.get(tournament.get_absolute_url()))
    assert "4 of 6 matches have ended" in page
    assert "data-running" in page
    for match in matches_of(tournament):
        assert page.count(f'href="/matches/{match.pk}/"') == 2
    assert "match points" in page


def test_a_finished_tournament_no_longer_refreshes(client: Any, tournament: Tournament) -> None:
    stages.start(tournament)
    play_all(tournament)
    page = client.get(tournament.get_absolute_url()).content.decode()
    assert "data-running" not in page
    assert "live.js" not in page


def test_void_matches_are_shown(client: Any, tournament: Tournament) -> None:
    stages.start(tournament)
    play_all(tournament, but=1)
    settle(end_without_result(waiting(tournament)[0], "void"))
    page = main(client.get(tournament.get_absolute_url()))
    assert "1 match could not be played: it counts as a draw" in page
    assert "could not be played" in page.split("Crosstable", 1)[1]


def test_the_rounds_show_pairings_byes_and_scores(client: Any, alice: Any, versions: Any) -> None:
    tournament = open_tournament(alice, versions[:3])
    address = f"/tournaments/{tournament.slug}/rounds/"
    assert "paired when the tournament starts" in main(client.get(address))
    stages.start(tournament)
    play_all(tournament, but=1)
    page = main(client.get(address))
    assert page.count("has a bye") == 3
    assert page.count("<h2>Round") == 3
    assert page.count("3 : 1") + page.count("1 : 3") == 2
    assert "queued" in page


def test_queries_do_not_grow_with_the_entries(
    client: Any, make_version: Any, alice: Any, django_assert_max_num_queries: Any
) -> None:
    for count in (3, 9):
        versions = [make_version(alice, ruleset="ecarte") for _ in range(count)]
        tournament = open_tournament(alice, versions, name=f"Cup of {count}")
        for phase in ("open", "running", "finished"):
            if phase == "running":
                stages.start(tournament)
            if phase == "finished":
                play_all(tournament)
            for part in ("", "rounds/", "entries/"):
                with django_assert_max_num_queries(4):
                    main(client.get(f"/tournaments/{tournament.slug}/{part}"))


def test_a_crosstable_of_forty_entries_is_complete(
    client: Any, make_version: Any, alice: Any
) -> None:
    versions = [make_version(alice, ruleset="ecarte") for _ in range(40)]
    tournament = open_tournament(alice, versions)
    stages.start(tournament)
    page = main(client.get(tournament.get_absolute_url()))
    assert page.count('<td class="self">') == 40
    assert page.count('class="queued"') == 40


def test_the_crosstable_is_exported(client: Any, tournament: Tournament) -> None:
    stages.start(tournament)
    response = client.get(f"/tournaments/{tournament.slug}/crosstable.csv")
    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert len(response.content.decode().splitlines()) == 5
    data = client.get(f"/tournaments/{tournament.slug}/crosstable.json").json()
    assert len(data["standings"]) == 4


@pytest.mark.parametrize("part", ["", "rounds/", "entries/", "crosstable.csv", "crosstable.json"])
def test_an_unknown_tournament_is_not_found(client: Any, db: None, part: str) -> None:
    assert client.get(f"/tournaments/nothing/{part}").status_code == 404


def test_texts_of_users_are_escaped(client: Any, alice: Any) -> None:
    tournament = open_tournament(alice, name="<b>Cup</b>", description="<script>alert(1)</script>")
    for part in ("", "rounds/", "entries/"):
        page = client.get(f"/tournaments/{tournament.slug}/{part}").content.decode()
        assert "<b>Cup" not in page
        assert "<script>alert" not in page
