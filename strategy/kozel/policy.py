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
Lead = tuple[
    int, float, float, list[int]
]  # cards, points at stake, keep value, the cards as a list


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
    collect: by stage with stock, the value of three cards of a suit kept, which may draw a fourth
    for a molodka. collect_two: of two cards.
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
        collect: Sequence[float],
        collect_two: float,
    ) -> None:
        self.keep = [list(row) for row in keep]
        self.lead_bonus = list(lead_bonus)
        self.willing = willing
        self.others = others
        self.rest = rest
        self.help = help
        self.partner = partner
        self.collect = list(collect)
        self.collect_two = collect_two


NO_SHAPES: Final[dict[int, float]] = {}


class Policy:
    """Leads and replies. `claims`: four cards of a suit may be led out of turn."""

    def __init__(self, numbers: Numbers, claims: bool = True) -> None:
        self.claims: bool = claims
        # By stage and the cards that stay in a hand of four: what they are worth together.
        self._shapes: list[dict[int, float]] = [{}, {}, {}, {}]
        if claims:
            for stage in range(2):
                for suit in range(4):
                    cards = [1 << card for card in range(9 * suit, 9 * suit + 9)]
                    for two in combinations(cards, 2):
                        self._shapes[stage][sum(two)] = numbers.collect_two
                    for three in combinations(cards, 3):
                        self._shapes[stage][sum(three)] = numbers.collect[stage]
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
        # By stage and suit: by the bits of a hand in the suit, its leads.
        self._leads: list[list[dict[int, list[Lead]]]] = [
            [{0: []}, {0: []}, {0: []}, {0: []}] for _ in range(STAGES)
        ]
        # By stage and level: all cards with their scores as a drop, the best first.
        self._drops: list[list[tuple[int, float]]] = []
        for stage in range(STAGES):
            keeps = self.keep[stage]
            for level in range(LEVELS + 1):
                sign = 2.0 * level / LEVELS - 1.0
                scores = [sign * POINTS[card] - keeps[card] for card in range(36)]
                order = sorted(range(36), key=lambda card: scores[card], reverse=True)
                self._drops.append([(1 << card, scores[card]) for card in order])

    def lead(self, hand: int, others: int, stock: int, size: int) -> int:
        """The set to lead. `others`: the cards in play outside the hand."""
        stage = stage_of(stock, size)
        shapes = self._shapes[stage] if size == 4 else NO_SHAPES
        whole = hand
        tables = self._leads[stage]
        leads: list[Lead] = []
        for suit in range(4):
            bits = hand & 511
            hand >>= 9
            if bits:
                found = tables[suit].get(bits)
                if found is None:
                    found = tables[suit][bits] = self._make_leads(bits, suit, stage)
                leads += found
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
            if shapes:
                score += shapes.get(whole ^ lead, 0.0)
            if score > best:
                best = score
                choice = lead
        return choice

    def _make_leads(self, bits: int, suit: int, stage: int) -> list[Lead]:
        """Every lead of a hand in a suit."""
        result: list[Lead] = []
        keeps = self.keep[stage]
        own = to_list(bits << (9 * suit))
        for count in range(1, len(own) + 1):
            for some in combinations(own, count):
                gain = float(sum([POINTS[card] for card in some])) + 3 * self.others * count
                keep = sum([keeps[card] for card in some])
                result.append((sum([1 << card for card in some]), gain, keep, list(some)))
        return result

    def drop(
        self, hand: int, count: int, won: float, stage: int, shapes: dict[int, float]
    ) -> tuple[int, float]:
        """The cards to drop when our side wins the trick with this chance, and their score."""
        order = self._drops[stage * (LEVELS + 1) + int(won * LEVELS + 0.5)]
        if shapes and count <= 2:
            return self._shaped_drop(hand, count, order, shapes)
        cards = 0
        total = 0.0
        for card, score in order:
            if hand & card:
                cards |= card
                total += score
                count -= 1
                if not count:
                    break
        return cards, total

    def _shaped_drop(
        self, hand: int, count: int, order: list[tuple[int, float]], shapes: dict[int, float]
    ) -> tuple[int, float]:
        """As `drop`, where what stays in the hand counts too."""
        own = [pair for pair in order if hand & pair[0]]
        best = 0
        most = -1000.0
        if count == 1:
            for card, score in own:
                value = score + shapes.get(hand ^ card, 0.0)
                if value > most:
                    best = card
                    most = value
            return best, most
        for (card, score), (other, more) in combinations(own, 2):
            value = score + more + shapes.get(hand ^ card ^ other, 0.0)
            if value > most:
                best = card | other
                most = value
        return best, most

    def reply(
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
        """The cards that reply to a set; negative if they are dropped.

        `best`: the set to beat, of `count` cards; `ours`: our side played it. `turn`: 1 to 3.
        `at_stake`: the points on the table. `stock` cards are left, and hands had `size` cards
        before the trick.
        """
        if count == 1:
            top = best.bit_length() - 1
            return self.reply_one(hand, top, ours, turn, at_stake, others, stock, size)
        return self.reply_set(hand, to_list(best), ours, turn, at_stake, others, stock, size)

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
        """As `reply`, to the card `best`."""
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
        shapes = self._shapes[stage] if size == 4 else NO_SHAPES
        drop, score = self.drop(hand, 1, won, stage, shapes)
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
            if shapes:
                value += shapes.get(hand ^ low, 0.0)
            if value > score:
                score = value
                choice = low
        return choice

    def reply_set(
        self,
        hand: int,
        cards: list[int],
        ours: bool,
        turn: int,
        at_stake: int,
        others: int,
        stock: int,
        size: int,
    ) -> int:
        """As `reply`, to a set of two cards or more, as a list."""
        count = len(cards)
        able = 0
        for card in cards:
            beaters = hand & BEATS[card]
            if not beaters:
                able = 0
                break
            able |= beaters
        if able.bit_count() < count:
            able = 0
        if size == count:
            return hand if able and can_beat(hand, cards) else -hand
        stage = stage_of(stock, size)
        beaten = self.beaten[stock >> 2][size]
        if turn == 3:
            won = 1.0 if ours else 0.0
        elif turn == 2 and not ours:
            won = 0.0
        else:
            chance = self.rest
            for card in cards:
                chance *= beaten[(BEATS[card] & others).bit_count()]
            won = 1.0 - chance if ours else self.help * chance
        shapes = self._shapes[stage] if size == 4 else NO_SHAPES
        drop, score = self.drop(hand, count, won, stage, shapes)
        choice = -drop
        if not able:
            return choice
        stake = at_stake + (3 - turn) * self.others * count
        score += (2.0 * won - 1.0) * stake
        bonus = self.lead_bonus[stage]
        if ours:
            score += won * bonus
        keep = self.keep[stage]
        for some in combinations(to_list(able), count):
            mask = 0
            for card in some:
                mask |= 1 << card
            if not can_beat(mask, cards):
                continue
            value = float(stake)
            cost = 0.0
            chance = self.rest
            for card in some:
                value += POINTS[card]
                cost += keep[card]
                chance *= beaten[(BEATS[card] & others).bit_count()]
            won = 1.0 if turn == 3 else 1.0 - chance
            value = (2.0 * won - 1.0) * value - cost + bonus * won
            if shapes:
                value += shapes.get(hand ^ mask, 0.0)
            if value > score:
                score = value
                choice = mask
        return choice


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
        for card, other in zip(cards, order, strict=True):
            if not (BEATS[card] >> other) & 1:
                break
        else:
            return True
    return False
