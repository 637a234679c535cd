"""Nobody learns at a table what his seat may not know: by bytes, by what comes, and by when.

A game begins at a position in two worlds: the cards that a viewer cannot see differ, and with them
who is asked in secret. Everything that looks the same to the viewer is done in both worlds; all
that the viewer can get must be the same, byte by byte.
"""

import asyncio
import json
import random
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import zip_longest
from typing import Any

import pytest
from django.db.models import DateTimeField, Value
from django.test import Client
from django.utils.functional import SimpleLazyObject

from arena.people.models import Player
from arena.people.players import COOKIE, _hashed
from arena.tables import log
from arena.tables.actions import ACTIONS
from arena.tables.errors import TableError
from arena.tables.game import game_state, turns
from arena.tables.game.game_state import GameState, moves_of
from arena.tables.models import Seat, Table
from arena.tables.watching import history, updates
from arena.tables.watching.broadcasts import Broadcast, Stream
from engine.ruleset import SPECTATOR, Ruleset, State
from engine.rulesets import RULESETS, ruleset
from tests.engine.games import deal_hidden_again, states

pytestmark = pytest.mark.django_db

CODE = "aaaaaaaaaa"
START = datetime(2100, 1, 1, tzinfo=UTC)
STEPS = 1


class Clock:
    """The time in all modules of tables."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = START
        for name, module in list(sys.modules.items()):
            if name.startswith("arena.tables") and hasattr(module, "database_now"):
                monkeypatch.setattr(module, "database_now", lambda: self.now)
        read_at = SimpleLazyObject(lambda: self.now)
        monkeypatch.setattr(
            history, "Now", lambda: Value(self.now, output_field=DateTimeField()) or read_at
        )

    def passes(self, **time: float) -> None:
        self.now += timedelta(**time)


class FromPosition:
    """The ruleset, whose game begins at a position."""

    def __init__(self, rules: Ruleset, position: str) -> None:
        self._rules, self._position = rules, position

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)

    def start(self, seed: bytes) -> State[Any]:
        return self._rules.position(self._position)


class World:
    """A table whose game began at a position, and all that a viewer gets of it.

    The rows are the same in every world: code, names and times.
    """

    def __init__(
        self, rules: Ruleset, position: str, viewer: int, players: list[Player], clock: Clock
    ) -> None:
        self.rules = FromPosition(rules, position)
        self.viewer = viewer
        self.clock = clock
        self.seen: list[bytes] = []  # what was sent to the viewer by the stream
        self.player = players[viewer] if viewer >= 0 else None
        self.client = Client(raise_request_exception=True)
        if viewer >= 0:
            self.client.cookies[COOKIE] = f"cookie {viewer}"
        clock.now = START
        self.enter()
        table = Table.objects.create(
            code=CODE,
            ruleset=rules.name,
            options=dict(rules.options),
            seed=bytes(32),
            commitment="",
            host=players[0],
            hints=True,
            clock={"move_s": 30, "bank_s": 60} if viewer % 2 else None,
            touched=START,
        )
        Seat.objects.bulk_create(
            Seat(table=table, number=number, player=player, seen=START)
            for number, player in enumerate(players)
        )
        Table.objects.update(created=START)
        self.broadcast = Broadcast(CODE)
        self.stream = Stream(None, {CODE: 0})
        if self.player:
            self.stream = Stream(self.player.pk, {CODE: 0}, self.player.key)
        self.broadcast.streams.add(self.stream)
        self.change(turns.begin)

    def enter(self) -> None:
        """Makes this the world of the process."""
        game_state.ruleset_of = lambda table: self.rules  # type: ignore[assignment,return-value]
        history._histories.clear()

    def leave(self) -> None:
        Table.objects.all().delete()

    @property
    def table(self) -> Table:
        return Table.objects.get(code=CODE)

    @property
    def game(self) -> GameState:
        return GameState(self.table, moves_of(self.table))

    def change(self, change: Any) -> None:
        """Changes the table, and notes what the viewer is sent because of it, if anything."""
        with log.locked(CODE) as table:
            change(table)
        found = updates.look(CODE, [self.stream.player])
        if text := asyncio.run(self._news(found)):
            self.seen.append(text.encode())

    async def _news(self, found: Any) -> str:
        self.broadcast._take(found)
        holder: Any = type("Holder", (), {"tables": {CODE: self.broadcast}})()
        text = self.stream.news(holder)
        self.broadcast.close()
        return text

    def play(self, text: str) -> None:
        """The person who is to move plays."""
        seat = self.game.seat
        assert seat is not None
        self.clock.passes(seconds=3)
        number = self.game.noticed[seat]
        self.change(lambda table: turns.answer(table, seat, number, text))

    def answer_in_secret(self) -> None:
        """All who are asked in secret pass, one after the other."""
        game = self.game
        self.clock.passes(milliseconds=100)
        for seat in game.asked_in_secret():
            number = game.noticed[seat]
            self.change(lambda table, s=seat, n=number: turns.answer(table, s, n, game.decline))

    def end_window(self) -> None:
        if self.table.window is not None:
            self.clock.passes(milliseconds=self.table.window["length"])
            self.change(lambda table: turns.close_window(table, GameState(table, moves_of(table))))

    def glance(self) -> list[bytes]:
        """What the viewer gets from the stream, and an Update of everything."""
        return [*self.seen, as_bytes(updates.update_for(CODE, self.player))]

    def everything(self) -> list[bytes]:
        """All that the viewer gets: reasons and errors too."""
        before = self.table.entries, self.table.window
        found = self.glance()
        legal = self.legal()
        for move in (*legal[:1], "pass", "molodka", "lead 6S", "play AS"):
            found.append(as_bytes(updates.why_not(CODE, self.player, move)))
        found.append(self.refused("move", question=1000, move="pass"))
        if not legal and self.player is not None:
            number = self.game.noticed[self.viewer]
            for move in ("pass", "molodka", "lead 6S"):
                found.append(self.refused("move", question=number, move=move))
            found.append(self.refused("hint", question=number))
        assert (self.table.entries, self.table.window) == before
        return found

    def refused(self, action: str, **data: Any) -> bytes:
        """What the viewer is told who tries this; empty if nothing is wrong with it."""
        if self.player is None:
            return b""
        try:
            with log.locked(CODE) as table:
                ACTIONS[action].act(table, self.player, data | {"network": ""})
        except TableError as error:
            return as_bytes([error.code, error.status, error.message, error.field, error.wait])
        return b""

    def responses(self) -> list[bytes]:
        """What the network sees of pages and of the API."""
        path = f"/api/v1/tables/{CODE}/"
        pages = (path, f"{path}why/?move=pass", f"/tables/{CODE}/", "/api/v1/tables/mine/")
        found = [sent(self.client.get(page)) for page in pages]
        for body in ({"question": 1000, "move": "pass"}, {"question": -1}):
            found.append(
                sent(self.client.post(f"{path}move/", body, content_type="application/json"))
            )
        return found

    def legal(self) -> list[str]:
        question = updates.update_for(CODE, self.player)["now"]["question"]
        return question["legal"] if question else []


def as_bytes(content: Any) -> bytes:
    return json.dumps(content).encode()


def sent(response: Any) -> bytes:
    """What the network sees of a response: its status, size and content."""
    content = b"".join(response.streaming_content) if response.streaming else response.content
    head = {name: value for name, value in response.items() if name != "Set-Cookie"}
    return json.dumps([response.status_code, head]).encode() + without_csrf(content)


def difference(left: bytes, right: bytes) -> list[str]:
    """The surroundings of the first byte that differs."""
    pairs = enumerate(zip(left, right, strict=False))
    at = next((n for n, (one, other) in pairs if one != other), 0)
    return [text[max(0, at - 80) : at + 40].decode(errors="replace") for text in (left, right)]


def without_csrf(content: bytes) -> bytes:
    import re

    return re.sub(rb'(csrfmiddlewaretoken"? *(?:value=|: *)")[^"]*', rb"\1", content)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    monkeypatch.setattr(game_state, "ruleset_of", game_state.ruleset_of)
    monkeypatch.setattr(history, "_histories", type(history._histories)())
    yield Clock(monkeypatch)


def players_of(rules: Ruleset) -> list[Player]:
    return [
        Player.objects.create(key=_hashed(f"cookie {seat}"), guest_name=f"Guest {seat}")
        for seat in range(rules.seats)
    ]


def same_moves(one: GameState, other: GameState, viewer: int, rng: random.Random) -> Any:
    """A move in each world that looks the same to the viewer; None if there is none."""
    if one.seat != other.seat or one.seat is None:
        return None
    found = list(one.state.legal())
    rng.shuffle(found)
    for move in found:
        seen = one.state.event(move, viewer)
        for candidate in other.state.legal():
            same_text = one.state.text(move) == other.state.text(candidate)
            if other.state.event(candidate, viewer) == seen and (one.seat != viewer or same_text):
                return one.state.text(move), other.state.text(candidate)
    return None


def course(world: World, steps: list[str], full: bool) -> Iterator[list[bytes]]:
    """Plays the steps, one of each world; yields all that the viewer has got after each.

    `full`: responses too, which take long.
    """
    yield world.everything()
    for number, text in enumerate([*steps, ""]):
        world.answer_in_secret()
        yield world.glance() if number else world.everything()
        if full and not number:
            yield world.responses()
        world.end_window()
        yield world.glance()
        if text:
            world.play(text)


def two_worlds(
    rules: Ruleset, state: State[Any], other: State[Any], viewer: int, rng: random.Random
) -> tuple[list[str], list[str]]:
    """The moves that are played in both: as long as they look the same to the viewer."""
    one, two = state.copy(), other.copy()
    steps: tuple[list[str], list[str]] = ([], [])
    secret = Table(ruleset=rules.name, options=dict(rules.options), seed=bytes(32))
    for _ in range(STEPS):
        games = []
        for each in (one, two):
            game = GameState(secret, [])
            game.state = each
            while game.asks_in_secret:
                each.play(each.parse(game.decline))
            games.append(game)
        if one.view(viewer) != two.view(viewer):
            break
        pair = same_moves(games[0], games[1], viewer, rng)
        if pair is None:
            break
        after = [each.copy() for each in (one, two)]
        for each, text in zip(after, pair, strict=True):
            each.play(each.parse(text))
        if None in (after[0].seat, after[1].seat) or after[0].view(viewer) != after[1].view(viewer):
            break  # it drew other cards, or the end has opened all
        one, two = after
        for chosen, text in zip(steps, pair, strict=True):
            chosen.append(text)
    return steps


def one_of_each_phase(rules: Ruleset, rng: random.Random) -> list[State[Any]]:
    """States of some games. A secret question is one to a seat that is not to move next: if others
    saw whose move is awaited, they would notice it."""
    found: dict[str, list[State[Any]]] = {}
    for number in (0, 1, 3, 5):
        for state in states(rules, number):
            phase = state.view(None)["phase"]
            if phase != "over" and (phase != "window" or state.seat != next_to_move(state)):
                found.setdefault(phase, []).append(state)
    return [rng.choice(of_phase) for of_phase in found.values()]


def next_to_move(state: State[Any]) -> int | None:
    state = state.copy()
    while state.seat is not None and state.view(None)["phase"] == "window":
        state.play(state.parse("pass"))
    return state.seat


def viewers(rules: Ruleset, state: State[Any], rng: random.Random) -> list[int]:
    """A spectator, and a seat that is to move or not; in Kozel, somebody else's partner too."""
    others = [seat for seat in range(rules.seats) if seat != state.seat]
    if rules.seats == 2:
        return [SPECTATOR, rng.randrange(2)]
    assert state.seat is not None
    return [SPECTATOR, state.seat, rng.choice(others)]


