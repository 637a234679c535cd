"""Computes Elo, pair counts and ratings again from the matches, and reports differences."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from django.db import transaction

from arena.bots.models import Bot
from arena.ratings import consistency, rating_refresh
from arena.ratings.elo_ledger import apply, counted_matches, create_standings, is_counted, lines
from arena.ratings.models import INITIAL_ELO, EloChange, Standing
from engine.rulesets import RULESETS

TOLERANCE = 1e-9  # of the expected score, the only figure that is not exact


@dataclass
class Report:
    """What a recomputation found. `differences`: one sentence each, for the operator."""

    matches: int = 0
    bots: int = 0
    differences: list[str] = field(default_factory=list)


@dataclass
class _Repairs:
    """`lines` without a key are missing from the ledger; `foreign` are keys to delete."""

    lines: list[EloChange] = field(default_factory=list)
    foreign: list[int] = field(default_factory=list)
    standings: list[Standing] = field(default_factory=list)


def recompute(fix: bool = False) -> Report:
    """Computes everything from zero, Elo in the order of the ledger, and compares.

    Changes nothing unless `fix`. Matches that end meanwhile wait, and are added afterwards.
    """
    report = Report()
    with transaction.atomic():
        without = Bot.objects.filter(standing=None, elo_changes__isnull=False).distinct()
        create_standings(tuple(without.values_list("pk", flat=True)))
        # While all standings are locked, lines can only be added for bots that have none yet.
        # Those bots are skipped.
        locked = Standing.objects.select_for_update().order_by("bot_id")
        stored = {standing.bot_id: standing for standing in locked}
        repairs = _Repairs()
        computed = _compute(stored, report, repairs)
        _compare_standings(stored, computed, report, repairs)
        missing = counted_matches().filter(settled=True, elo_changes=None)
        unapplied = list(missing.order_by("finished", "id"))
        report.differences += [f"match {match.pk} is not in the ledger" for match in unapplied]
        report.differences += consistency.check_pair_counts(counted_matches(), fix)
        report.differences += consistency.check_head_to_head(counted_matches(), stored, fix)
        report.differences += consistency.check_ratings()
        if fix:
            _repair(repairs)
            for match in unapplied:
                apply(match)
        else:
            transaction.set_rollback(True)
    if fix and report.differences:
        for ruleset in RULESETS:
            rating_refresh.refresh(ruleset)
    return report


def _ledger() -> Iterator[EloChange]:
    return (
        EloChange.objects.select_related("match", "match__version0", "match__version1")
        .only(
            *(field.attname for field in EloChange._meta.concrete_fields),
            *(f"match__{name}" for name in ("rated", "state", "pairs", "score0", "score1")),
            "match__finished",
            "match__version0__bot_id",
            "match__version1__bot_id",
        )
        .order_by("id")
        .iterator(chunk_size=5000)
    )


def _compute(stored: dict[int, Standing], report: Report, repairs: _Repairs) -> dict[int, Standing]:
    """The standings computed from zero. Notes each line of the ledger that differs.

    A match is applied when its first line is read. The lines of two matches are interleaved only
    if the matches have no bot in common, so the order between them does not matter.
    """
    computed = {bot: Standing(bot_id=bot, elo=INITIAL_ELO) for bot in stored}
    expected: dict[tuple[int, int], EloChange] = {}
    seen: set[int] = set()
    for line in _ledger():
        match = line.match
        bots = (match.version0.bot_id, match.version1.bot_id)
        if not any(bot in stored for bot in bots):
            continue
        if not is_counted(match, bots) or line.bot_id not in bots:
            report.differences.append(
                f"match {match.pk} does not count for bot {line.bot_id}, but is in its ledger"
            )
            repairs.foreign.append(line.pk)
            continue
        if match.pk not in seen:
            seen.add(match.pk)
            elo = (computed[bots[0]].elo, computed[bots[1]].elo)
            for right in lines(match, bots, elo):
                computed[right.bot_id].add(right, match.finished or line.created)
                expected[match.pk, right.bot_id] = right
        _compare_line(line, expected.pop((match.pk, line.bot_id)), report, repairs)
    for (match_pk, bot), right in expected.items():
        report.differences.append(f"match {match_pk} is not in the ledger of bot {bot}")
        repairs.lines.append(right)
    report.matches, report.bots = len(seen), len(stored)
    return computed


def _compare_line(line: EloChange, right: EloChange, report: Report, repairs: _Repairs) -> None:
    wrong = [
        f"{name} {getattr(line, name)} instead of {getattr(right, name)}"
        for name in EloChange.FIGURES
        if abs(getattr(line, name) - getattr(right, name)) > TOLERANCE
    ]
    if wrong:
        report.differences.append(
            f"match {line.match_id} in the ledger of bot {line.bot_id}: {', '.join(wrong)}"
        )
        right.pk = line.pk
        repairs.lines.append(right)


def _compare_standings(
    stored: dict[int, Standing], computed: dict[int, Standing], report: Report, repairs: _Repairs
) -> None:
    for bot, standing in stored.items():
        wrong = []
        for name in Standing.SUMS:
            value, right = getattr(standing, name), getattr(computed[bot], name)
            if value != right:
                wrong.append(f"{name} {value} instead of {right}")
                setattr(standing, name, right)
        if wrong:
            report.differences.append(f"standing of bot {bot}: {', '.join(wrong)}")
            repairs.standings.append(standing)


def _repair(repairs: _Repairs) -> None:
    EloChange.objects.filter(pk__in=repairs.foreign).delete()
    stored = [line for line in repairs.lines if line.pk is not None]
    EloChange.objects.bulk_update(stored, EloChange.FIGURES, batch_size=1000)
    EloChange.objects.bulk_create([line for line in repairs.lines if line.pk is None])
    Standing.objects.bulk_update(repairs.standings, Standing.SUMS, batch_size=1000)
