"""How commands play matches: in the sandbox of the chosen mode, on a limited number of slots."""

from rich.console import Console
from rich.text import Text

from referee.cli.arguments import BadArgument
from referee.cli.console import complain, err
from referee.cli.progress_bar import progress_bar
from referee.host.clocks import TELLS_WAITS
from referee.host.executables import is_own
from referee.host.process_groups import PAUSES
from referee.host.processors import processors
from referee.host.system import LINUX, NAME
from referee.play.cpu_slots import claim_cpu_slot
from referee.play.match import MatchResult, MatchSettings, play
from referee.programs.program import Program
from referee.sandbox import MODES, choose, require

NO_SANDBOX = (
    f"There is no sandbox on {NAME}: bots can do anything that you can do. Run only bots that you"
    " trust."
)


def play_one(match: MatchSettings, mode: str) -> MatchResult:
    """Plays a match in this thread and shows a progress bar for its games.

    The sandbox stays open for the next match, and is closed when the command ends.

    `mode`: from `usable_mode`. Raises NoSandbox, CpuSlotsUnusable and MatchVoid.
    """
    _check_runs_here(match)
    sandbox = choose(mode)
    require(sandbox, match.kinds(), match.partners)
    with (
        progress_bar(err, "games", 2 * match.pairs) as advance,
        claim_cpu_slot(on_wait=say_wait) as slot,
    ):
        return play(match, sandbox, slot=slot, on_game_end=lambda game: advance(""))


def _check_runs_here(match: MatchSettings) -> None:
    """Raises BadArgument for an executable for Linux, which an arena accepts, elsewhere."""
    for entrant in [] if LINUX else match.entrants:
        program = entrant.program
        if isinstance(program, Program):
            language = program.language
            executable = not language.command and not language.is_python
            if executable and not is_own(program.files()[language.main]):
                raise BadArgument(
                    f"{entrant.name} is an executable for Linux, and cannot be checked on {NAME}:"
                    " goat submit --no-check submits it, and the arena checks it"
                )


def say_wait(line: str) -> None:
    """Writes for whom a match waits, above a progress bar."""
    err.print(Text(f"goat: {line}"))


def usable_mode(mode: str) -> str:
    """The sandbox mode that this machine has for the one that was asked for. Call it once in a
    command: it warns if there is no sandbox. Raises BadArgument."""
    if mode not in MODES:
        raise BadArgument(
            f"--sandbox takes {', '.join(MODES[:-1])} or {MODES[-1]}, not {mode[:80]!r}"
        )
    if not LINUX:
        complain(NO_SANDBOX)
        return "off"
    if mode == "off":
        complain(
            "warning: without a sandbox these bots can do anything that you can do."
            " Continue only if you trust them."
        )
    return mode


def print_clock_note(console: Console) -> None:
    """Prints below results what the clocks did not know, if there is anything."""
    if not TELLS_WAITS:
        note = (
            f"The clocks show the time that passed: {NAME} does not tell how long a bot waited for"
        )
        note += " a processor" + ("." if PAUSES else ", and bots also run between their turns.")
        console.print(Text(note, "dim"))


def matches_at_once(asked: int | None) -> int:
    """The number of matches to play at once: `asked`, or one per processor. Raises BadArgument."""
    most = len(processors())
    if asked is not None and asked > most:
        raise BadArgument(
            f"--jobs {asked} is more than the {most} processors of this machine: matches would"
            f" disturb each other's clocks. Use at most {most}."
        )
    return asked or most
