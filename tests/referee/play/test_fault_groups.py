"""The same fault is shown once, with a count."""

from dataclasses import dataclass

from referee.play.fault_groups import first_line, grouped, trace


@dataclass(frozen=True)
class Fault:
    reason: str
    cause: str


def counts(*faults: tuple[str, str]) -> list[int]:
    return [len(group) for group in grouped([Fault(*fault) for fault in faults])]


def test_faults_with_the_same_first_line_are_the_same() -> None:
    assert counts(("timeout", "slept\n12 ms"), ("timeout", "slept\n13 ms")) == [2]


def test_faults_at_other_lines_or_for_other_reasons_are_not_the_same() -> None:
    assert counts(("crash", "main.py line 2: E"), ("crash", "main.py line 3: E")) == [1, 1]
    assert counts(("start", "main.py line 2: E"), ("crash", "main.py line 2: E")) == [1, 1]


def test_the_same_exception_with_another_key_is_the_same() -> None:
    assert counts(
        ("crash", "main.py line 2: KeyError: 'a'"), ("crash", "main.py line 2: KeyError: 'b'")
    ) == [2]


def test_wrong_answers_are_the_same_whatever_was_answered() -> None:
    assert counts(("malformed", "got 'a': no JSON"), ("malformed", "got 'b': no JSON")) == [2]
    assert counts(
        ("illegal", "'card 7D' is not legal: 7D"), ("illegal", "'x' is not legal: TH")
    ) == [2]


def test_other_last_words_are_another_fault() -> None:
    assert counts(("crash", "exit code 1: 'a'"), ("crash", "exit code 1: 'b'")) == [1, 1]


def test_groups_keep_the_order_of_their_first_faults() -> None:
    groups = grouped([Fault("crash", "b"), Fault("crash", "a"), Fault("crash", "b")])
    assert [group[0].cause for group in groups] == ["b", "a"]


def test_a_cause_is_a_first_line_and_a_trace() -> None:
    assert (first_line("a\nb\nc"), trace("a\nb\nc")) == ("a", "b\nc")
    assert (first_line("a"), trace("a")) == ("a", "")
