"""What the author of a bot sees of its games with people: faults, and reported moves."""

from typing import Any

import pytest

from arena.tables import log
from arena.tables.models import BotFault, Table
from arena.tables.seats import reporting
from tests.arena.tables.making import answer_first, make_table

pytestmark = pytest.mark.django_db
PAGE = "/bots/alice/bold/"


@pytest.fixture
def table(make_version: Any, alice: Any) -> Table:
    """A table at which the bot's first move was reported, and its next one was a fault."""
    version = make_version(alice, ruleset="svoi-kozyri", name="bold")
    table = make_table("svoi-kozyri", [None, None])
    answer_first(table)
    answer_first(table)
    table.seats.filter(number=1).update(player=None, version=version)
    with log.locked(table.code) as row:
        player = row.seats.get(number=0).player
        reporting.report_move(row, player, 2, "<b>odd</b>")
    BotFault.objects.create(
        table=table,
        seat=1,
        version=version,
        move=2,
        reason="crash",
        detail="exit code 1",
        cause="IndexError in main.py, line 3",
        request='{"type":"move"}',
        stderr="Traceback of my bot",
    )
    return table


def end(table: Table) -> None:
    Table.objects.filter(pk=table.pk).update(state=Table.State.OVER, score0=1, score1=0)


def test_the_owner_and_the_staff_see_them_when_the_game_has_ended(
    table: Table, client: Any, alice: Any, admin_user: Any
) -> None:
    end(table)
    for user in (alice, admin_user):
        client.force_login(user)
        page = client.get(PAGE).content.decode()
        for shown in ("Faults at tables", "IndexError in main.py", "Traceback of my bot"):
            assert shown in page
        assert "Reported moves" in page
        assert "&lt;b&gt;odd" in page
        assert "hands=" in page


def test_before_the_end_and_for_others_there_is_nothing(
    table: Table, client: Any, alice: Any, bob: Any
) -> None:
    client.force_login(alice)
    assert "Faults at tables" not in (page := client.get(PAGE).content.decode())
    assert "hands=" not in page
    end(table)
    for user in (None, bob):
        client.logout()
        if user:
            client.force_login(user)
        page = client.get(PAGE).content.decode()
        assert not any(words in page for words in ("Faults at tables", "odd", "Traceback of my"))


def test_many_rows_cost_no_more_queries(
    table: Table, client: Any, alice: Any, django_assert_max_num_queries: Any
) -> None:
    end(table)
    client.force_login(alice)
    fault = BotFault.objects.get()
    with django_assert_max_num_queries(100) as few:
        client.get(PAGE)
    for _ in range(5):
        fault.pk = None
        fault.save()
    with django_assert_max_num_queries(len(few)):
        client.get(PAGE)
