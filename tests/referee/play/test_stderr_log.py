"""What is kept of a bot's standard error, and how it is marked."""

import tracemalloc

from referee.play.stderr_log import BEFORE_PLAY, HEAD, TAIL, StderrLog


def test_a_log_keeps_whole_characters_and_replaces_what_cannot_be_stored():
    log = StderrLog()
    log.add(b"x" + "é".encode() * (HEAD // 2) + b"\0\xff")
    assert log.text() == "x" + "é" * (HEAD // 2) + "\ufffd\ufffd"


def test_what_fits_is_kept_whole_and_of_more_the_middle_is_left_out():
    log = StderrLog()
    log.add(b"a" * HEAD + b"b" * TAIL)
    assert log.text() == "a" * HEAD + "b" * TAIL
    log.add(b"c")
    tail = "b" * (TAIL - 1) + "c"
    assert log.text() == "a" * HEAD + f"\n[… 1 bytes left out …]\n{tail}"


def test_the_memory_of_a_log_is_bounded():
    log = StderrLog()
    chunk = b"x" * 65536
    tracemalloc.start()
    try:
        for _ in range(1000):
            log.add(chunk)
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


def test_a_line_marks_the_turn_in_which_the_text_was_written():
    log = StderrLog()
    log.add_for(BEFORE_PLAY, b"ready\n")
    log.add_for((1, 1), b"one\n")
    log.add_for((1, 1), b"more\n")
    log.add_for((2, 5), b"two\n")
    assert log.text() == "ready\n--- g1m1 ---\none\nmore\n--- g2m5 ---\ntwo\n"


def test_the_mark_of_a_turn_begins_a_line_of_its_own():
    log = StderrLog()
    log.add_for((1, 1), b"no newline")
    log.add_for((1, 3), b"next\n")
    assert log.text() == "--- g1m1 ---\nno newline\n--- g1m3 ---\nnext\n"


def test_the_first_mark_needs_no_blank_line_before_it():
    log = StderrLog()
    log.add_for((1, 1), b"one\n")
    assert log.text() == "--- g1m1 ---\none\n"


def test_what_a_restarted_bot_writes_before_its_first_turn_has_no_mark():
    log = StderrLog()
    log.add_for((1, 1), b"one\n")
    log.add_for(BEFORE_PLAY, b"again\n")
    assert log.text() == "--- g1m1 ---\none\nagain\n"
