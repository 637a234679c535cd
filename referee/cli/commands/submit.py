"""`goat submit`: checks a bot, uploads it, and follows its qualification."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from referee.cli import version_report
from referee.cli.arena_access import ArenaAddress, AsJson, open_arena
from referee.cli.arguments import BadArgument, ruleset_with
from referee.cli.console import complain, err, out, print_json
from referee.cli.game_and_bots import game_and_bots
from referee.cli.match_runner import usable_mode
from referee.cli.parameters import LanguageName, OneBot, SandboxMode
from referee.cli.progress_bar import with_status_line
from referee.cli.reference_games import play_references
from referee.client import submitting
from referee.client.arena import Arena
from referee.client.description import Description, describe, known_languages, version_note
from referee.client.errors import ArenaError
from referee.client.following import Stuck, follow_version
from referee.client.submitting import Submission
from referee.play.clock import Clock
from referee.play.match import Entrant
from referee.programs import bot_name
from referee.programs.languages import PYTHON
from referee.programs.program import Program, language_named, load_program
from referee.programs.project_file import Project, project_of

# Exit statuses besides 0 (qualified), 1 (an error; see there whether it was submitted) and 2.
REJECTED = 3
NO_RESULT = 4
NOT_READY = 5


@dataclass(frozen=True)
class Bot:
    """What is to be submitted."""

    ruleset: str
    name: str
    program: Program


def submit(
    words: OneBot = None,
    name: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="The bot's name. Default: that of its goat.toml, or of the file. A bot of yours "
            "with this name gets a new version.",
        ),
    ] = "",
    description: Annotated[
        str | None, typer.Option(metavar="TEXT", help="What others read about the bot.")
    ] = None,
    activate: Annotated[
        bool, typer.Option(help="Let the version play when it has qualified.")
    ] = True,
    check: Annotated[
        bool, typer.Option(help="Play it against the reference bots here before.")
    ] = True,
    wait: Annotated[bool, typer.Option(help="Wait until it has qualified.")] = True,
    language: LanguageName = "",
    sandbox: SandboxMode = "auto",
    arena: ArenaAddress = "",
    as_json: AsJson = False,
) -> None:
    """Submit a bot: check it here, upload it, and follow its qualification.

    Exit status: 0 qualified; 1 an error; 3 rejected for its faults; 4 no result of the
    qualification yet; 5 faults in the check here, and nothing was submitted.
    """
    site = open_arena(arena)
    description_of_site = describe(site)
    if note := version_note(description_of_site):
        complain(note)
    bot = _read(words, name, language, description_of_site)
    if check:
        _check(bot, sandbox, as_json)
    submission = submitting.submit(
        site, bot.ruleset, bot.name, bot.program, description=description, activates=activate
    )
    _say_what(submission, as_json)
    version = _follow(site, submission) if wait else submission.version
    if as_json:
        print_json(version | {"known": submission.is_known, "new_bot": submission.is_new_bot})
    else:
        _print_end(version, wait)
    if version["state"] == "rejected":
        raise typer.Exit(REJECTED)
    if version["state"] == "checking" and wait:
        raise typer.Exit(NO_RESULT)


def _read(words: list[str] | None, name: str, language: str, arena: Description) -> Bot:
    """The bot that the words name. Raises BadArgument, BadOption and BadProgram."""
    game, [word] = game_and_bots("submit", words, 1, 1)
    if not Path(word).exists() and "=" in word:
        given, _equals, word = word.partition("=")
        name = name or given
    path = Path(word)
    if not path.exists():
        raise BadArgument(f"there is no file or folder {word[:200]}")
    # A variant is a set of options of its game, and a bot plays its game with all of them.
    ruleset = ruleset_with(game, None).name
    if ruleset not in arena.rulesets:
        raise BadArgument(
            f"{arena.name} does not play {ruleset}: it plays {', '.join(arena.rulesets)}"
        )
    project = project_of(path)
    chosen = name or (project.name if project else path.resolve().stem.lower())
    if why := bot_name.why_not(chosen):
        given = "" if name else ", as in --name mybot"
        raise BadArgument(f"{chosen[:80]!r} is no name of a bot: {why}{given}")
    accepted = known_languages(arena)
    kind = language or _kind(project, accepted)
    if kind and kind not in arena.languages:
        raise BadArgument(
            f"{arena.name} does not accept {kind}: it accepts {', '.join(arena.languages)}"
        )
    if kind:
        language_named(kind)  # or say how to get its packages
    return Bot(ruleset, chosen, load_program(path, arena.limits, accepted, kind))


def _kind(project: Project | None, accepted: list[str]) -> str:
    """The kind of program that the project names, if it is one. A kit's language may be another
    word, such as c."""
    own = project.language if project else ""
    return own if own in accepted or own.startswith(f"{PYTHON.name}-") else ""


def _check(bot: Bot, sandbox: str, as_json: bool) -> None:
    """Plays one pair against each reference bot. Raises Exit if the bot has faults."""
    console = err if as_json else out
    rules = ruleset_with(bot.ruleset, None)
    candidate = Entrant(bot.name, 1, bot.program)
    played = play_references(console, rules, candidate, 1, Clock(), usable_mode(sandbox))
    if played.faults:
        complain(
            f"{bot.name} is not ready and was not submitted. Correct it, or submit it all the same"
            " with --no-check"
        )
        raise typer.Exit(NOT_READY)


def _say_what(submission: Submission, as_json: bool) -> None:
    version = submission.version
    shown = f"{version['bot']} v{version['number']}"
    text = f"submitted {shown}: {version['url']}"
    if submission.is_known:
        text = f"this program is {shown} already: {version['url']}"
    (err if as_json else out).print(Text(text))


def _follow(arena: Arena, submission: Submission) -> dict[str, Any]:
    """The version at the end of its qualification, or as it was last seen."""
    version = submission.version
    shown = f"{version['bot']}@{version['number']}"
    try:
        steps = follow_version(arena, submission.path)
        line = version_report.progress_line
        for latest in with_status_line(err, steps, line, "qualification: waiting"):
            version = latest
    except KeyboardInterrupt:
        complain(f"the qualification goes on without you: goat log {shown} shows how it ended")
        raise
    except ArenaError as error:
        complain(f"{error}. {shown} is submitted: goat log {shown} shows how it ended")
        if not isinstance(error, Stuck) and error.status not in (0, 429, 503):
            raise typer.Exit(1) from None
    return version


def _print_end(version: dict[str, Any], waited: bool) -> None:
    shown = f"{version['bot']} v{version['number']}"
    state = version["state"]
    if state == "rejected":
        traced = version_report.print_faults(out, version["faults"] or [])
        if not traced:
            version_report.print_log(out, version["log"] or "")
        out.print(Text(f"{shown} is rejected: correct the faults and submit again", "bold red"))
    elif state == "checking":
        if not waited:
            out.print(Text(f"goat log {version['bot']}@{version['number']} shows how it ends"))
    elif state == "retired":
        out.print(Text(f"{shown} has qualified and is retired", "bold"))
    else:
        active = "it is the active version" if version["active"] else "it is not active"
        out.print(Text(f"{shown} has qualified: {active}", "bold green"))
