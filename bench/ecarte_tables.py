"""Makes the tables of the Écarté bot's bids and exchanges (docs/13c-ecarte-bot.md).

    python bench/ecarte_tables.py seed strategy/ecarte/tables_seed.py
    python bench/ecarte_tables.py classic strategy/ecarte/tables_classic.py

Random deals are played by both sides with the policy of the last round's tables; the five tricks
are solved with open cards. What came of each decision is fitted by its features. It takes some
minutes, needs numpy, and is repeatable: the generator's seed is the number of the round.
"""

import argparse
import base64
import sys
import zlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parent.parent))

from engine.ecarte.scoring import deal_points
from strategy.ecarte import features as f
from strategy.ecarte.outcomes import OUTCOMES, outcome_points

Ints = NDArray[np.int64]
Small = NDArray[np.int8]
Floats = NDArray[np.float64]

CHUNK = 20_000  # deals solved at once: their arrays of bytes fit the processor's cache
EXCHANGES = 3  # followed in a deal; more are rare
ODD = 0.2  # the part of exchanges that differ from the rule
LOST, GAINED = (
    0.18,
    0.03,
)  # the part of deals in which a hidden hand costs the leader a trick, or pays
NEUTRAL = np.array([nd - d for nd, d in map(outcome_points, range(OUTCOMES))], float)
TM_GROUP = np.array(f.GROUP)
CONFIG = np.array(f.CONFIG)


# Open play


def tricks(first: Ints, second: Ints, must_trump: bool) -> Ints:
    """By deal: the tricks of the leader under best open play. Hands are rows of five cards."""
    parts = [
        _tricks(first[i : i + CHUNK].T, second[i : i + CHUNK].T, must_trump)
        for i in range(0, len(first), CHUNK)
    ]
    return np.concatenate(parts).astype(np.int64)


def closed(won: Ints, random: np.random.Generator) -> Ints:
    """The non-dealer's tricks if the hands were closed.

    With open cards the leader takes more than players who search do: measured over 600 deals, three
    tricks in 56 % of them and not in 49 to 53 %, and 0.12 to 0.15 tricks more.
    """
    chance = random.random(len(won))
    return np.clip(won - (chance < LOST) + (chance > 1 - GAINED), 0, 5)


def _answers(
    leads: Ints, replies: Ints, must_trump: bool
) -> tuple[list[list[NDArray[np.bool_]]], list[list[Small]], list[list[Small]]]:
    """Whether reply j beats lead i; its priority; and the best priority of a set of replies."""
    wins, priority, best = [], [], []
    for lead in leads:
        row, numbers = [], []
        for reply in replies:
            same = reply // 8 == lead // 8
            higher = same & (reply > lead)
            ruff = ~same & (reply >= 24)
            row.append(higher | ruff)
            number = 3 * higher + 2 * (same & ~higher) + (ruff if must_trump else 0)
            numbers.append(number.astype(np.int8))
        wins.append(row)
        priority.append(numbers)
        of_set = [np.full(len(lead), -1, np.int8)]
        for chosen in range(1, 32):
            j = chosen.bit_length() - 1
            of_set.append(np.maximum(of_set[chosen ^ (1 << j)], numbers[j]))
        best.append(of_set)
    return wins, priority, best


def _tricks(first: Ints, second: Ints, must_trump: bool) -> Small:
    sides = [_answers(first, second, must_trump), _answers(second, first, must_trump)]
    zero = np.zeros(first.shape[1], np.int8)
    # By the leader and both sets of cards: the tricks that the first hand still takes.
    value = [{(0, 0): zero}, {(0, 0): zero}]
    sets: list[list[int]] = [[] for _ in range(6)]
    for chosen in range(32):
        sets[chosen.bit_count()].append(chosen)
    for size in range(1, 6):
        new: list[dict[tuple[int, int], Small]] = [{}, {}]
        for leader in range(2):
            wins, priority, best = sides[leader]
            for mine in sets[size]:
                for other in sets[size]:
                    result = None
                    for i in _bits(mine):
                        worst = None
                        for j in _bits(other):
                            rest = (mine ^ (1 << i), other ^ (1 << j))
                            key = rest if leader == 0 else (rest[1], rest[0])
                            kept, lost = value[leader][key], value[1 - leader][key]
                            # The winner of the trick leads; the first hand's tricks count.
                            if leader == 0:
                                after = np.where(wins[i][j], lost, kept + np.int8(1))
                                bad = np.int8(99)
                            else:
                                after = np.where(wins[i][j], lost + np.int8(1), kept)
                                bad = np.int8(-99)
                            legal = priority[i][j] == best[i][other]
                            after = np.where(legal, after, bad)
                            if worst is None:
                                worst = after
                            elif leader == 0:
                                worst = np.minimum(worst, after)
                            else:
                                worst = np.maximum(worst, after)
                        assert worst is not None
                        if result is None:
                            result = worst
                        elif leader == 0:
                            result = np.maximum(result, worst)
                        else:
                            result = np.minimum(result, worst)
                    assert result is not None
                    new[leader][(mine, other) if leader == 0 else (other, mine)] = result
        value = new
    return value[0][31, 31]


