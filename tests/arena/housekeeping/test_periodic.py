"""The periodic tasks."""

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
