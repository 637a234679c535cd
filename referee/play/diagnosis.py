"""Explains a fault to the bot's author: first a line with cause, place and remedy, then the trace.

The explanation is for the author alone: it quotes the bot's standard error.
"""

import logging
import sys
from collections.abc import Collection

from engine.faults import Reason
from referee.host.bot_state import EVENTS, INPUT, LOCK, SLEEP
from referee.host.clocks import TELLS_WAITS
from referee.play.clock import NS
from referee.play.condition import Condition
from referee.play.exceptions import Raised, find_dump, find_exception
from referee.play.protocol import BotFault, quote
from referee.programs.languages import PYTHON, Language
from referee.programs.package_sets import package_sets
from referee.programs.program import Program
from referee.programs.runtimes import python_version

log = logging.getLogger(__name__)

MAX_LINE = 400  # characters of the first line
MAX_TRACE = 4000  # characters of what follows
_LAST_LINES = 8  # of standard error, if there is no exception in it
_COMPUTES = 0.7  # of the wall time spent on the processor: the bot computed and did not wait

_NO_NETWORK = (
    *("in name resolution", "Network is unreachable"),  # Python
    *("EAI_AGAIN", "ENETUNREACH", "fetch failed"),  # Node
)
_FLUSH = {
    "python": "flush after each line (print(…, flush=True)), and read line by line, not to the end"
    " of the input",
    "node": "end each answer with a line break, and read line by line, not to the end of the input",
    "native": "flush after each line (fflush(stdout), std::endl)",
}
_SIGNALS = {
    "SIGSEGV": "accessed memory that it does not own (such as beyond an array, or after an endless"
    " recursion), or aborted itself",
    "SIGBUS": "accessed memory that it does not own",
    "SIGABRT": "aborted itself, as after a failed assertion",
    "SIGFPE": "divided by zero",
    "SIGILL": "used an instruction that this processor does not have; build it without"
    " -march=native",
    "SIGSYS": "used a system call that the sandbox forbids (docs/4-sandbox.md)",
    "SIGXCPU": "used more processor time than a whole match allows",
    "SIGPIPE": "wrote to a pipe that nobody reads",
    "SIGTRAP": "stopped at a trap, such as a failed assertion of its runtime",
}


def explain(fault: BotFault, program: Program, condition: Condition, asked: str) -> str:
    """What the bot did wrong and what to do: a first line, and lines of trace if there are any.

    `asked`: the type of the message that was to be answered, ``hello`` or ``move``.
    """
    try:
        first, trace = _explained(fault, program, condition, asked)
    except Exception:
        # A bot writes what is read here: nothing that it writes may void a match.
        log.exception("a fault could not be explained: %s", fault)
        first, trace = fault.detail, ""
    first = " ".join(first.split())[:MAX_LINE]
    if len(trace) > MAX_TRACE:
        trace = f"[…]\n{trace[-MAX_TRACE:]}"
    return _showable(f"{first}\n{trace}".rstrip())


def _explained(
    fault: BotFault, program: Program, condition: Condition, asked: str
) -> tuple[str, str]:
    language, files = program.language, program.files()
    if fault.how == Reason.TIMEOUT:
        return _timeout(fault, language, files, condition, asked)
    if fault.how == Reason.CRASH:
        return _crash(fault, language, files, condition, asked)
    if fault.how == Reason.ILLEGAL:
        return f"{fault.detail.rstrip('.')}; answer with one of the moves in “legal”", ""
    return fault.detail, ""


def _crash(
    fault: BotFault, language: Language, files: Collection[str], condition: Condition, asked: str
) -> tuple[str, str]:
    how = fault.detail
    memory = language.policy.memory_bytes >> 20
    last = "\n".join(condition.log.rstrip().splitlines()[-_LAST_LINES:])
    if "too much memory" in how:
        return f"used more than the {memory} MiB of memory that a bot has", last
    if how.startswith("killed for"):
        return f"{how}; remove those that it no longer needs", last
    if "closed its standard output" in how:
        return f"{how}; a bot keeps it open until it is told “bye”", last
    raised = find_exception(condition.log, files)
    if raised is not None and _ends_a_program(how, language):
        remedy = _remedy(raised, language, files, memory)
        text = _summary(raised)
        first = f"{raised.place}: {text}" if raised.place else text
        return (f"{first}; {remedy}" if remedy else first), raised.trace
    if how == "exit code 0":
        return (
            f"ended before it answered {asked} (exit code 0); read lines in a loop, and answer"
            " hello and each move, until “bye”",
            last,
        )
    if how == "signal SIGKILL":
        return f"killed (SIGKILL), most often for using more than {memory} MiB of memory", last
    if how.startswith("signal "):
        name = how.removeprefix("signal ")
        problem = f"{name}: the program {_SIGNALS.get(name, 'was ended by this signal')}"
        return problem + _last_words(condition.log), last
    return _exit_code(how, condition.log), last


def _ends_a_program(how: str, language: Language) -> bool:
    """Whether an exception that nothing catches ends a program like this."""
    if language.is_python:
        return how == "exit code 1"
    return how not in ("exit code 0", "signal SIGKILL")


def _exit_code(how: str, words: str) -> str:
    for line in words.splitlines():
        if "error while loading shared libraries" in line:
            library = line.partition("libraries: ")[2].partition(":")[0]
            return f"{library} is missing in the sandbox ({how}); link it statically"
        if "version `GLIBC" in line:
            return f"built for a newer C library ({how}); link it statically"
    said = _last_words(words) or " and wrote nothing to standard error"
    return f"ended with {how}{said}"


