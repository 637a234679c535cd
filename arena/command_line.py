"""What ``goat server`` does: the programs of an arena, and Django's commands."""

import os
from collections.abc import Sequence

OVERVIEW = """\
Usage: goat server COMMAND [OPTIONS]

Run an arena. Each command has its own --help.

  demo             the whole arena in one process, with tournaments of the reference bots
  web              a web process, with uvicorn's options
  worker           a worker that plays matches, with the options of a Celery worker;
                   for the bots' moves at tables: worker -Q table -P threads -c 8
  housekeeping     what keeps the arena alive beside its workers
  analysis         analyses finished games, and delays no match
  migrate          bring the database up to date, once after an upgrade
  createsuperuser  make an administrator
  help             list all commands

The data is in {folder}. Set GOAT_DATA for another folder;
docs/8-operations.md lists all settings.
"""


def run(words: Sequence[str]) -> None:
    """Runs `goat server` with `words`. Programs end with SystemExit, as on their own."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arena.settings")
    if not words or words[0] in ("--help", "-h"):
        _overview()
    elif words[0] == "web":
        _web(words[1:])
    elif words[0] == "worker":
        _worker(words[1:])
    else:
        from django.core.management import execute_from_command_line

        execute_from_command_line(["goat server", *words])


def _overview() -> None:
    from django.conf import settings

    print(OVERVIEW.format(folder=settings.DATA_DIR), end="")


def _web(options: Sequence[str]) -> None:
    import uvicorn

    protocol = ("--http", "arena.web.http_protocol:Protocol")
    uvicorn.main(["arena.asgi:application", *protocol, *options], prog_name="goat server web")


def _worker(options: Sequence[str]) -> None:
    from arena.celery import app

    app.worker_main(["worker", *options])
