"""Where `goat login` keeps addresses and tokens: one file that only its owner may read.

It is arenas.json in the usual folder for settings: ~/.config/goat on Linux (XDG_CONFIG_HOME is
respected), ~/Library/Application Support/goat on macOS, %APPDATA%\\goat on Windows.
"""

import json
import os
import tempfile
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import typer

from referee.client.addresses import arena_address
from referee.client.errors import ArenaError

FILE = "arenas.json"
MAX_FILE = 1 << 20  # bytes


class BadLoginFile(ArenaError):
    """The file cannot be read or written. The message says what to do."""


@dataclass(frozen=True)
class Login:
    """A token for one arena, and whose it is."""

    address: str
    token: str = field(repr=False)
    user: str = ""


@dataclass(frozen=True)
class Logins:
    """All logins, by address; `default` is the address that commands use unless told otherwise."""

    default: str = ""
    arenas: dict[str, Login] = field(default_factory=dict)

    def of(self, address: str) -> Login | None:
        return self.arenas.get(address)

    def with_login(self, login: Login, *, is_default: bool = True) -> "Logins":
        default = login.address if is_default or not self.default else self.default
        return Logins(default, {**self.arenas, login.address: login})

    def without(self, address: str) -> "Logins":
        """Without the login of this arena. The default is then the last of the others."""
        rest = {key: login for key, login in self.arenas.items() if key != address}
        default = self.default if self.default in rest else next(reversed(rest), "")
        return replace(self, default=default, arenas=rest)


def login_file() -> Path:
    return Path(typer.get_app_dir("goat")) / FILE


def read_logins() -> Logins:
    """The saved logins; none if there is no file. Raises BadLoginFile."""
    path = login_file()
    try:
        if path.stat().st_size > MAX_FILE:
            raise _unusable(path, "it is too large")
        _make_private(path)
        value = json.loads(path.read_bytes())
        arenas = {key: _login(key, entry) for key, entry in value["arenas"].items()}
        default = value["default"]
        if not isinstance(default, str):
            raise TypeError
    except FileNotFoundError:
        return Logins()
    except NotADirectoryError:
        return Logins()
    except OSError as error:
        raise _unusable(path, error.strerror or str(error)) from None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise _unusable(path, "it is not as goat login writes it") from None
    return Logins(default if default in arenas else next(reversed(arenas), ""), arenas)


def write_logins(logins: Logins) -> Path:
    """Writes the file in one step, and returns its path. Raises BadLoginFile."""
    # A link, as of a folder of settings kept elsewhere, stays one.
    path = login_file().resolve()
    content = {
        "default": logins.default,
        "arenas": {
            key: {name: value for name, value in asdict(login).items() if name != "address"}
            for key, login in logins.arenas.items()
        },
    }
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.parent.chmod(0o700)
        # Others can never read it, not even before it has its name.
        number, draft = tempfile.mkstemp(prefix=".arenas-", dir=path.parent)
        try:
            with os.fdopen(number, "w", encoding="utf-8") as file:
                json.dump(content, file, indent=2)
                file.write("\n")
                file.flush()
                os.fsync(file.fileno())
            Path(draft).replace(path)
        except BaseException:
            Path(draft).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise BadLoginFile(
            f"the login cannot be saved in {path} ({error.strerror}): make that folder writable,"
            " or use GOAT_ARENA and GOAT_TOKEN instead"
        ) from None
    return path


def _login(key: str, entry: Any) -> Login:
    """Raises ValueError, TypeError and KeyError."""
    login = Login(arena_address(key), entry["token"], entry.get("user", ""))
    if login.address != key or not isinstance(login.token, str) or not isinstance(login.user, str):
        raise TypeError
    return login


def _make_private(path: Path) -> None:
    """Takes the rights of others away, which a copy of the file may have given them."""
    if os.name == "posix" and path.stat().st_mode & 0o077:
        path.chmod(0o600)


def _unusable(path: Path, why: str) -> BadLoginFile:
    return BadLoginFile(
        f"the logins in {path} cannot be used: {why}. Correct or delete the file, and log in again"
        " with goat login"
    )
