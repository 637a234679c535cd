"""The languages that bots can be written in: a small table, which the operator can extend.

The environment variable GOAT_RUNTIMES_FILE names a TOML file with a table for each language to add
or change (docs/4-sandbox.md). Each set of Python packages of this machine is a language too.
"""

import os
import tomllib
from collections.abc import Collection
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from referee.errors import RefereeError
from referee.programs.archive import Limits
from referee.programs.package_sets import PackageSet, package_sets
from referee.programs.policy import Policy
from referee.programs.toml_text import why_not_toml

MIB = 1 << 20
MAX_MIB = 256  # of a program: web processes, workers and the database hold it in memory
# What to do where a set of packages is missing.
BUILD_IT = (
    "build them with goat runtime build {name}, which takes the versions of the arena that you are "
    "logged in to, or with PACKAGE==VERSION … after it (docs/4-sandbox.md)"
)


class BadRuntimes(RefereeError, ValueError):
    """The file that GOAT_RUNTIMES_FILE names cannot be used. The message tells the operator why."""


@dataclass(frozen=True)
class Language:
    """How programs in one language are recognised and run.

    `main` is the file at the program's top level that identifies the language. `command` runs it,
    with its path as the last argument; if empty, the file itself is executable. `files` are paths
    of the host that the program sees read-only, besides the command's own program and the
    libraries that it is linked to. `policy` are the limits of one process. `packages` are those
    that Python bots have besides the standard library. `max_bytes` and `max_unpacked_bytes` are
    how large a program may be, where that differs from the arena's limits.
    """

    name: str
    main: str
    command: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    policy: Policy = field(default_factory=Policy)
    packages: PackageSet | None = None
    max_bytes: int | None = None
    max_unpacked_bytes: int | None = None

    @property
    def is_python(self) -> bool:
        return self.packages is not None or self.name == PYTHON.name

    def limits(self, general: Limits) -> Limits:
        """How large its programs may be, where `general` are the arena's limits."""
        largest = self.max_bytes or general.max_bytes
        unpacked = 4 * largest if self.max_bytes else general.max_unpacked_bytes
        return Limits(largest, self.max_unpacked_bytes or unpacked, general.max_files)


PYTHON = Language("python", "main.py")
# Parts of Node that Debian packages separately, and without which it does not start.
_NODE_MODULES = ("acorn", "acorn-walk", "amaro", "cjs-module-lexer", "minimatch", "undici")
_IN_CGROUP = Policy(threads=64, descriptors=256, cgroup=True)
_BUILT_IN = (
    PYTHON,
    Language(
        "node",
        "main.js",
        # Without this it stops because it cannot read the host's OpenSSL settings.
        ("/usr/bin/node", "--openssl-config=/dev/null"),
        tuple(filter(os.path.exists, (f"/usr/share/nodejs/{name}" for name in _NODE_MODULES))),
        _IN_CGROUP,
    ),
    Language("native", "main", policy=_IN_CGROUP),
)
# How authors know the programs of one file in the built-in languages.
_KINDS = {
    "python": "a Python file (.py)",
    "node": "a JavaScript file (.js)",
    "native": "a 64-bit Linux executable",
}
_LIMITS = {limit.name: type(limit.default) for limit in fields(Policy)}
_SIZES = {"max_mib": "max_bytes", "max_unpacked_mib": "max_unpacked_bytes"}


def file_mode(name: str) -> int:
    """The permissions of a program's file: executable if its name has no suffix."""
    return 0o644 if "." in name.rpartition("/")[2] else 0o755


def languages() -> dict[str, Language]:
    """All languages by name, including the operator's. Raises BadRuntimes."""
    table = {language.name: language for language in _BUILT_IN}
    for name, packages in package_sets().items():
        table[name] = Language(name, PYTHON.main, packages=packages)
    if named := os.environ.get("GOAT_RUNTIMES_FILE"):
        table |= _read(Path(named), table)
    return table


