"""Text from elsewhere for a terminal: nothing in it can move the cursor, hide, or turn around.

Names, notes and errors come from bots and from files of other people. A terminal obeys control
characters, and marks of direction make text look like other text.
"""

import unicodedata


def visible(text: str, keep: str = "\n") -> str:
    """The text with an escape, as in Python, for every character that prints nothing itself.

    Those are control characters but for `keep`, marks of direction and other format characters,
    separators of lines, lone surrogates, and code points without a character.
    """
    if text.isprintable():
        return text
    return "".join(
        char if _prints(char) or char in keep else char.encode("unicode_escape").decode()
        for char in text
    )


def one_line(text: str, most: int) -> str:
    """The text on one line, cut to at most this many characters and an ellipsis."""
    return visible(cut(text, most), keep="")


def cut(text: str, most: int) -> str:
    """The text, or its first `most` characters and an ellipsis."""
    return text if len(text) <= most else f"{text[:most]}…"


def _prints(char: str) -> bool:
    return char.isprintable() or unicodedata.category(char) == "Zs"