@pytest.mark.parametrize(
    "rules",
    [*(ruleset(name) for name in RULESETS), ruleset("svoi-kozyri", {"trumps": "choose"})],
    ids=[*RULESETS, "trumps-chosen"],
)
def test_a_viewer_gets_the_same_bytes_whatever_is_hidden_from_it(
    rules: Ruleset, clock: Clock
) -> None:
    rng = random.Random(2)
    players = players_of(rules)
    differ = asked = compared = 0
    for number, state in enumerate(one_of_each_phase(rules, rng)):
        for viewer in viewers(rules, state, rng):
            other = deal_hidden_again(rules, state, viewer, rng)
            differ += other.view(None) != state.view(None)
            steps = two_worlds(rules, state, other, viewer, rng)
            got = []
            for begun, chosen in zip((state, other), steps, strict=True):
                world = World(rules, begun.position(), viewer, players, clock)
                asked += viewer != state.seat and bool(world.game.asked_in_secret())
                got.append(list(course(world, chosen, full=not number)))
                world.leave()
            for one, two in zip(*got, strict=True):
                for left, right in zip_longest(one, two, fillvalue=b"nothing"):
                    where = difference(left, right)
                    assert left == right, (where, viewer, state.position(), other.position())
                compared += len(one)
    assert compared > 40
    assert bool(asked) == (rules.name == "kozel")
    assert bool(differ) == (rules.name != "svoi-kozyri")