def accepted_text(names: Collection[str]) -> str:
    """The kinds of programs in the languages of these names, as authors know them."""
    accepted = [language for name, language in languages().items() if name in names]
    kinds: list[str] = []
    for language in accepted:
        suffix = Path(language.main).suffix
        name = PYTHON.name if language.is_python else language.name
        kind = _KINDS.get(name, f"a {suffix} file" if suffix else "")
        kinds += [kind] if kind and kind not in kinds else []
    mains = " or ".join(dict.fromkeys(language.main for language in accepted))
    packed = f"a zip with {mains} at its top level"
    return ", ".join([*kinds, f"or {packed}"]) if kinds else packed


def _read(path: Path, table: dict[str, Language]) -> dict[str, Language]:
    try:
        rows = tomllib.loads(path.read_text())
        return {name: _row(name, row, table.get(name)) for name, row in rows.items()}
    except OSError as error:
        raise BadRuntimes(f"GOAT_RUNTIMES_FILE: {path} cannot be read ({error.strerror})") from None
    except tomllib.TOMLDecodeError as error:
        raise BadRuntimes(f"GOAT_RUNTIMES_FILE: {path}: {why_not_toml(error)}") from None
    except UnicodeDecodeError:
        raise BadRuntimes(f"GOAT_RUNTIMES_FILE: {path} is not UTF-8; save it as UTF-8") from None
    except (ValueError, TypeError) as error:
        raise BadRuntimes(f"GOAT_RUNTIMES_FILE: {path}: {error}") from None


def _row(name: str, row: Any, base: Language | None) -> Language:
    if not isinstance(row, dict):
        raise ValueError(f"{name} is not a table: write [{name}]")
    if base is None and name.startswith(f"{PYTHON.name}-"):
        raise ValueError(f"[{name}] is not built here: {BUILD_IT.format(name=name)}")
    if base is None:
        if "main" not in row or "command" not in row:
            raise ValueError(f"[{name}] needs main (a file name) and command (a list of strings)")
        base = Language(name, "", policy=_IN_CGROUP)
    changes: dict[str, Any] = {}
    limits: dict[str, Any] = {}
    sizes: dict[str, Any] = {}
    for key, value in row.items():
        if key == "main":
            changes[key] = _plain_name(name, value)
        elif key in ("command", "files"):
            changes[key] = _paths(name, key, value)
        elif key == "memory_mib":
            limits["memory_bytes"] = _checked(name, key, value, int) * MIB
        elif key in _LIMITS:
            limits[key] = _checked(name, key, value, _LIMITS[key])
        elif key in _SIZES:
            sizes[_SIZES[key]] = _size(name, key, value)
        else:
            known = ", ".join(["main", "command", "files", "memory_mib", *_LIMITS, *_SIZES])
            raise ValueError(f"[{name}] has an unknown setting {key}; known are {known}")
    if base.is_python and changes:
        raise ValueError(f"[{name}] is Python; only its limits can be changed")
    return replace(base, **changes, **sizes, policy=replace(base.policy, **limits))


def _plain_name(name: str, value: object) -> str:
    if not isinstance(value, str) or not value or "/" in value or not value.isprintable():
        raise ValueError(f"[{name}] main must be a file name, not {value!r}")
    return value


def _paths(name: str, key: str, value: object) -> tuple[str, ...]:
    """A list of strings. All of `files`, and the first of a command, must be absolute paths."""
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise ValueError(f"[{name}] {key} must be a list of strings")
    for path in value if key == "files" else value[:1]:
        if not path.startswith("/"):
            raise ValueError(f"[{name}] {key}: {path!r} is not an absolute path")
    return tuple(value)


def _size(name: str, key: str, value: object) -> int:
    mib = int(_checked(name, key, value, int))
    if mib > MAX_MIB:
        raise ValueError(f"[{name}] {key} must be at most {MAX_MIB}, not {mib}")
    return mib * MIB


def _checked(name: str, key: str, value: object, kind: type) -> Any:
    if type(value) is not kind or (kind is int and not 0 < int(str(value)) <= 1 << 40):
        expected = "true or false" if kind is bool else "a whole number above 0"
        raise ValueError(f"[{name}] {key} must be {expected}, not {value!r}")
    return value
