"""The periodic tasks."""

import re
from pathlib import Path

import pytest

from arena.housekeeping.periodic import PERIODIC, PeriodicTask


@pytest.mark.django_db
@pytest.mark.parametrize("task", PERIODIC, ids=lambda task: task.name)
def test_each_task_does_nothing_in_an_empty_arena(task: PeriodicTask) -> None:
    task.run()
    assert task.seconds >= 1


def test_every_name_is_a_verb_that_completes_a_message_and_none_is_used_twice() -> None:
    names = [task.name for task in PERIODIC]
    assert len(set(names)) == len(names)
    assert all(name.split()[0].islower() for name in names)


def test_what_keeps_matches_going_runs_every_other_second() -> None:
    seconds = {task.name: task.seconds for task in PERIODIC}
    for name in ("tell idle workers of matches", "end expired leases", "settle ended matches"):
        assert seconds[name] <= 2


def test_nothing_that_people_or_matches_wait_for_shares_a_thread() -> None:
    assert all(task.seconds >= 3 for task in PERIODIC if task.waits)


def test_operators_are_told_how_many_connections_the_tasks_can_need() -> None:
    """Each thread has a connection, and there is the one that holds the lead."""
    manual = (Path(__file__).parents[3] / "docs" / "8-operations.md").read_text()
    told = re.search("one for each task at work: ([0-9]+) at most", manual)
    assert told and int(told[1]) == len({task.lane for task in PERIODIC}) + 1
    summed = re.search(r"([0-9]+) × 21 \+ 4 × 5 \+ 9 \+ ([0-9]+) \+ 1 = ([0-9]+)", manual)
    assert summed and summed[2] == told[1]
    assert int(summed[1]) * 21 + 4 * 5 + 9 + int(summed[2]) + 1 == int(summed[3]) <= 97
