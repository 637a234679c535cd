"""Examples in the chapters as HTML: highlighted code, and conversations between referee and bot.

Classes, no styles: the Content-Security-Policy forbids those in a page.
"""

import re
from html import escape

from pygments import highlight as highlighted
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

# A line of a conversation: an arrow, and a message.
_SAID = re.compile(r"(?P<arrow>[→←]) (?P<text>.*)")
_LEGAL = re.compile(r'"legal":\[(?P<moves>(?:"[^"]*",?)*)\]')
_KEY = re.compile(r"(&quot;[a-z_0-9]+&quot;):")
MOVES_SHOWN = 8  # legal moves of a request in a conversation; the others are folded
WRAPPED = {"json", "text"}  # their lines may be long, and break anywhere
_WHO = {"→": "to", "←": "from"}
_FORMATTER = HtmlFormatter(nowrap=True)


def code_block(text: str, language: str) -> str:
    """A block of code. `language` is the word behind its fence, or empty."""
    lines = text.rstrip("\n").split("\n")
    if all(_SAID.fullmatch(line) for line in lines):
        return _conversation(lines)
    kind = "code wrapped" if language in WRAPPED else "code"
    if language == "text":
        kind = "wrapped"  # what somebody reads: nobody copies it
    return f'<pre class="{kind}" tabindex="0"><code>{_highlighted(text, language)}</code></pre>\n'


def is_conversation(text: str) -> bool:
    return text.startswith(("→ ", "← "))


def _highlighted(text: str, language: str) -> str:
    if language in ("", "text"):
        return escape(text)
    try:
        lexer = get_lexer_by_name(language, stripnl=False)
    except ClassNotFound:
        return escape(text)
    return str(highlighted(text, lexer, _FORMATTER)).rstrip("\n")


def _conversation(lines: list[str]) -> str:
    return f'<div class="conversation">\n{"".join(map(_message, lines))}</div>\n'


def _message(line: str) -> str:
    arrow, _, text = line.partition(" ")
    code, folded = _with_keys(text), ""
    if (legal := _LEGAL.search(text)) and legal["moves"].count('",') >= MOVES_SHOWN + 2:
        moves = legal["moves"].split(",")
        before = text[: legal.start()] + f'"legal":[{",".join(moves[:MOVES_SHOWN])}'
        code = (
            f"{_with_keys(before)}, … {len(moves) - MOVES_SHOWN} more]"
            f"{_with_keys(text[legal.end() :])}"
        )
        folded = (
            f"<details><summary>All {len(moves)} legal moves</summary>"
            f"<code>{escape(legal[0])}</code></details>"
        )
    return (
        f'<div class="{_WHO[arrow]}"><span class="arrow">{arrow}</span> '
        f"<code>{code}</code>{folded}</div>\n"
    )


def _with_keys(text: str) -> str:
    """JSON with its keys marked, and nothing else: a conversation has thousands of values."""
    return _KEY.sub(r'<span class="nt">\1</span>:', escape(text))
