"""The fair order in which workers play queued matches.

1. The first urgent match of each account that has none running: oldest first. Somebody waits for a
   qualification, a challenge and a game at the table, and nobody's many delay another's one.
2. Then the accounts take turns: the next match is of the account with the fewest running matches,
   so nobody has more than an equal share of the slots while others wait. Within an account urgent
   matches come first, then older ones.

The account of a match is who asked for it: a tournament's organiser, an experiment's owner, the
owner of a version in qualification. All ladder matches together count as one account.
"""

from collections import Counter
from dataclasses import dataclass

from django.db import connection

from arena.matches.models import Match
from referee.programs.package_sets import is_set_name

# The oldest urgent and the oldest other match of each account. The recursion jumps through the
# index from account to account, so ten thousand matches of one cost no more than one.
_FIRST = """\
WITH RECURSIVE accounts (id) AS (
    SELECT MIN(account_id) FROM matches_match WHERE state = 'queued'
    UNION ALL
    SELECT (SELECT MIN(account_id) FROM matches_match
            WHERE state = 'queued' AND account_id > accounts.id)
    FROM accounts WHERE accounts.id IS NOT NULL
)
SELECT accounts.id, {of_account_urgent}, {of_account_other}
FROM accounts WHERE accounts.id IS NOT NULL
UNION ALL
SELECT NULL, {of_nobody_urgent}, {of_nobody_other}
"""
_OLDEST = """(
    SELECT MIN(m.id) FROM matches_match m
    WHERE m.state = 'queued' AND m.account_id {account} AND {urgent}
    AND (m.due IS NULL OR m.due <= {now}){condition}
)"""
# Each queued match with its turn: how many matches its account has running or ahead of it.
_TURNS = """\
WITH running AS (
    SELECT account_id, COUNT(*) AS matches, SUM(CASE WHEN urgent THEN 1 ELSE 0 END) AS urgent
    FROM matches_match WHERE state = 'running' GROUP BY account_id
), waiting AS (
    SELECT m.id, m.account_id, m.urgent, ROW_NUMBER() OVER (
        PARTITION BY m.account_id ORDER BY m.urgent DESC, m.id
    ) - 1 AS ahead
    FROM matches_match m WHERE m.state = 'queued'
), turns AS (
    SELECT w.id,
        CASE WHEN w.urgent AND w.ahead = 0 AND COALESCE(r.urgent, 0) = 0
            THEN -1 ELSE w.ahead + COALESCE(r.matches, 0) END AS turn
    FROM waiting w LEFT JOIN running r
    ON r.account_id = w.account_id OR (r.account_id IS NULL AND w.account_id IS NULL)
)
SELECT COUNT(*) FROM turns, turns AS own
WHERE own.id = %s AND (turns.turn < own.turn OR (turns.turn = own.turn AND turns.id <= own.id))
"""
_ONLY_THE_HOUSE = """
    AND NOT EXISTS (
        SELECT 1 FROM bots_version v JOIN bots_bot b ON b.id = v.bot_id
        JOIN accounts_user u ON u.id = b.owner_id
        WHERE v.id IN (m.version0_id, m.version1_id) AND NOT u.is_house
    )"""
_NOT_IN_LANGUAGES = """
    AND NOT EXISTS (
        SELECT 1 FROM bots_version v
        WHERE v.id IN (m.version0_id, m.version1_id) AND v.language IN ({names})
    )"""
_NOW = {
    "postgresql": "STATEMENT_TIMESTAMP()",
    "sqlite": "STRFTIME('%Y-%m-%d %H:%M:%f', 'NOW')",
}


@dataclass(frozen=True)
class Slot:
    """What a slot may play: `urgent_only`: nothing but urgent matches; `house_only`: nothing but
    the bots of the house; `without`: no bots in these languages."""

    urgent_only: bool = False
    house_only: bool = False
    without: frozenset[str] = frozenset()


def anything_waits(slot: Slot) -> bool:
    """Whether it is worth to ask for `next_matches`, which costs more."""
    queued = Match.objects.queued()
    return (queued.filter(urgent=True) if slot.urgent_only else queued).exists()


def next_matches(slot: Slot) -> list[int]:
    """The matches that the slot may play now, the next first, one of each account."""
    running: Counter[int | None] = Counter()
    urgent_running: Counter[int | None] = Counter()
    playing = Match.objects.filter(state=Match.State.RUNNING)
    for playing_account, is_urgent in playing.values_list("account", "urgent"):
        running[playing_account] += 1
        urgent_running[playing_account] += bool(is_urgent)
    turns: list[tuple[int, int]] = []
    for account, urgent, other in first_of_each_account(slot.house_only, slot.without):
        if urgent and not urgent_running[account]:
            turns.append((-1, urgent))
        elif urgent and not slot.urgent_only:
            turns.append((running[account], urgent))
        elif other and not slot.urgent_only:
            turns.append((running[account], other))
    return [match_id for _, match_id in sorted(turns)]


def position(match: Match) -> int | None:
    """How many matches are played up to this one, itself included; None unless it is queued.

    The fair order as it stands: matches that are created later may come first.
    """
    if match.state != Match.State.QUEUED:
        return None
    with connection.cursor() as cursor:
        cursor.execute(_TURNS, [match.pk])
        place: int = cursor.fetchone()[0]
    return place or None


def first_of_each_account(
    house_only: bool = False,
    without: frozenset[str] = frozenset(),
) -> list[tuple[int | None, int | None, int | None]]:
    """Each account, or None for the ladder, with its oldest urgent and its oldest other match."""

    def oldest(account: str, urgent: str) -> str:
        condition = _ONLY_THE_HOUSE if house_only else ""
        if without:
            # Names of sets of packages: lowercase letters, digits and hyphens.
            names = ", ".join(f"'{name}'" for name in sorted(without) if is_set_name(name))
            condition += _NOT_IN_LANGUAGES.format(names=names)
        now = _NOW[connection.vendor]
        return _OLDEST.format(account=account, urgent=urgent, now=now, condition=condition)

    query = _FIRST.format(
        of_account_urgent=oldest("= accounts.id", "m.urgent"),
        of_account_other=oldest("= accounts.id", "NOT m.urgent"),
        of_nobody_urgent=oldest("IS NULL", "m.urgent"),
        of_nobody_other=oldest("IS NULL", "NOT m.urgent"),
    )
    with connection.cursor() as cursor:
        cursor.execute(query)
        return list(cursor.fetchall())