def _bits(chosen: int) -> list[int]:
    return [i for i in range(5) if (chosen >> i) & 1]


# Deals


def deals(count: int, random: np.random.Generator) -> Ints:
    """Shuffled decks; the turned card, number 10, is a trump: suits are renamed to that end."""
    deck = np.argsort(random.random((count, 32)), axis=1)
    suit = deck[:, 10:11] // 8
    return np.where(deck // 8 == suit, 24, np.where(deck // 8 == 3, suit * 8, deck // 8 * 8)) + (
        deck % 8
    )


def masks(hands: Ints, flags: NDArray[np.bool_] | None = None) -> Ints:
    bits = np.left_shift(1, hands)
    return (bits if flags is None else np.where(flags, bits, 0)).sum(axis=1)


def indices(mask: Ints, turned: Ints, context: Ints) -> list[Ints]:
    """The features of hands, as `features.indices` gives them."""
    trumps = mask >> 24
    relative = (trumps & ((1 << turned) - 1)) | ((trumps >> (turned + 1)) << turned)
    group = TM_GROUP[relative]
    side = f.SIDES + group * f.CONFIGS
    return [
        relative,
        side + CONFIG[mask & 255],
        side + CONFIG[(mask >> 8) & 255],
        side + CONFIG[(mask >> 16) & 255],
        f.CONTEXT + context * f.GROUPS + group,
        f.TURNED + (turned == 7) * f.GROUPS + group,
    ]


def value(table: Floats, features: list[Ints]) -> Floats:
    total = table[features[0]]
    for feature in features[1:]:
        total = total + table[feature]
    return total


class Fit:
    """The sums of a least-squares fit of outcomes by features."""

    def __init__(self) -> None:
        self.gram = np.zeros((f.SIZE, f.SIZE))
        self.sums = np.zeros((f.SIZE, OUTCOMES))

    def add(self, features: list[Ints], outcome: Ints, where: NDArray[np.bool_]) -> None:
        chosen = [feature[where] for feature in features]
        result = outcome[where]
        for one in chosen:
            self.sums += np.bincount(one * OUTCOMES + result, minlength=f.SIZE * OUTCOMES).reshape(
                f.SIZE, OUTCOMES
            )
            for two in chosen:
                self.gram += np.bincount(one * f.SIZE + two, minlength=f.SIZE**2).reshape(
                    f.SIZE, f.SIZE
                )

    def table(self) -> Floats:
        return np.linalg.solve(self.gram + 2.0 * np.eye(f.SIZE), self.sums)


class Beliefs:
    """How often hands are seen after an exchange of so many cards, and if dealt at random."""

    def __init__(self) -> None:
        self.trumps = np.zeros((2, 7, 128))  # by role, count (6: at random), relative trumps
        self.sides = np.zeros((2, 7, f.CONFIGS))

    def add(self, role: int, count: Ints, mask: Ints, turned: Ints) -> None:
        trumps = mask >> 24
        relative = (trumps & ((1 << turned) - 1)) | ((trumps >> (turned + 1)) << turned)
        self.trumps[role] += np.bincount(count * 128 + relative, minlength=7 * 128).reshape(7, 128)
        for side in range(3):
            config = CONFIG[(mask >> (8 * side)) & 255]
            self.sides[role] += np.bincount(
                count * f.CONFIGS + config, minlength=7 * f.CONFIGS
            ).reshape(7, f.CONFIGS)

    def logs(self) -> list[list[list[float]]]:
        """By role and count: the logarithms of the frequencies against random hands."""
        found = []
        for role in range(2):
            rows = []
            for count in range(6):
                row: list[float] = []
                for counts in (self.trumps[role], self.sides[role]):
                    seen, base = counts[count], counts[6]
                    base = base / max(base.sum(), 1)
                    prior = 200 * base
                    seen = (seen + prior) / (seen.sum() + 200)
                    with np.errstate(divide="ignore", invalid="ignore"):
                        row += np.where(base > 0, np.log(seen / base), 0.0).tolist()
                rows.append(row)
            found.append(rows)
        return found


