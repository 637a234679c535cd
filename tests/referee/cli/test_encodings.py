"""Suits and names can be written, whatever encoding the output has."""

import io
import sys

import pytest

from referee.cli import console

TEXT = "ecarte – K♦, Ё, 你"


def written(monkeypatch: pytest.MonkeyPatch, encoding: str, windows: bool) -> bytes:
    file = io.BytesIO()
    monkeypatch.setattr(console, "WINDOWS", windows)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(file, encoding, write_through=True))
    console.write_any_character()
    sys.stdout.write(TEXT)
    sys.stdout.flush()
    return file.getvalue()


@pytest.mark.parametrize("encoding", ["cp1252", "cp866", "ascii"])
def test_a_legacy_code_page_becomes_utf_8_on_windows(monkeypatch, encoding):
    assert written(monkeypatch, encoding, windows=True) == TEXT.encode()


def test_elsewhere_a_chosen_encoding_is_kept_and_the_rest_is_escaped(monkeypatch):
    assert written(monkeypatch, "koi8-r", windows=False) == (
        b"ecarte \\u2013 K\\u2666, " + "Ё".encode("koi8-r") + b", \\u4f60"
    )
    assert written(monkeypatch, "utf-8", windows=False) == TEXT.encode()


def test_an_output_that_is_no_file_is_left_alone(monkeypatch):
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    monkeypatch.setattr(sys, "stderr", None)
    console.write_any_character()
