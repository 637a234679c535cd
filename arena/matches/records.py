"""Match records as the arena stores them: checked, packed, and read back."""

import gzip
import json
from collections.abc import Container, Mapping
from typing import Any

from arena.matches.models import Match, Result
from engine import rulesets
from engine.errors import BadRecord
from engine.faults import FAULTS_OF_BOTS, Reason
from engine.record import first_deal, ruleset_of
from engine.verify import verify

Record = dict[str, Any]


def check(match: Match, record: Mapping[str, Any], attempt: int = 1) -> None:
    """Raises BadRecord unless the record is correct and belongs to this attempt at the match."""
    verify(record)
    expected = {
        "match_seed": bytes(match.seed).hex(),
        "commitment": match.commitment,
        "clock": match.clock,
    }
    for key, value in expected.items():
        if record[key] != value:
            # Without the values: the seed is secret, and errors are public.
            raise BadRecord(f"the record is of another match: its {key} differs")
    if ruleset_of(record) != rulesets.ruleset(match.ruleset, match.options):
        raise BadRecord("the record is of another match: its game or its options differ")
    if first_deal(record) != match.first_deal(attempt):
        raise BadRecord("the record is of another attempt: its first deal differs")
    bots = [(bot["version"], bot.get("sha256")) for bot in record["bots"]]
    if bots != [
        (version.number, None if version.bot.remote else version.sha256)
        for version in (match.version0, match.version1)
    ]:
        raise BadRecord("the record is of another match: its bots or their versions differ")
    if len(record["games"]) != match.games:
        number = len(record["games"])
        raise BadRecord(f"the record has {number} games, and the match has {match.games}")


def crashes(record: Mapping[str, Any]) -> list[int]:
    """How many games each bot lost by not starting or by crashing."""
    return _lost_by(record, {Reason.START, Reason.CRASH})


def faults(record: Mapping[str, Any]) -> list[int]:
    """How many games each bot lost by any fault, those that it forfeited after faults included."""
    return _lost_by(record, FAULTS_OF_BOTS)


def _lost_by(record: Mapping[str, Any], reasons: Container[str]) -> list[int]:
    counts = [0, 0]
    for game in record["games"]:
        if game["reason"] in reasons:
            for side, bot in enumerate(game["sides"]):
                counts[bot] += game["fault"]["side"] in (side, None)
    return counts


def pack(record: Mapping[str, Any]) -> bytes:
    return gzip.compress(json.dumps(record, separators=(",", ":")).encode(), mtime=0)


def text(match: Match) -> bytes:
    """The record's JSON as bytes. Raises Result.DoesNotExist for a match without a result."""
    packed = Result.objects.values_list("record", flat=True).get(match=match)
    return gzip.decompress(bytes(packed))


def load(match: Match) -> Record:
    """The record. Raises Result.DoesNotExist for a match without a result."""
    record: Record = json.loads(text(match))
    return record


def visible_to(user: Any, match: Match) -> bool:
    """Whether `user` may see the match and its record."""
    return Match.objects.visible_to(user).filter(pk=match.pk).exists()
