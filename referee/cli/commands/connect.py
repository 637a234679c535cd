"""goat connect: plays a bot on this machine at an arena."""

import json
import time
from collections.abc import Mapping
from typing import Annotated, Any

import typer

from referee.cli.console import complain, err, print_json
from referee.client.arena import Arena
from referee.client.errors import ArenaError
from referee.client.remote.connection import RemoteBot
from referee.errors import RefereeError


def connect(
    name: Annotated[str, typer.Argument(help="The bot: its name, or owner/name.")],
    command: Annotated[
        list[str] | None,
        typer.Argument(metavar="-- COMMAND…", help="What runs the bot, as in: -- python bot.py"),
    ] = None,
    new: Annotated[
        str, typer.Option("--new", metavar="RULESET", help="Make the bot first, for this game.")
    ] = "",
    games: Annotated[
        int, typer.Option("--games", min=1, max=64, help="Games that it plays at once.")
    ] = 1,
    arena: Annotated[
        str, typer.Option("--arena", metavar="ADDRESS", help="Which arena, if not the last login.")
    ] = "",
    as_json: Annotated[
        bool, typer.Option("--json", help="Print what happens as one JSON object a line.")
    ] = False,
) -> None:
    """Play a remote bot: the command runs on this machine, and the arena referees.

    The bot plays unrated challenges, at tables, and in tournaments that allow remote bots. It runs
    without a sandbox, as your own program. Ctrl-C ends it; games in progress are lost.
    """
    if not command:
        raise RefereeError(
            f"which program? Write the command after --, as in goat connect {name} -- python bot.py"
        )
    report = _Report(as_json)
    site = Arena.configured(arena, say=lambda line: report.tell("offline", {"why": line}))
    try:
        owner, _slash, short = name.rpartition("/")
        owner = owner or str(site.get("me/")["username"])
        if new:
            _make(site, new, short)
        bot = RemoteBot(site, f"{owner}/{short}", command, games, report.tell)
        try:
            bot.play()
        except (KeyboardInterrupt, SystemExit):
            bot.leave()
            raise
    finally:
        site.close()


def _make(site: Arena, ruleset: str, name: str) -> None:
    """Makes the bot, unless it is there already."""
    try:
        site.post("remote/bots/", {"ruleset": ruleset, "name": name})
    except ArenaError as error:
        if error.code != "taken":
            raise


class _Report:
    """Prints what happens: lines for people on standard error, or JSON on standard output."""

    def __init__(self, as_json: bool) -> None:
        self._as_json = as_json
        self._online = False
        self._sides: dict[str, tuple[int, int]] = {}  # by session: game and side

    def tell(self, kind: str, facts: Mapping[str, Any]) -> None:
        if kind == "line":
            self._line(facts)
        elif self._as_json:
            print_json({"event": kind, **facts}, indent=None)
        else:
            self._say(kind, facts)

    def _say(self, kind: str, facts: Mapping[str, Any]) -> None:
        if kind == "online":
            again = "back at" if self._online else "connected:"
            self._online = True
            self._print(f"{again} {facts['bot']} waits for games, {facts['games']} at once")
        elif kind == "offline":
            self._print(f"not connected: {facts['why']}")
        elif kind in ("begin", "end"):
            verb = "begins" if kind == "begin" else "has ended"
            self._print(f"{_what(facts)} {verb}")
        elif kind == "fault":
            complain(f"the bot failed ({facts['reason']}): {facts['detail']}")
        elif kind == "refused":
            complain(f"the arena refused an answer: {facts['why']}")
        elif kind == "over":
            self._print(f"game {facts['game']}: {facts['own']:g} – {facts['other']:g}")
        elif kind == "log":
            self._print(f"  bot: {facts['line']}")

    def _line(self, facts: Mapping[str, Any]) -> None:
        """Reads results in what the bot is told."""
        text, session = facts["line"], facts["session"]
        if not text.startswith(('{"type":"game"', '{"type":"over"')):
            return
        message = json.loads(text)
        if message["type"] == "game":
            self._sides[session] = message["game"], message["side"]
            return
        _game, side = self._sides.get(session, (0, 0))
        own, other = message["scores"][side], message["scores"][1 - side]
        over = {"game": message["game"], "own": own, "other": other, "reason": message["reason"]}
        self.tell("over", {"session": session, **over})

    def _print(self, text: str) -> None:
        err.print(f"{time.strftime('%H:%M:%S')} {text}", markup=False)


def _what(about: Mapping[str, Any]) -> str:
    if "match" in about:
        return f"match {about['match']} against {about['opponent']}, leg {about['leg']},"
    return f"table {about.get('table', '')}, seat {about.get('seat', '')},"
