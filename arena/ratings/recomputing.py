"""Everything computed again from the stored matches, and what differs."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from django.db import transaction

from arena.bots.models import Bot
from arena.ratings import comparing, refreshing
from arena.ratings.elo import apply, counted, counts, lines, open_standings
from arena.ratings.models import INITIAL_ELO, EloChange, Standing
from engine.rulesets import RULESETS

TOLERANCE = 1e-9  # of an expected score, which is the only figure that is not exact


@dataclass
class Report:
    """What a recomputation found. `differences`: one sentence each, for the operator."""

    matches: int = 0
    bots: int = 0
    differences: list[str] = field(default_factory=list)
    repaired: bool = False


@dataclass
class _Repairs:
    wrong: list[EloChange] = field(default_factory=list)
    foreign: list[int] = field(default_factory=list)
    standings: list[Standing] = field(default_factory=list)


def recompute(fix: bool = False) -> Report:
    """Computes everything from zero, Elo in the order of the ledger, and compares.

    Without `fix` nothing is changed. Matches that end meanwhile wait, and are entered after it.
    """
    report = Report(repaired=fix)
    with transaction.atomic():
        forgotten = Bot.objects.filter(standing=None, elo_changes__isnull=False).distinct()
        open_standings(tuple(forgotten.values_list("pk", flat=True)))
        # With every standing locked no line can be added to the ledger, but for matches between
        # bots that have no standing yet; those are skipped.
        locked = Standing.objects.select_for_update().order_by("bot_id")
        stored = {standing.bot_id: standing for standing in locked}
        repairs = _Repairs()
        computed = _compute(stored, report, repairs)
        _compare_standings(stored, computed, report, repairs)
        missing = list(counted().filter(settled=True, elo_changes=None).order_by("finished", "id"))
        report.differences += [f"match {match.pk} is not in the ledger" for match in missing]
        report.differences += comparing.pairs(counted(), fix)
        report.differences += comparing.met(counted(), stored, fix)
        report.differences += comparing.ratings()
        if fix:
            _repair(repairs)
            for match in missing:
                apply(match)
        else:
            transaction.set_rollback(True)
    if fix and report.differences:
        for ruleset in RULESETS:
            refreshing.refresh(ruleset)
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
    """The standings from zero; notes each line that differs.

    A match is computed when the first of its lines comes: lines of two matches can only lie
    between each other when no bot plays in both.
    """
    computed = {bot: Standing(bot_id=bot, elo=INITIAL_ELO) for bot in stored}
    due: dict[tuple[int, int], EloChange] = {}
    seen: set[int] = set()
    for line in _ledger():
        match = line.match
        bots = (match.version0.bot_id, match.version1.bot_id)
        if not any(bot in stored for bot in bots):
            continue
        if not counts(match, bots) or line.bot_id not in bots:
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
                due[match.pk, right.bot_id] = right
        _compare_line(line, due.pop((match.pk, line.bot_id)), report, repairs)
    for (match_pk, bot), right in due.items():
        report.differences.append(f"match {match_pk} is not in the ledger of bot {bot}")
        repairs.wrong.append(right)
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
        repairs.wrong.append(right)


def _compare_standings(
    stored: dict[int, Standing], computed: dict[int, Standing], report: Report, repairs: _Repairs
) -> None:
    for bot, standing in stored.items():
        wrong = []
        for name in Standing.SUMS:
            is_now, right = getattr(standing, name), getattr(computed[bot], name)
            if is_now != right:
                wrong.append(f"{name} {is_now} instead of {right}")
                setattr(standing, name, right)
        if wrong:
            report.differences.append(f"standing of bot {bot}: {', '.join(wrong)}")
            repairs.standings.append(standing)


def _repair(repairs: _Repairs) -> None:
    EloChange.objects.filter(pk__in=repairs.foreign).delete()
    known = [line for line in repairs.wrong if line.pk is not None]
    EloChange.objects.bulk_update(known, EloChange.FIGURES, batch_size=1000)
    EloChange.objects.bulk_create([line for line in repairs.wrong if line.pk is None])
    Standing.objects.bulk_update(repairs.standings, Standing.SUMS, batch_size=1000)
