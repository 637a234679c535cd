"""How the lines of bots are read: only `move` counts, and a fault names what is wrong.

docs/3-protocol.md, "Your answers".
"""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.play.protocol import (
    MAX_LINE,
    MAX_NOTE,
    MAX_OUTPUT,
    BotFault,
    read_answer,
    read_ready,
)

LEGAL = ["lead 7S", "pass", "card KH king"]

READABLE = {
    "half a surrogate pair in the note": (rb'{"move":"pass","note":"good \ud83d"}', "good \ufffd"),
    "the other half": (rb'{"move":"pass","note":"\ude00 good"}', "\ufffd good"),
    "a whole surrogate pair": (rb'{"move":"pass","note":"\ud83d\ude00"}', "\U0001f600"),
    "half a surrogate pair elsewhere": (rb'{"move":"pass","why":"\ud83d"}', None),
    "half a surrogate pair in a key": (rb'{"move":"pass","\ud83d":1}', None),
    "a number as the note": (b'{"move":"pass","note":7}', None),
    "a list as the note": (b'{"move":"pass","note":["a"]}', None),
    "an object as the note": (b'{"move":"pass","note":{"a":1}}', None),
    "null as the note": (b'{"move":"pass","note":null}', None),
    "true as the note": (b'{"move":"pass","note":true}', None),
    "NaN as the note": (b'{"move":"pass","note":NaN}', None),
    "NaN in a key that is ignored": (b'{"move":"pass","eval":NaN}', None),
    "Infinity": (b'{"eval":[-Infinity,Infinity],"move":"pass"}', None),
    "a number that is too large": (b'{"eval":1e999,"move":"pass"}', None),
    "NaN and a note": (b'{"move":"pass","eval":NaN,"note":"sure"}', "sure"),
    "a raw tab in the note": (b'{"move":"pass","note":"a\tb"}', "a b"),
    "a raw control character elsewhere": (b'{"move":"pass","why":"\x01"}', None),
    "control characters in the note": (
        rb'{"move":"pass","note":"a\u0000\u001b[31mb\n"}',
        "a  [31mb ",
    ),
    "marks of direction in the note": (rb'{"move":"pass","note":"\u202eevil"}', " evil"),
    "a note that is cut within a character": (
        '{"move":"pass","note":"é'.encode()[:-1] + b'"}',
        "\ufffd",
    ),
    "a note that is not UTF-8": (b'{"move":"pass","note":"caf\xe9"}', "caf\ufffd"),
    "a note longer than a line": (
        b'{"move":"pass","note":"' + b"x" * MAX_LINE + b'"}',
        "x" * MAX_NOTE,
    ),
    "an empty note": (b'{"move":"pass","note":""}', None),
    "a note twice": (b'{"note":7,"move":"pass","note":"b"}', "b"),
    "a carriage return": (b'{"move":"pass"}\r', None),
    "spaces around it": (b'  {"move" : "pass" }\t', None),
    "a type": (b'{"type":"move","move":"pass"}', None),
}


@pytest.mark.parametrize("name", READABLE)
def test_an_answer_is_read_that_has(name):
    line, note = READABLE[name]
    answer = read_answer(line, LEGAL)
    assert (answer.move, answer.note) == ("pass", note)
    (answer.note or "").encode()


