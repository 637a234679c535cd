"""Finds the uncaught exception in what a program wrote to standard error.

It knows Python, Node, Rust, Go and C++.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass

_LOOKED_AT = 50  # frames of a trace that are searched for the program's files
_HEADER = "Traceback (most recent call last):"
_FRAME = re.compile(r'^ +File "(?P<path>[^"]+)", line (?P<line>\d{1,9})')
_RAISED = re.compile(r"^(?P<type>[A-Za-z_][\w.]*)(?:: (?P<text>.*))?$")
# What was raised where nobody can catch it, such as in a destructor, ended nothing.
_IGNORED = re.compile(r"^Exception ignored in.*\nTraceback .*\n(?:[ ].*\n)*.*\n?", re.M)
# The program that starts the bot's script is none of the author's business.
_LAUNCHER = re.compile(r'^ +File "<string>", line \d+, in .*\n(?:    .*\n)*', re.M)
_LAUNCHER_FRAME = re.compile(r'^  File "<string>", line \d+ in .*\n', re.M)
_NODE_PLACE = re.compile(
    r"(?:^|\(|at )(?:file://)?(?P<path>/[^\s:()]{1,300}?\.[cm]?js):(?P<line>\d{1,9})", re.M
)
_NODE_ERROR = re.compile(r"^(?:Uncaught |<ref \*1> )?(?P<text>\w*Error\b.*)$", re.M)
# What is no error, such as a text.
_NODE_THROWN = re.compile(r"^ *\^+\n(?P<text>.*)\n\(Use `node --trace-uncaught", re.M)
_RUST = re.compile(
    r"^thread '.*' panicked at (?P<path>[^\s:]{1,300}):(?P<line>\d{1,9}):\d+:?\n(?P<text>.*)$", re.M
)
_GO = re.compile(r"^(?:panic|fatal error): (?P<text>.*)$", re.M)
_GO_PLACE = re.compile(r"^\t(?P<path>\S{1,300}\.go):(?P<line>\d{1,9})", re.M)
_CPP = re.compile(r"^terminate called after throwing an instance of '(?P<type>.*)'"
                  r"(?:\n  what\(\):  (?P<text>.*))?", re.M)  # fmt: skip
_DUMP = re.compile(
    r"^(?:Current thread|Thread|Stack) .*\(most recent call first\):\n(?P<frames>(?:  .*\n)*)", re.M
)
_DUMP_FRAME = re.compile(r'^  File "(?P<path>[^"]+)", line (?P<line>\d{1,9}) in ', re.M)


@dataclass(frozen=True)
class Raised:
    """An exception: its `type` (empty if unknown), its one-line `text`, and `place`, such as
    ``main.py line 2``, or empty. `trace` is all that was printed of it."""

    type: str
    text: str
    place: str
    trace: str


def find_exception(log: str, files: Collection[str]) -> Raised | None:
    """The last exception in `log`. `files` are the program's, by their relative names."""
    return _python(log, files) or _node(log, files) or _native(log)


def find_dump(log: str, files: Collection[str]) -> tuple[str, str] | None:
    """Where Python was when it was asked, and all that it then printed.

    The last dump counts. It ends with the first thread, whose place is returned, or nothing if it
    was in no file of the program.
    """
    dumps = list(_DUMP.finditer(log))
    if not dumps:
        return None
    frames = [(frame["path"], int(frame["line"])) for frame in _DUMP_FRAME.finditer(dumps[-1][0])]
    own = [frame for frame in frames[:_LOOKED_AT] if own_name(frame[0], files)]
    return (place(*own[0], files) if own else ""), _LAUNCHER_FRAME.sub("", dumps[-1][0]).rstrip()


def ends_with_dump(log: bytes | bytearray) -> bool:
    """Whether the log ends with what Python writes when it is asked where it is, all of it."""
    _, header, dump = log.rpartition(b"(most recent call first):\n")
    # The outermost frame is that of the program that starts the bot's script.
    last = dump.rstrip(b"\n").rpartition(b"\n")[2]
    return bool(header) and last.startswith((b'  File "<string>"', b"  ..."))


def own_name(path: str, files: Collection[str]) -> str:
    """The name of the program's file that lies at this path in the sandbox; empty if none does."""
    names = [name for name in files if path == name or path.endswith(f"/{name}")]
    return max(names, key=len, default="")


def place(path: str, line: int, files: Collection[str]) -> str:
    """A place as authors name it: ``main.py line 2``."""
    return f"{own_name(path, files) or path} line {line}"


def _python(log: str, files: Collection[str]) -> Raised | None:
    log = _IGNORED.sub("", log)
    start = log.rfind(_HEADER)
    if start < 0:
        return None
    trace = _LAUNCHER.sub("", log[start:])
    frames: list[tuple[str, int]] = []
    type_ = text = ""
    for line in trace.splitlines()[1:]:
        if frame := _FRAME.match(line):
            frames.append((frame["path"], int(frame["line"])))
        elif not line.startswith(" ") and (raised := _RAISED.match(line)):
            type_, text = raised["type"], raised["text"] or ""
            break
    if not type_:
        return None
    frames = frames[-_LOOKED_AT:]
    own = [frame for frame in frames if own_name(frame[0], files)] or frames
    where = place(*own[-1], files) if own else ""
    # With the exceptions in whose handling it was raised.
    first = log.find(_HEADER)
    whole = _LAUNCHER.sub("", log[first:]) if _is_chain(log[first:start]) else trace
    return Raised(type_.rpartition(".")[2], text, where, whole.rstrip())


def _is_chain(before: str) -> bool:
    return "another exception occurred:" in before or "direct cause of the following" in before


def _node(log: str, files: Collection[str]) -> Raised | None:
    if "Node.js v" not in log and "    at " not in log:
        return None
    if error := _NODE_ERROR.search(log):
        type_, _, text = error["text"].partition(": ")
    elif thrown := _NODE_THROWN.search(log):
        type_, text = "", thrown["text"]
    else:
        return None
    found = [(match["path"], int(match["line"])) for match in _NODE_PLACE.finditer(log)]
    own = [frame for frame in found[:_LOOKED_AT] if own_name(frame[0], files)]
    where = place(*own[0], files) if own else ""
    return Raised(type_, text, where, log.strip())


def _native(log: str) -> Raised | None:
    if rust := _RUST.search(log):
        where = f"{rust['path']} line {rust['line']}"
        return Raised("panic", rust["text"], where, log[rust.start() :].rstrip())
    if go := _GO.search(log):
        at = _GO_PLACE.search(log, go.end())
        where = f"{at['path'].rpartition('/')[2]} line {at['line']}" if at else ""
        return Raised("panic", go["text"], where, log[go.start() :].rstrip())
    if cpp := _CPP.search(log):
        return Raised(cpp["type"], cpp["text"] or "", "", log[cpp.start() :].rstrip())
    return None
