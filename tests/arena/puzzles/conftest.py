"""Analysed matches for puzzles."""

import gzip
import json
from collections.abc import Callable
from typing import Any

import pytest

from arena.analysis.models import Analysis
from arena.matches import records
from engine.record import replay
from tests.arena.playing import finish, make_match


@pytest.fixture
def analysed(alice: Any, bob: Any, make_version: Any) -> Callable[..., Analysis]:
    """analysed(ruleset, gap=0.2, **of the match) -> Analysis of the match's first game, whose first
    decision with four moves or more has a best move that scores so much more than the others."""
    versions: dict[str, Any] = {}

    def analyse(ruleset: str = "ecarte", gap: float = 0.2, **changes: Any) -> Analysis:
        if ruleset not in versions:
            versions[ruleset] = [make_version(user, ruleset=ruleset) for user in (alice, bob)]
        match = finish(make_match(*versions[ruleset], **changes))
        played = replay(records.load(match), 0)
        _, state = next(played)
        number = 1
        while len(state.legal()) < 4:
            next(played)
            number += 1
        legal = state.texts(state.legal())
        seat = state.seat
        text, _ = next(played)
        scores = {move: 0.3 for move in legal if move != legal[-1]} | {legal[-1]: 0.3 + gap}
        decision = {
            "move": number,
            "seat": seat,
            "played": text,
            "better": None if text == legal[-1] else legal[-1],
            "loss": 0.0 if text == legal[-1] else gap,
            "error": 0.01,
            "marked": text != legal[-1],
            "legal": len(legal),
            "scores": dict(sorted(scores.items(), key=lambda item: -item[1])),
            "why": "It keeps the king.",
            "open": None,
        }
        return Analysis.objects.create(
            match=match,
            game=1,
            version="test 1",
            state=Analysis.State.DONE,
            result=gzip.compress(json.dumps({"decisions": [decision]}).encode()),
        )

    return analyse
