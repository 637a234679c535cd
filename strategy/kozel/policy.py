"""How the playouts play: a quick rule for each lead and reply, from what a seat can see.

Each choice weighs the points that its trick is likely to win or lose against what the played cards
would have won later, their *keep value*. A side's chance of the trick follows from how many cards
in play beat the best set. The numbers were found by playing many deals against each other.
"""

from collections.abc import Sequence
from itertools import combinations, permutations
from typing import Final

from strategy.kozel.cards import BEATS, POINTS, to_list

LEVELS: Final = 8  # the chance of a trick in eighths, for the tables of drops
STAGES: Final = 4


def stage_of(stock: int, size: int) -> int:
    """The part of the deal: much stock, little, none, and none with two cards or fewer each."""
    if stock:
        return 0 if stock >= 12 else 1
    return 2 if size > 2 else 3


class Numbers:
    """What the policy is made of, to be tuned.

    keep: by stage, the value in points of keeping each plain and then each trump strength.
    lead_bonus: by stage, of leading next. willing: that a seat which can beat does.
    others: the points that another card of the trick brings, on average. rest: how much a
    second card of a set makes it harder to beat. help: how far to trust the partner.
    """

    def __init__(
        self,
        keep: Sequence[Sequence[float]],
        lead_bonus: Sequence[float],
        willing: float,
        others: float,
        rest: float,
        help: float,
        partner: float,
    ) -> None:
        self.keep = [list(row) for row in keep]
        self.lead_bonus = list(lead_bonus)
        self.willing = willing
        self.others = others
        self.rest = rest
        self.help = help
        self.partner = partner