def _last_words(words: str) -> str:
    lines = words.strip().splitlines()
    return f"; its last words: {quote(lines[-1])}" if lines else ""


def _summary(raised: Raised) -> str:
    """As Python prints it; for a missing module or a program's own panic the text says it all."""
    if raised.type in ("", "ModuleNotFoundError", "panic") and raised.text:
        return raised.text
    return f"{raised.type}: {raised.text}" if raised.text else raised.type


def _remedy(raised: Raised, language: Language, files: Collection[str], memory: int) -> str:
    type_, text = raised.type, raised.text
    if type_ == "ModuleNotFoundError":
        name = text.partition("'")[2].partition("'")[0].partition(".")[0]
        if name in sys.stdlib_module_names:
            return "the sandbox does not have this module"
        return _no_module(name, language)
    if "Cannot find module" in text and language.name == "node":
        return "bots have Node's own modules and the files of their zip only"
    if type_ == "MemoryError" or "bad_alloc" in type_:
        return f"a bot has {memory} MiB of memory"
    if "can't start new thread" in text:
        threads = language.policy.threads
        return f"a bot has {threads} threads at most, and in tier B none (docs/4-sandbox.md)"
    if "Operation not permitted" in text or " EPERM" in text or type_ == "PermissionError":
        return "the sandbox forbids this (docs/4-sandbox.md)"
    if type_ == "BlockingIOError" and "Resource temporarily unavailable" in text:
        return "a bot cannot start other processes (docs/4-sandbox.md)"
    if type_ == "FileNotFoundError":
        return "a bot sees only the files that were submitted with it"
    if type_ == "EOFError":
        return "the input ends after “bye”"
    if type_ == "RecursionError":
        return "a function calls itself without end, or too deep"
    if "Read-only file system" in text:
        return "a bot can write in /tmp only, and in tier B nowhere (docs/4-sandbox.md)"
    if any(sign in text for sign in _NO_NETWORK):
        return "a bot has no network"
    if "attempted relative import" in text:
        return "main.py is not in a package: import without the dot, “from ai import …” for ai.py"
    if type_ in ("AttributeError", "ImportError") and (name := _hidden_module(text, files)):
        return f"the bot's own {name}.py hides Python's module {name}; rename it"
    return ""


def _no_module(name: str, language: Language) -> str:
    """What a Python bot in this language can import, which a module of this name is not."""
    having = f"bots have the standard library of Python {python_version()}"
    if language.packages is not None:
        packages = language.packages.versions.items()
        named = ", ".join(f"{package} {version}" for package, version in packages)
        return f"{language.name} {having} and the packages {named}"
    for other, packages_of in package_sets().items():
        if packages_of.has_module(name):
            return f"{having} only; {other} has it: name that language when you submit"
    return f"{having} only"


def _hidden_module(text: str, files: Collection[str]) -> str:
    """The module of the standard library, if a file of the bot's has its name."""
    for word in text.split("'"):
        if word in sys.stdlib_module_names and f"{word}.py" in files:
            return word
    return ""


def _timeout(
    fault: BotFault, language: Language, files: Collection[str], condition: Condition, asked: str
) -> tuple[str, str]:
    trace = fault.detail
    where = ""
    if (dump := find_dump(condition.log, files)) is not None:
        where = f"{dump[0]}: " if dump[0] else ""
        trace += f"\n{dump[1]}"
    elif (raised := find_exception(condition.log, files)) is not None:
        trace += f"\n{raised.trace}"
    return where + _why_late(fault, language, condition, asked), trace


def _why_late(fault: BotFault, language: Language, condition: Condition, asked: str) -> str:
    clock = "start clock" if fault.reason == Reason.START else "clock"
    if condition.output:
        return (
            f"wrote {quote(condition.output)} without a line break when the {clock} ran out; end"
            " each answer with one and flush it"
        )
    if not TELLS_WAITS:
        flush = _FLUSH.get(language.name, "flush after each line")
        return (
            f"did not answer {asked} until the {clock} ran out: it computed or waited too long, or"
            f" the answer was not sent: {flush}"
        )
    spent = fault.spent
    if spent is not None and spent.processor >= _COMPUTES * (spent.wall - spent.wait):
        if fault.reason == Reason.START:
            return (
                f"computed until the {clock} ran out and did not answer hello; this is an endless"
                " loop, or the program loads too much before it answers"
            )
        return (
            f"computed until the {clock} ran out; this is an endless loop, or a search that does"
            " not stop in time (see clock.bank_ms in the request)"
        )
    if not condition.has_read:
        doing = {SLEEP: "it slept", LOCK: "it waited for a thread or a lock"}
        what = doing.get(condition.waits_for, "it waited for something else")
        return f"did not read {asked}: {what} until the {clock} ran out"
    if condition.waits_for == SLEEP:
        return f"read {asked} and slept until the {clock} ran out; answer before you sleep"
    if condition.waits_for == LOCK:
        return (
            f"read {asked} and waited for a thread or a lock until the {clock} ran out; an"
            " exception in a thread is on standard error"
        )
    if condition.waits_for in (INPUT, EVENTS):
        name = PYTHON.name if language.is_python else language.name
        remedy = _FLUSH.get(name, "flush after each line")
        return f"the program read {asked} and waits, but has written nothing: {remedy}"
    seconds = f"{spent.processor / NS:.0f} ms" if spent is not None else "little"
    return (
        f"read {asked}, computed for {seconds} and waited until the {clock} ran out; flush answers"
    )


def _showable(text: str) -> str:
    """Without control characters, which a terminal would obey."""
    return "".join(c if c.isprintable() or c in "\n\t" else "\ufffd" for c in text)