class Round:
    """One batch of deals, played with the policy of the tables of the round before."""

    def __init__(self, rules: str, tables: dict[str, Floats]) -> None:
        self.rules = rules
        self.must_trump = rules == "classic"
        self.old = {name: table @ NEUTRAL for name, table in tables.items()}
        self.fits = {name: Fit() for name in f.TABLES}
        self.beliefs = Beliefs()
        self.results = np.zeros((2, OUTCOMES))  # by turned king or not

    def play(self, count: int, random: np.random.Generator) -> None:
        deck = deals(count, random)
        turned = deck[:, 10] - 24
        hands = [deck[:, [0, 1, 2, 6, 7]], deck[:, [3, 4, 5, 8, 9]]]
        used = np.zeros(count, np.int64)
        counts = [np.zeros(count, np.int64), np.zeros(count, np.int64)]
        reached = np.ones(count, bool)
        rows = np.arange(count)
        steps = []
        # Half of the players would rather exchange than the tables say, by up to so many points.
        eager = [
            np.where(random.random(count) < 0.5, 0.0, random.uniform(0, most, count))
            for most in f.EAGER
        ]
        for role in range(2):
            self.beliefs.add(role, np.full(count, 6), masks(hands[role]), turned)
        for stage in range(EXCHANGES + 1):
            won = closed(tricks(hands[0], hands[1], self.must_trump), random)
            king = np.where((hands[0] == 31).any(axis=1), 1, 0)
            king = np.where((hands[1] == 31).any(axis=1), 2, king)
            king = np.where(turned == 7, 0, king)
            stood = self.outcome(won, king, stage, stage)
            refused = self.outcome(won, king, stage + 1, stage)
            mask = [masks(hands[0]), masks(hands[1])]
            contexts = [f.context_array(stage, counts[1]), f.context_array(stage, counts[0])]
            bid = indices(mask[0], turned, contexts[0])
            answer = indices(mask[1], turned, contexts[1])
            if stage:
                for role in range(2):
                    self.beliefs.add(
                        role, counts[role][reached], mask[role][reached], turned[reached]
                    )
            stand = self.soft("stand", "propose", bid, eager[0], random) | (used == 21)
            refuse = self.soft("refuse", "accept", answer, eager[1], random)
            step = {
                "stood": stood,
                "refused": refused,
                "stand": stand | (stage == EXCHANGES),
                "refuse": refuse,
                "bid": bid,
                "answer": answer,
                "reached": reached & (used < 21),
            }
            steps.append(step)
            if stage == EXCHANGES:
                break
            reached = reached & ~stand & ~refuse & (used < 21)
            for role in range(2):
                discard = self.discard(hands[role], 21 - used, 1 - role, random)
                counts[role] = discard.sum(axis=1)
                place = 10 + used[:, None] + np.cumsum(discard, axis=1)
                drawn = deck[rows[:, None], np.minimum(place, 31)]
                hands[role] = np.where(discard, drawn, hands[role])
                used = used + counts[role]
        self.learn(steps, turned)

    def outcome(self, won: Ints, king: Ints, proposals: int, exchanges: int) -> Ints:
        of_tricks = []
        for number in range(6):
            nd, d = deal_points(self.rules, number, proposals, exchanges)
            of_tricks.append(6 * (d > 0) + 3 * (nd + d - 1))
        return np.array(of_tricks)[won] + king

    def soft(
        self,
        one: str,
        two: str,
        features: list[Ints],
        eager: Floats,
        random: np.random.Generator,
    ) -> NDArray[np.bool_]:
        """Whether the first of two bids is made."""
        sign = 1 if one == "stand" else -1
        better = sign * (value(self.old[one], features) - value(self.old[two], features))
        chance = 1 / (1 + np.exp(np.clip((eager - better) / f.SOFT, -50, 50)))
        return random.random(len(better)) < chance

    def discard(
        self, hands: Ints, left: Ints, least: int, random: np.random.Generator
    ) -> NDArray[np.bool_]:
        """Which cards each hand discards: mostly all but trumps, kings and guarded queens.

        The bot no longer keeps these queens; the tables were made while it did.
        """
        count = len(hands)
        suit, rank = hands // 8, hands % 8
        guarded = (suit[:, :, None] == suit[:, None, :]).sum(axis=2) > 1
        discard = ~((suit == 3) | (rank == 7) | ((rank == 6) & guarded))
        # Some players keep or discard one card more.
        other = discard ^ (np.arange(5) == random.integers(0, 5, count)[:, None])
        discard = np.where((random.random(count) < ODD)[:, None], other, discard)
        strength = np.where(suit == 3, 8, 0) + rank
        weakest_first = np.argsort(strength * 32 + suit, axis=1)
        if least:
            none = ~discard.any(axis=1)
            discard[np.arange(count)[none], weakest_first[none, 0]] = True
        ordered = np.take_along_axis(discard, weakest_first, axis=1)
        ordered &= np.cumsum(ordered, axis=1) <= left[:, None]
        np.put_along_axis(discard, weakest_first, ordered, axis=1)
        return discard

    def learn(self, steps: list[dict], turned: Ints) -> None:
        after = steps[-1]["stood"]
        for step in reversed(steps):
            reached, stand, refuse = step["reached"], step["stand"], step["refuse"]
            self.fits["stand"].add(step["bid"], step["stood"], reached)
            if step is not steps[-1]:
                proposed = reached & ~stand
                self.fits["refuse"].add(step["answer"], step["refused"], proposed)
                self.fits["accept"].add(step["answer"], after, proposed)
                result = np.where(refuse, step["refused"], after)
                self.fits["propose"].add(step["bid"], result, reached)
                after = np.where(stand, step["stood"], result)
        for king in range(2):
            self.results[king] += np.bincount(
                after[(turned == 7) == bool(king)], minlength=OUTCOMES
            )