class Policy:
    def __init__(self, numbers: Numbers) -> None:
        self.keep: list[list[float]] = []
        for row in numbers.keep:
            self.keep.append(row[:9] * 3 + row[9:])
        self.lead_bonus: list[float] = numbers.lead_bonus
        self.others: float = numbers.others
        self.rest: float = numbers.rest
        self.help: float = numbers.help
        self.partner: float = numbers.partner
        # By stock (in fours) and cards a hand: by number of beating cards in play, that a seat
        # beats.
        self.beaten: list[list[list[float]]] = []
        for fours in range(6):
            rows: list[list[float]] = []
            for size in range(5):
                hidden = 4 * fours + 3 * size
                row = []
                for k in range(37):
                    part = min(1.0, k / hidden) if hidden else 1.0
                    row.append(numbers.willing * (1.0 - (1.0 - part) ** size))
                rows.append(row)
            self.beaten.append(rows)
        self._leads: list[dict[int, list[tuple[int, float, float, list[int]]]]] = [
            {} for _ in range(STAGES)
        ]
        # By stage and level
        self._drops: list[dict[int, tuple[int, float]]] = [
            {} for _ in range(STAGES * (LEVELS + 1))
        ]
        self._set_drops: dict[tuple[int, int, int], tuple[int, float]] = {}

    def lead(self, hand: int, others: int, stock: int, size: int) -> int:
        """The set to lead. `others`: the cards in play outside the hand."""
        stage = stage_of(stock, size)
        leads = self._leads[stage].get(hand)
        if leads is None:
            leads = self._make_leads(hand, stage)
            self._leads[stage][hand] = leads
        if len(leads) == 1:
            return leads[0][0]
        beaten = self.beaten[stock >> 2][size]
        bonus = self.lead_bonus[stage]
        partner = self.partner
        rest = self.rest
        best = -1000.0
        choice = 0
        for lead, gain, keep, cards in leads:
            if len(cards) == 1:
                chance = beaten[(BEATS[cards[0]] & others).bit_count()]
            else:
                chance = 1.0
                for card in cards:
                    chance *= beaten[(BEATS[card] & others).bit_count()]
                chance *= rest
            safe = (1.0 - chance) * (1.0 - chance)
            # The partner may win it back.
            won = safe + (1.0 - safe) * chance * partner
            score = (2.0 * won - 1.0) * gain - keep + bonus * won
            if score > best:
                best = score
                choice = lead
        return choice

    def _make_leads(self, hand: int, stage: int) -> list[tuple[int, float, float, list[int]]]:
        """Every lead of a hand: its cards, the points at stake, their keep value, and a list."""
        result: list[tuple[int, float, float, list[int]]] = []
        keeps = self.keep[stage]
        for suit in range(4):
            own = to_list(hand & (0x1FF << (9 * suit)))
            for count in range(1, len(own) + 1):
                for some in combinations(own, count):
                    gain = float(sum([POINTS[card] for card in some])) + 3 * self.others * count
                    keep = sum([keeps[card] for card in some])
                    cards = sorted(some, reverse=True)
                    result.append((sum([1 << card for card in some]), gain, keep, cards))
        return result

    def drop_one(self, hand: int, won: float, stage: int) -> tuple[int, float]:
        """The card to drop when our side wins the trick with this chance, and its score."""
        level = int(won * LEVELS + 0.5)
        table = self._drops[stage * (LEVELS + 1) + level]
        found = table.get(hand)
        if found is None:
            found = self._best_drop(hand, level, stage, 1)
            table[hand] = found
        return found

    def _best_drop(self, hand: int, level: int, stage: int, count: int) -> tuple[int, float]:
        sign = 2.0 * level / LEVELS - 1.0
        keep = self.keep[stage]
        scored = sorted([(sign * POINTS[card] - keep[card], card) for card in to_list(hand)])
        cards = scored[-count:]
        return sum([1 << card for _, card in cards]), sum([score for score, _ in cards])

    def reply_one(
        self,
        hand: int,
        best: int,
        ours: bool,
        turn: int,
        at_stake: int,
        others: int,
        stock: int,
        size: int,
    ) -> int:
        """The card that replies to a card; negative if it is dropped.

        `best`: the card to beat. `turn`: 1 to 3.
        """
        if not hand & (hand - 1):
            return hand if hand & BEATS[best] else -hand
        stage = stage_of(stock, size)
        beaten = self.beaten[stock >> 2][size]
        beating = BEATS[best]
        beaters = hand & beating
        if turn == 3:
            won = 1.0 if ours else 0.0
        elif ours:
            won = 1.0 - beaten[(beating & others).bit_count()]
        elif turn == 1:
            won = self.help * beaten[(beating & others).bit_count()]
        else:
            won = 0.0
        drop, score = self.drop_one(hand, won, stage)
        if not beaters:
            return -drop
        stake = at_stake + (3 - turn) * self.others
        score += (2.0 * won - 1.0) * stake
        bonus = self.lead_bonus[stage]
        if ours:
            score += won * bonus
        keep = self.keep[stage]
        choice = -drop
        while beaters:
            low = beaters & -beaters
            beaters ^= low
            card = low.bit_length() - 1
            if turn == 3:
                value = stake + POINTS[card] - keep[card] + bonus
            else:
                won = 1.0 - beaten[(BEATS[card] & others).bit_count()]
                value = (2.0 * won - 1.0) * (stake + POINTS[card]) - keep[card] + bonus * won
            if value > score:
                score = value
                choice = low
        return choice

    def reply_set(
        self,
        hand: int,
        best: int,
        count: int,
        ours: bool,
        turn: int,
        at_stake: int,
        others: int,
        stock: int,
        size: int,
    ) -> int:
        """The cards that reply to a set; negative if they are dropped."""
        cards = to_list(best)
        if size == count:
            return hand if can_beat(hand, cards) else -hand
        stage = stage_of(stock, size)
        beaten = self.beaten[stock >> 2][size]
        if turn == 3:
            won = 1.0 if ours else 0.0
        else:
            chance = self.rest
            for card in cards:
                chance *= beaten[(BEATS[card] & others).bit_count()]
            won = 1.0 - chance if ours else self.help * chance if turn == 1 else 0.0
        level = int(won * LEVELS + 0.5)
        key = (hand, count, stage * (LEVELS + 1) + level)
        found = self._set_drops.get(key)
        if found is None:
            found = self._best_drop(hand, level, stage, count)
            self._set_drops[key] = found
        drop, score = found
        able = hand
        for card in cards:
            if not hand & BEATS[card]:
                return -drop
        stake = at_stake + (3 - turn) * self.others * count
        score += (2.0 * won - 1.0) * stake
        bonus = self.lead_bonus[stage]
        if ours:
            score += won * bonus
        keep = self.keep[stage]
        choice = -drop
        for some in combinations(to_list(able), count):
            mask = 0
            value = float(stake)
            cost = 0.0
            chance = self.rest
            for card in some:
                mask |= 1 << card
                value += POINTS[card]
                cost += keep[card]
                chance *= beaten[(BEATS[card] & others).bit_count()]
            if not can_beat(mask, cards):
                continue
            won = 1.0 if turn == 3 else 1.0 - chance
            value = (2.0 * won - 1.0) * value - cost + bonus * won
            if value > score:
                score = value
                choice = mask
        return choice


_beating: dict[tuple[int, int], bool] = {}


def can_beat(some: int, cards: list[int]) -> bool:
    """Whether a set beats the cards of another of its size: each needs a partner of its own."""
    if len(cards) == 1:
        return (some & BEATS[cards[0]]) != 0
    if len(cards) == 2:
        first = some & BEATS[cards[0]]
        second = some & BEATS[cards[1]]
        both = first | second
        return first != 0 and second != 0 and (both & (both - 1)) != 0
    own = to_list(some)
    for order in permutations(own):
        for card, other in zip(cards, order):
            if not (BEATS[card] >> other) & 1:
                break
        else:
            return True
    return False
