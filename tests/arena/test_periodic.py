"""The periodic tasks."""

import pytest
from django.utils.module_loading import import_string

from arena.celery import app
from arena.periodic import PERIODIC


@pytest.mark.django_db
@pytest.mark.parametrize("name", PERIODIC)
def test_each_task_does_nothing_in_an_empty_arena(name: str) -> None:
    task, seconds = PERIODIC[name]
    assert import_string(task)() is None
    assert seconds >= 1


@pytest.mark.parametrize("name", PERIODIC)
def test_each_is_a_task_in_the_queue_of_short_tasks(name: str) -> None:
    app.loader.import_default_modules()
    task, seconds = PERIODIC[name]
    assert task in app.tasks
    assert app.conf.beat_schedule[name] == {"task": task, "schedule": seconds}
    queue = getattr(app.tasks[task], "queue", None)
    options = {"queue": queue} if queue else {}
    route = app.amqp.router.route(options, task)
    assert route["queue"].name == "check"
