"""The command `goat` with its subcommands: exit codes, signals, and errors as one line."""

import platform
import signal
import sys
from types import FrameType
from typing import Annotated, Any

import typer

from engine.errors import EngineError
from referee.cli.arguments import WrongUsage
from referee.cli.commands import (
    analyse,
    bots,
    build,
    challenge,
    check,
    compare,
    completion,
    connect,
    dump,
    log,
    login,
    matches,
    new,
    play,
    record,
    replay,
    reproduce,
    runtime,
    sandbox,
    schema,
    server,
    standings,
    submit,
    tournament,
    verify,
)
from referee.cli.console import complain, write_any_character
from referee.cli.help import Command, Group
from referee.cli.resuming import command_words
from referee.cli.usage_errors import explained
from referee.client.arena import goat_version
from referee.errors import RefereeError
from referee.host.system import NAME

app = typer.Typer(
    cls=Group,
    help="Play, check and replay matches between card-game bots.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"goat {goat_version()}, Python {platform.python_version()}, {NAME}")
        raise typer.Exit


@app.callback()
def goat(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Play, check and replay matches between card-game bots."""


app.command("new")(new.new)
app.command("build")(build.build)
app.command("play")(play.play)
app.command("verify")(verify.verify)
app.command("check")(check.check)
app.command("tournament")(tournament.tournament)
app.command("compare")(compare.compare)
app.command("replay")(replay.replay)
app.command("analyse")(analyse.analyse)
app.command("sandbox")(sandbox.sandbox)
app.add_typer(runtime.app, name="runtime")
app.command("schema")(schema.schema)
app.command("login")(login.login)
app.command("logout")(login.logout)
app.command("submit")(submit.submit)
app.command("bots")(bots.bots)
app.command("activate")(bots.activate)
app.command("retire")(bots.retire)
app.command("rollback")(bots.rollback)
app.command("log")(log.log)
app.command("matches")(matches.matches)
app.command("dump")(dump.dump)
app.command("record")(record.record)
app.command("reproduce")(reproduce.reproduce)
app.command("challenge")(challenge.challenge)
app.command("standings")(standings.standings)
app.command("tournaments")(standings.tournaments)
app.command("enter")(standings.enter)
app.command("connect")(connect.connect)
app.command("completion", context_settings=completion.SETTINGS)(completion.completion)
# All its words are for the arena's programs, `--help` too.
app.command(
    "server",
    add_help_option=False,
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
)(server.server)


def _explain_in_our_words(commands: typer.Typer) -> None:
    """Gives every command help in our own words."""
    for command in commands.registered_commands:
        command.cls = Command
    for group in commands.registered_groups:
        group.cls = Group
        if group.typer_instance is not None:
            _explain_in_our_words(group.typer_instance)


_explain_in_our_words(app)

# typer keeps its copy of click private. This is click's UsageError: wrong words on the command
# line, with `format_message()` and `exit_code`.
_UsageError: Any = typer.BadParameter.__base__


def main(words: list[str] | None = None) -> int:
    """Runs `goat` with the given words (default: those of the process) and returns its exit status.

    0: done. 1: an error, or `check`, `verify` or `sandbox` found something wrong. 2: wrong usage.
    128 + n: ended by signal n. If the reader of standard output closes the pipe, rich and typer
    raise SystemExit(1) without a traceback.
    """
    words = sys.argv[1:] if words is None else words
    write_any_character()
    command_words.set(words)
    command = typer.main.get_command(app)
    before = signal.signal(signal.SIGTERM, _exit_on_signal)
    try:
        status: Any = command.main(
            args=words or ["--help"],
            prog_name="goat",
            standalone_mode=False,
        )
        sys.stdout.flush()
        return int(status or 0)
    except (KeyboardInterrupt, typer.Abort):
        return 128 + signal.SIGINT
    except (RefereeError, EngineError) as error:
        complain(str(error))
        return 2 if isinstance(error, WrongUsage) else 1
    except _UsageError as error:
        complain(explained(error, words, command))
        return int(error.exit_code)
    finally:
        signal.signal(signal.SIGTERM, before)


def _exit_on_signal(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)