MALFORMED = {
    "nothing": (b"", "an empty line"),
    "spaces only": (b"  ", "an empty line"),
    "a debug print": (b"thinking about it", "this looks like a debug print: use standard error"),
    "a number that was printed": (b"42", "this looks like a debug print: use standard error"),
    "a debug print before the object": (b'debug {"move":"pass"}', "text before the object"),
    "the move without JSON": (b"card KH king", 'print {"move":"card KH king"}'),
    "the move in quotes": (b'"card KH king"', 'print {"move":"card KH king"}'),
    "the move in single quotes": (b"'lead 7S'", 'print {"move":"lead 7S"}'),
    "a list": (b'["pass"]', "a list, not an object"),
    "null": (b"null", "null, not an object"),
    "an empty object": (b"{}", 'no "move" in it'),
    "another key": (b'{"action":"pass"}', 'no "move" in it; its keys are "action"'),
    "ready": (b'{"type":"ready"}', "answers only hello"),
    "a number as the move": (b'{"move":7}', '"move" is a number, not a text'),
    "null as the move": (b'{"move":null}', '"move" is null, not a text'),
    "a list as the move": (b'{"move":["pass"]}', '"move" is a list, not a text'),
    "NaN as the move": (b'{"move":NaN}', "NaN is not JSON"),
    "nan, as C prints it": (b'{"move":"pass","eval":nan}', "nan is not JSON"),
    "-nan, as C prints it": (b'{"move":"pass","eval":-nan}', "-nan is not JSON"),
    "inf, as C prints it": (b'{"move":"pass","eval":inf}', "inf is not JSON"),
    "None, as Python prints it": (b'{"move":"pass","note":None}', "None is not JSON; write null"),
    "True, as Python prints it": (b'{"move":"pass","x":True}', "True is not JSON; write true"),
    "undefined": (b'{"move":undefined}', "undefined is not JSON"),
    "keys without quotes": (b'{move:"pass"}', "the key move needs double quotes"),
    "single quotes": (b"{'move': 'pass'}", "single quotes are not JSON"),
    "a comma at the end": (b'{"move":"pass",}', "a comma before } is not JSON"),
    "two objects": (b'{"move":"pass"} {"move":"pass"}', "two objects: answer each request"),
    "text after the object": (b'{"move":"pass"} ok', "'ok' after the object"),
    "an object over several lines": (b"{", "two lines: print the whole object in one"),
    "half an object": (b'{"move":', "two lines: print the whole object in one"),
    "an object that goes on": (b'{"move":"pass",', "two lines: print the whole object in one"),
    "a line break in a text": (b'{"move":"pass","note":"a', "two lines: print the whole object"),
    "no closing brace": (b'{"move":"pass"', "no } at its end"),
    "no comma": (b'{"move":"pass" "note":"x"}', "Expecting ',' delimiter at character 16"),
    "a byte order mark": ("\ufeff{}".encode(), "a byte order mark"),
    "a byte that is not UTF-8": (b'{"move":"pass","x":"\xff"}', "byte 20 is not UTF-8"),
    "such a byte in the move": (b'{"move":"p\xffss"}', "byte 10 is not UTF-8"),
    "such a byte in the note and elsewhere": (b'{"note":"\xff","x":"\xff"}', "byte 9 is not UTF-8"),
    "UTF-16": ('{"move":"pass"}'.encode("utf-16"), "byte 0 is not UTF-8"),
    "a line that is too long": (b'{"move":"' + b"x" * MAX_LINE + b'"}', f"the limit is {MAX_LINE}"),
    "a long key besides a long note": (
        b'{"move":"pass","x":"' + b"x" * MAX_LINE + b'","note":"' + b"x" * MAX_LINE + b'"}',
        f"the limit is {MAX_LINE}",
    ),
    "a note longer than any output": (
        b'{"move":"pass","note":"' + b"x" * MAX_OUTPUT + b'"}',
        f"the limit is {MAX_LINE}",
    ),
    "deep nesting": (
        b'{"x":' + b"[" * 2000 + b"]" * 2000 + b',"move":"pass"}',
        "nested too deeply",
    ),
    "a huge whole number": (b'{"x":' + b"9" * 4050 + b',"move":7}', '"move" is a number'),
}  # fmt: skip


@pytest.mark.parametrize("name", MALFORMED)
def test_an_answer_is_malformed_and_its_fault_says_why_that_is(name):
    line, why = MALFORMED[name]
    with pytest.raises(BotFault) as caught:
        read_answer(line, LEGAL)
    assert caught.value.reason == "malformed"
    assert why in caught.value.detail
    assert 'expected {"move":"…"}, got ' in caught.value.detail
    assert "truncated" not in caught.value.detail
    assert caught.value.detail.isprintable()


NOT_READY = {
    "a wrong type": (b'{"type":"redy"}', '"type" is \'redy\', not "ready"'),
    "the request itself": (b'{"type":"hello","protocol":1}', '"type" is \'hello\', not "ready"'),
    "a move": (b'{"move":"pass"}', "this answers a move, but hello comes first"),
    "no JSON": (b"ready", 'print {"type":"ready"}'),
    "a debug print": (b"loading tables", "this looks like a debug print: use standard error"),
    "a number as the type": (b'{"type":1}', '"type" is a number, not a text'),
    "another key": (b'{"status":"ready"}', 'no "type" in it; its keys are "status"'),
    "half an object": (b"{", "two lines: print the whole object in one"),
}


@pytest.mark.parametrize("name", NOT_READY)
def test_hello_is_not_answered_by(name):
    line, why = NOT_READY[name]
    with pytest.raises(BotFault) as caught:
        read_ready(line)
    assert why in caught.value.detail
    assert 'expected {"type":"ready"}, got ' in caught.value.detail


@pytest.mark.parametrize(
    "line",
    [
        b'{"type":"ready"}',
        b'{"type":"ready","name":"mine"}',
        rb'{"type":"ready","x":["\ud83d",NaN]}',
    ],
)
def test_hello_is_answered_by_ready_with_any_other_keys(line):
    read_ready(line)


ANY_TEXT = st.text(st.characters(exclude_categories=()))
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | ANY_TEXT,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=5,
)


@settings(max_examples=50)
@given(JSON_VALUES, JSON_VALUES, st.booleans())
def test_no_note_and_no_other_key_ever_loses_a_game(note, other, ascii_only):
    object_ = {"x": other, "move": "lead 7S", "note": note}
    line = json.dumps(object_, ensure_ascii=ascii_only).encode("utf-8", "replace")
    answer = read_answer(line, LEGAL)
    assert answer.move == "lead 7S"
    assert answer.note is None or (isinstance(note, str) and answer.note.isprintable())
    (answer.note or "").encode()


@given(
    st.binary(max_size=60)
    | st.text("{}[]\"':, \\\n\tmovepasNul\ud83d\x00").map(
        lambda text: text.encode("utf-8", "surrogatepass")
    )
)
def test_every_other_line_gives_a_fault_that_can_be_shown(line):
    for read in (read_ready, lambda line: read_answer(line, LEGAL)):
        try:
            read(line)
        except BotFault as fault:
            assert fault.reason == "malformed"
            assert fault.detail.isprintable()
            fault.detail.encode()
