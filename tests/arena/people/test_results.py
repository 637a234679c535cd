"""Which games at tables are rated, and for whom."""

from datetime import UTC, datetime
from typing import Any

import pytest

from arena.accounts.models import User
from arena.bots.models import Bot
from arena.people import results
from arena.people.models import Participant, Player, PoolRefresh, TableResult
from arena.people.results import Sitter
from tests.arena.people.tables import play

pytestmark = pytest.mark.django_db

SOON = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)
LATER = datetime(2026, 1, 1, 12, 5, tzinfo=UTC)


@pytest.fixture
def bot(make_bot: Any, bob: User) -> Bot:
    bot: Bot = make_bot(bob, ruleset="ecarte")
    return bot


def rated_seats(result: TableResult) -> list[int]:
    rated = result.participants.filter(rated=True)
    return list(rated.order_by("seat").values_list("seat", flat=True))


def test_a_result_is_stored_once(make_person: Any, bot: Bot) -> None:
    carol = make_person("carol")
    sitters = [Sitter(carol), Sitter(bot=bot)]

    def add() -> bool:
        return results.add(
            "abc", "ecarte", {}, sitters, (0, 1), reason="normal", finished=SOON, rated=True
        )

    assert [add(), add()] == [True, False]
    lost, won = Participant.objects.order_by("seat")
    assert (lost.player, lost.score, won.bot, won.score) == (carol, 0, bot, 1)
    assert PoolRefresh.objects.get().results == 1


def test_a_game_that_both_lost_is_a_draw(make_person: Any, bot: Bot) -> None:
    sitters = [Sitter(make_person("carol")), Sitter(bot=bot)]
    results.add("abc", "ecarte", {}, sitters, (0, 0), reason="start", finished=SOON)
    assert [one.score for one in Participant.objects.all()] == [0.5, 0.5]


@pytest.mark.parametrize(
    ("ruleset", "options", "pool"),
    [
        ("ecarte", {}, "ecarte"),
        ("ecarte/classic", {}, "ecarte/classic"),
        ("ecarte", {"must_trump": True, "vulnerability": "classic"}, "ecarte/classic"),
        ("ecarte", {"must_trump": True}, ""),
    ],
)
def test_named_variants_have_pools_and_other_options_are_unrated(
    make_person: Any, bot: Bot, ruleset: str, options: dict[str, Any], pool: str
) -> None:
    result = play(make_person("carol"), bot, ruleset=ruleset, options=options)
    assert (result.ruleset, result.pool, result.rated) == ("ecarte", pool, bool(pool))


def test_games_that_prove_nothing_are_unrated(make_person: Any, make_bot: Any, bot: Bot) -> None:
    carol, guest = make_person("carol"), Player.objects.create(key="k", guest_name="Guest 1")
    own = make_bot(carol.user, ruleset="ecarte")
    for sitters in ([carol, own], [guest, bot], [bot, bot], [carol, carol], [carol, Sitter()]):
        result = play(*sitters)
        assert not result.rated
        assert rated_seats(result) == []
    assert not play(carol, bot, rated=False).rated
    assert not PoolRefresh.objects.exists()


class TestLeaving:
    """Kozel: Carol and Dora sit opposite Erin and a bot."""

    @pytest.fixture
    def seats(self, make_person: Any, bot: Bot) -> list[Sitter]:
        carol, dora, erin = (make_person(name) for name in ("carol", "dora", "erin"))
        return [Sitter(carol), Sitter(erin), Sitter(dora), Sitter(bot=bot)]

    def leave(self, seats: list[Sitter], seat: int, when: datetime) -> None:
        seats[seat] = Sitter(seats[seat].player, left=when)

    def test_who_resigns_loses_alone(self, seats: list[Sitter]) -> None:
        result = play(*seats, ruleset="kozel", score=0.0, reason="resign", at_fault=2)
        assert rated_seats(result) == [1, 2, 3]
        assert result.rated_score == 0

    def test_who_leaves_has_lost_whatever_the_stand_in_achieves(self, seats: list[Sitter]) -> None:
        self.leave(seats, 0, SOON)
        result = play(*seats, ruleset="kozel", score=1.0)
        assert rated_seats(result) == [0, 1, 3]
        assert result.rated_score == 0
        scores = [one.score for one in result.participants.all()]
        assert scores == [0, 0, 1, 0]  # Dora and the stand-in have won

    def test_who_left_first_has_lost(self, seats: list[Sitter]) -> None:
        self.leave(seats, 0, LATER)
        self.leave(seats, 1, SOON)
        result = play(*seats, ruleset="kozel", score=0.0)
        assert rated_seats(result) == [1, 2]
        assert result.rated_score == 1

    def test_without_anybody_left_to_win_nobody_is_rated(
        self, seats: list[Sitter], make_person: Any
    ) -> None:
        seats[3] = Sitter(make_person("fay"), left=LATER)
        self.leave(seats, 0, SOON)
        self.leave(seats, 1, LATER)
        assert not play(*seats, ruleset="kozel").rated

    def test_a_bot_that_fails_costs_its_partner_nothing(
        self, seats: list[Sitter], bot: Bot
    ) -> None:
        result = play(*seats, ruleset="kozel", score=1.0, reason="crash", at_fault=3)
        assert rated_seats(result) == [0, 2, 3]


def test_results_of_a_guest_follow_him_and_stay_unrated(make_person: Any, bot: Bot) -> None:
    guest = Player.objects.create(key="k", guest_name="Guest 1")
    result = play(guest, bot)
    carol = make_person("carol")
    results.move(guest, carol)
    assert result.participants.get(seat=0).player == carol
    assert not result.participants.get(seat=0).rated
    guest.delete()
