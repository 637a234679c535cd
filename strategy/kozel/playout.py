"""Plays a deal to its end with the policy, all hands known to the program and none to a seat."""

from strategy.kozel.cards import POINTS, points_of, to_list
from strategy.kozel.policy import Policy


class Deal:
    """A deal in progress with all cards dealt; the search fills it anew for every playout.

    `hands` by seat; `stock` has single cards as masks, the next one first. `points` and `tricks`
    by side. In a trick: `best` is the set to beat, `turn` the number of plays made.
    """

    def __init__(self) -> None:
        self.hands: list[int] = [0, 0, 0, 0]
        self.stock: list[int] = []
        self.points: list[int] = [0, 0]
        self.tricks: list[int] = [0, 0]
        self.leader: int = 0
        self.turn: int = 0
        self.best: int = 0
        self.best_seat: int = 0
        self.count: int = 0
        self.at_stake: int = 0


def play_out(deal: Deal, even: Policy, odd: Policy) -> None:
    """Plays `deal` to its end; `even` plays for side 0. `leader` is then the last trick's taker."""
    hands = deal.hands
    stock = deal.stock
    drawn = 0
    left = len(stock)
    leader = deal.leader
    turn = deal.turn
    best = deal.best
    best_seat = deal.best_seat
    count = deal.count
    at_stake = deal.at_stake
    won = deal.points
    tricks = deal.tricks
    alive = hands[0] | hands[1] | hands[2] | hands[3]
    for card in stock:
        alive |= card
    # The cards of each hand before the trick.
    size = hands[(leader + 3) & 3].bit_count() + (count if turn == 4 else 0)
    while True:
        if size == 1 and not left and not turn:
            # The last trick plays itself.
            best = hands[leader]
            best_seat = leader
            at_stake = POINTS[best.bit_length() - 1]
            for turn in range(1, 4):
                seat = (leader + turn) & 3
                hand = hands[seat]
                at_stake += POINTS[hand.bit_length() - 1]
                if hand > best and (hand >= LOWEST_TRUMP or _same_suit(hand, best)):
                    best = hand
                    best_seat = seat
            won[best_seat & 1] += at_stake
            tricks[best_seat & 1] += 1
            deal.leader = best_seat
            return
        if not turn:
            best = 0
            if size == 4 and even.claims:
                for seat in (leader, (leader + 1) & 3, (leader + 2) & 3, (leader + 3) & 3):
                    hand = hands[seat]
                    if not hand >> SUIT_END[(hand & -hand).bit_length()]:
                        leader = seat  # a molodka: whoever has one claims it
                        best = hand
                        break
            policy = odd if leader & 1 else even
            hand = hands[leader]
            if not best:
                best = policy.lead(hand, alive ^ hand, left, size)
            hands[leader] = hand ^ best
            alive ^= best
            best_seat = leader
            count = best.bit_count()
            at_stake = points_of(best)
            turn = 1
        if count == 1:
            top = best.bit_length() - 1
            while turn < 4:
                seat = (leader + turn) & 3
                policy = odd if seat & 1 else even
                hand = hands[seat]
                play = policy.reply_one(
                    hand,
                    top,
                    not (seat ^ best_seat) & 1,
                    turn,
                    at_stake,
                    alive ^ hand,
                    left,
                    size,
                )
                if play < 0:
                    play = -play
                    at_stake += POINTS[play.bit_length() - 1]
                else:
                    top = play.bit_length() - 1
                    at_stake += POINTS[top]
                    best_seat = seat
                hands[seat] = hand ^ play
                alive ^= play
                turn += 1
        else:
            cards = to_list(best)
            while turn < 4:
                seat = (leader + turn) & 3
                policy = odd if seat & 1 else even
                hand = hands[seat]
                play = policy.reply_set(
                    hand,
                    cards,
                    not (seat ^ best_seat) & 1,
                    turn,
                    at_stake,
                    alive ^ hand,
                    left,
                    size,
                )
                if play < 0:
                    play = -play
                else:
                    cards = to_list(play)
                    best_seat = seat
                at_stake += points_of(play)
                hands[seat] = hand ^ play
                alive ^= play
                turn += 1
        won[best_seat & 1] += at_stake
        tricks[best_seat & 1] += 1
        leader = best_seat
        turn = 0
        size -= count
        if left:
            seat = leader
            for _ in range(4 * count if 4 * count < left else left):
                hands[seat] |= stock[drawn]
                drawn += 1
                left -= 1
                seat = (seat + 1) & 3
            size = hands[0].bit_count()
        if not size:
            deal.leader = leader
            return


LOWEST_TRUMP = 1 << 27
# By the number of bits of a card alone: how many cards there are up to the end of its suit.
SUIT_END = [0] + [9 * (card // 9) + 9 for card in range(36)]


def _same_suit(first: int, second: int) -> bool:
    return (first.bit_length() - 1) // 9 == (second.bit_length() - 1) // 9
