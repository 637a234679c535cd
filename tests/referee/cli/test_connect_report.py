"""What goat connect shows while it plays: a line with the state on a terminal, lines elsewhere."""

import io
import json

import pytest

from referee.cli import connect_report
from referee.cli.connect_report import ConnectReport
from referee.cli.console import VisibleConsole

MATCH = {"match": 17, "opponent": "bob/shy", "leg": 1}
ONLINE = {"bot": "alice/gpu", "games": 1, "lost": []}


def console(monkeypatch: pytest.MonkeyPatch, *, terminal: bool) -> io.StringIO:
    """A terminal of 40 columns, or a file."""
    written = io.StringIO()
    shown = VisibleConsole(
        file=written, force_terminal=terminal, width=40, highlight=False, soft_wrap=True
    )
    monkeypatch.setattr(connect_report, "err", shown)
    return written


def over(report: ConnectReport, game: int, scores: tuple[float, float], session: str = "s") -> None:
    start = {"type": "game", "game": game, "seat": 0, "side": 0}
    end = {"type": "over", "game": game, "scores": scores, "reason": "normal"}
    for message in (start, end):
        line = json.dumps(message, separators=(",", ":"))
        report.tell("line", {"session": session, "line": line})


def test_the_state_says_what_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    console(monkeypatch, terminal=True)
    report = ConnectReport("alice/gpu", as_json=False)
    assert report.state().plain == "● alice/gpu: connecting …"
    report.tell("online", ONLINE)
    assert report.state().plain == "● alice/gpu waits for games"
    # The two processes of a side in a game with partners play one game.
    for session in ("s", "t"):
        report.tell("begin", {"session": session, **MATCH})
        over(report, 1, (1, 0), session)
    over(report, 2, (0.5, 0.5))
    assert report.state().plain == "● 1.5 – 0.5 against bob/shy"
    report.tell("begin", {"session": "u", "table": "k3v9", "seat": 1})
    assert report.state().plain == "● alice/gpu plays 2 games"
    report.tell("offline", {"why": "no answer", "again_s": 4.0})
    assert report.state().plain == "● connection lost, trying again in 4 s"
    report.tell("online", ONLINE)
    for session in ("s", "t", "u"):
        report.tell("end", {"session": session})
    assert report.state().plain == "● alice/gpu waits for games"


def test_a_terminal_of_40_columns_has_room_for_the_state(monkeypatch: pytest.MonkeyPatch) -> None:
    written = console(monkeypatch, terminal=True)
    with ConnectReport("somebody-with-a-long-name/and-a-long-bot", as_json=False) as report:
        report.tell("online", ONLINE)
    states = [line for line in written.getvalue().splitlines() if "●" in line]
    assert states and all(line.rstrip().endswith("…") for line in states)


def test_without_a_terminal_there_are_lines_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    written = console(monkeypatch, terminal=False)
    with ConnectReport("alice/gpu", as_json=False) as report:
        report.tell("online", {**ONLINE, "lost": [MATCH]})
        report.tell("begin", {"session": "s", **MATCH})
        over(report, 1, (0, 1))
        for pause in (0.5, 1.0, 2.0):
            report.tell("offline", {"why": "no answer", "again_s": pause})
        report.tell("online", ONLINE)
    assert [line.partition(" ")[2] for line in written.getvalue().splitlines()] == [
        "connected: alice/gpu waits for games, 1 at once",
        "lost with the goat connect before: match 17 against bob/shy, leg 1",
        "match 17 against bob/shy, leg 1, begins",
        "game 1: 0 – 1",
        "not connected, trying again in 0.5 s: no answer",
        "connected again: alice/gpu waits for games, 1 at once",
    ]
