import json

import pytest

from engine.faults import Reason
from referee.play.protocol import (
    MAX_DETAIL,
    MAX_LINE,
    MAX_NOTE,
    BotFault,
    Bye,
    GameOver,
    GameStart,
    Hello,
    MoveRequest,
    TurnClock,
    line,
    quote,
    read_answer,
)


def test_messages_are_written_as_the_protocol_gives_them():
    clock = {"start_ms": 10000, "move_ms": 500, "bank_ms": 10000}
    turn = MoveRequest(
        1,
        17,
        2,
        [{"seat": 1, "move": "lead 6S 7S"}],
        {"phase": "reply", "hand": ["9S", "KS", "6H", "TD"]},
        ["beat 9S KS", "drop 9S KS"],
        TurnClock(9340, 12.4),
    )
    written = [
        line(message).decode()
        for message in (
            Hello(1, "kozel", {}, 0, 4, 2, clock),
            GameStart(1, 2, 0),
            turn,
            GameOver(1, (1.0, 0.0), "normal"),
            Bye(),
        )
    ]
    assert written == [
        '{"type":"hello","protocol":1,"ruleset":"kozel","options":{},"side":0,"seats":4,"games":2,'
        '"clock":{"start_ms":10000,"move_ms":500,"bank_ms":10000}}\n',
        '{"type":"game","game":1,"seat":2,"side":0}\n',
        '{"type":"move","game":1,"turn":17,"seat":2,"events":[{"seat":1,"move":"lead 6S 7S"}],'
        '"view":{"phase":"reply","hand":["9S","KS","6H","TD"]},'
        '"legal":["beat 9S KS","drop 9S KS"],"clock":{"bank_ms":9340,"last_ms":12.4}}\n',
        '{"type":"over","game":1,"scores":[1.0,0.0],"reason":"normal"}\n',
        '{"type":"bye"}\n',
    ]


@pytest.mark.parametrize(
    "text",
    [
        b'{"move":"lead 7S"}',
        b' { "move" : "lead 7S" , "note" : null } ',
        b'{"move":"lead 7S"}\r',
        '{"move":"lead 7S","mood":"♠","depth":[1,{"2":3}]}'.encode(),
    ],
)
def test_unknown_keys_of_an_answer_are_ignored(text):
    answer = read_answer(text)
    assert (answer.move, answer.note) == ("lead 7S", None)


def test_a_note_is_shortened_and_made_printable():
    text = json.dumps({"move": "pass", "note": "one\ntwo\x1b[31m\x00" + "é" * 300})
    note = read_answer(text.encode()).note
    assert note is not None
    assert note.startswith("one two [31m é")
    assert len(note) == MAX_NOTE


def test_an_empty_note_is_left_out():
    assert read_answer(b'{"move":"pass","note":""}').note is None


def test_a_note_of_the_greatest_length_is_kept_whole():
    note = "x" * MAX_NOTE
    assert read_answer(json.dumps({"move": "pass", "note": note}).encode()).note == note


def test_the_detail_of_a_fault_is_cut():
    assert BotFault(Reason.CRASH, "x" * 1000).detail == "x" * MAX_DETAIL


def test_a_line_of_four_kib_is_still_read():
    text = b'{"move":"pass","pad":"' + b"x" * (MAX_LINE - 24) + b'"}'
    assert len(text) == MAX_LINE
    assert read_answer(text).move == "pass"


def test_a_line_of_a_byte_more_is_malformed():
    with pytest.raises(BotFault, match=f"a line of {MAX_LINE + 1} bytes; the limit is {MAX_LINE}"):
        read_answer(b'{"move":"pass","pad":"' + b"x" * (MAX_LINE - 23) + b'"}')


@pytest.mark.parametrize(
    "text", ["a\nb\x1b[2J", b"\xff\x00\x07", "\ud800", "x" * 500, "\U000e0001" * 99]
)
def test_what_a_bot_wrote_is_quoted_short_and_printable(text):
    quoted = quote(text)
    assert quoted.isprintable()
    assert len(quoted) <= 170
    quoted.encode()