def write(path: Path, rules: str, tables: dict[str, Floats], last: Round) -> None:
    """Writes the module that the bot reads."""
    stack = np.stack([tables[name] for name in f.TABLES])
    numbers = np.clip(np.rint(stack * f.SCALE), -32767, 32767).astype("<i2")
    text = base64.b85encode(zlib.compress(numbers.tobytes(), 9)).decode()
    beliefs = np.clip(np.rint(np.array(last.beliefs.logs()) * 100), -999, 999).astype("<i2")
    seen = base64.b85encode(zlib.compress(beliefs.tobytes(), 9)).decode()
    results = (last.results / last.results.sum(axis=1, keepdims=True)).round(5).tolist()

    def lines(data: str) -> str:
        rows = [data[i : i + 90] for i in range(0, len(data), 90)]
        return "(\n" + "\n".join(f'    r"{row}"' for row in rows) + "\n)"

    rows = "".join(
        "    [\n" + "".join(f"        {number},\n" for number in row) + "    ],\n"
        for row in results
    )
    path.write_text(
        f'"""Tables of the Écarté bot, "{rules}"; made by bench/ecarte_tables.py."""\n\n'
        "# How often deals bring the outcomes of `outcomes.py`: without and with a turned king.\n"
        f"RESULTS = [\n{rows}]\n\n"
        f"# The tables of `features.TABLES`, one after the other.\nTABLES = {lines(text)}\n\n"
        "# Hands after an exchange against random ones, as `beliefs.py` reads them.\n"
        f"BELIEFS = {lines(seen)}\n"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rules", choices=["seed", "classic", "winner", "none"])
    parser.add_argument("path", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--deals", type=int, default=60_000)
    parser.add_argument("--last", type=int, default=300_000)
    choices = parser.parse_args()
    tables = {name: np.zeros((f.SIZE, OUTCOMES)) for name in f.TABLES}
    batch = 30_000
    for number in range(choices.rounds):
        random = np.random.default_rng(number)
        now = Round(choices.rules, tables)
        final = number == choices.rounds - 1
        for _ in range((choices.last if final else choices.deals) // batch):
            now.play(batch, random)
        tables = {name: fit.table() for name, fit in now.fits.items()}
        means = now.results @ NEUTRAL / now.results.sum(axis=1)
        print(f"round {number}: the non-dealer gains {means.round(4)} points", flush=True)
    write(choices.path, choices.rules, tables, now)


if __name__ == "__main__":
    main()
