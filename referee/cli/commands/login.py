"""`goat login` and `goat logout`: a token for an arena, kept for the other commands."""

import os
import platform
import sys
import webbrowser
from typing import Annotated

import typer
from rich.text import Text

from referee.cli.arena_access import AsJson, say, warn_in_the_clear
from referee.cli.arguments import BadArgument
from referee.cli.console import complain, err, out, print_json
from referee.client import device_login
from referee.client.addresses import arena_address
from referee.client.arena import Arena, checked_token
from referee.client.description import describe, version_note
from referee.client.errors import ArenaError
from referee.client.names import user_name
from referee.client.saved_login import Login, login_file, read_logins, write_logins
from referee.host.system import LINUX

MAX_TOKEN = 1000  # characters


def login(
    arena: Annotated[
        str,
        typer.Argument(metavar="ARENA", help="Its address, such as https://arena.example.org."),
    ],
    token: Annotated[
        bool,
        typer.Option("--token", help="Paste a token of the page “API tokens”, or pipe it in."),
    ] = False,
    name: Annotated[
        str,
        typer.Option(metavar="NAME", help="The token's name. Default: goat on this computer."),
    ] = "",
    scope: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SCOPE",
            help="What the token may do: read, submit, organise. Repeatable. Default: submit.",
        ),
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the page in your browser.")] = True,
    as_json: AsJson = False,
) -> None:
    """Log in at an arena: allow it on a page in your browser, or paste a token."""
    unknown = [word for word in scope or [] if word not in device_login.SCOPES]
    if unknown:
        raise BadArgument(f"there is no scope {unknown[0][:40]!r}: choose read, submit or organise")
    target = Arena(arena, say=say)
    description = describe(target)
    address = arena_address(target.address)  # https, if it has sent us there
    warn_in_the_clear(address)
    if note := version_note(description):
        complain(note)
    if token:
        key = _pasted()
    else:
        key = _allowed(target, name or f"goat on {platform.node() or 'a computer'}", scope, browser)
    user = user_name(Arena(address, key, say))
    before = read_logins().of(address)
    path = write_logins(read_logins().with_login(Login(address, key, user)))
    if before is not None and before.token != key:
        _give_back(before)
    if as_json:
        print_json({"arena": address, "user": user, "file": str(path)})
    else:
        out.print(Text(f"Logged in at {address} as {user}. The token is kept in {path}."))


def logout(
    arena: Annotated[
        str, typer.Argument(metavar="ARENA", help="Default: where you logged in last.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Delete the token of an arena, here and there."""
    logins = read_logins()
    address = arena_address(arena) if arena else logins.default
    found = logins.of(address)
    if found is None:
        known = ", ".join(logins.arenas)
        where = f" at {address}" if address else ""
        also = f": you are at {known}" if known else " at any arena"
        raise ArenaError(f"you are not logged in{where if known else ''}{also}")
    write_logins(logins.without(address))
    deleted = _give_back(found)
    if as_json:
        print_json({"arena": address, "deleted_there": deleted})
        return
    out.print(Text(f"Logged out of {address}. Its token is no longer in {login_file()}."))


def _allowed(arena: Arena, name: str, scopes: list[str] | None, browser: bool) -> str:
    """The token that a person allows on the arena's page."""
    shown = "".join(char for char in name if char.isprintable())[:60]
    codes = device_login.begin(arena, shown, scopes or ["read", "submit"])
    err.print(Text("Open this page and compare the code:\n"))
    err.print(Text(f"    {codes.page}"))
    err.print(Text.assemble("    ", (codes.user_code, "bold"), "\n"))
    err.print(Text(f"It is good for {codes.minutes} minutes. Ctrl-C stops waiting.", "dim"))
    if browser and sys.stderr.isatty() and _has_windows():
        webbrowser.open(codes.page)
    return device_login.wait(arena, codes)[0]


def _has_windows() -> bool:
    """Whether a browser can open in a window; one in the terminal would take its place."""
    return not LINUX or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _pasted() -> str:
    """The token from the terminal, which does not show it, or from standard input."""
    if sys.stdin.isatty():
        text = typer.prompt("Token (goat_…)", hide_input=True, err=True)
    else:
        text = sys.stdin.read(MAX_TOKEN)
    if not (key := text.strip()):
        raise ArenaError("no token: paste one of the page “API tokens”, or leave --token out")
    return checked_token(key)


def _give_back(login: Login) -> bool:
    """Deletes a token at its arena, so that nobody else can use it; whether that worked."""
    try:
        Arena(login.address, login.token).request("DELETE", "token/")
        return True
    except ArenaError as error:
        if error.status == 401:
            return True  # it was deleted there, or has expired
        complain(f"the old token is still valid at {login.address}: delete it there ({error})")
        return False
