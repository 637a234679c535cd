"""The faults and mistakes in docs/3b-faults.md and docs/3c-cookbook.md end as written there."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from engine.faults import FAULTS_OF_BOTS
from referee.play import diagnosis
from referee.programs.program import read_program
from tests.referee.play.fault_examples import (
    BOT,
    CHAPTERS,
    DOCS,
    EXAMPLE,
    NO_FAULT,
    PATIENT,
    refreshed,
    run,
)
from tests.referee.play.small_bots import GOOD, match, played
from tests.referee.sandbox.test_languages import needs_groups, needs_node

SANDBOXES = ["auto"]
TEXTS = {name: (DOCS / name).read_text() for name in CHAPTERS}


def examples() -> Iterator[Any]:
    for name, text in TEXTS.items():
        for found in EXAMPLE.finditer(text):
            headings = re.findall(r"(?m)^## (.*)$", text[: found.start()])
            yield pytest.param(found, id=f"{name}-{headings[-1]}-{found['code'][:30]!r}")


@pytest.mark.parametrize("found", list(examples()))
def test_an_example_ends_as_the_docs_say(found: re.Match[str], sandbox: Any) -> None:
    assert found[0] == refreshed(found, sandbox), "run python -m tests.referee.play.fault_examples"


def test_every_example_is_found() -> None:
    """One whose place is misspelt, or that has no outcome, would not be played."""
    for text in TEXTS.values():
        assert text.count("```python\n# ") == len(EXAMPLE.findall(text))


def test_the_bot_of_the_examples_stands_in_the_chapter_and_plays(sandbox: Any) -> None:
    assert f"```python\n{BOT}```" in TEXTS["3b-faults.md"]
    assert run("before the answer to move", "pass\n", sandbox).owner == NO_FAULT


def test_every_fault_of_a_bot_has_a_heading_and_an_example() -> None:
    text = TEXTS["3b-faults.md"]
    for reason in FAULTS_OF_BOTS:
        assert f"\n## {reason}\n" in text
        assert f"\nfault: {reason}\n" in text or reason == "forfeit"


def test_the_messages_for_other_languages_are_those_of_the_referee() -> None:
    assert diagnosis._FLUSH["native"] in TEXTS["3c-cookbook.md"]


@needs_groups
@needs_node
def test_the_bot_in_javascript_plays(sandbox: Any) -> None:
    (source,) = re.findall(r"```javascript\n(.*?)```", TEXTS["3c-cookbook.md"], re.DOTALL)
    bot = read_program(source.encode(), name="bot.js")
    assert played(match(bot, GOOD, clock=PATIENT), sandbox).faults == ()
