"""Plays a sampled deal to its end: bids and exchanges by the tables, then the tricks are solved."""

from dataclasses import dataclass, replace
from random import Random

from engine.ecarte.options import EcarteOptions
from strategy.ecarte.bidding import bids
from strategy.ecarte.cards import KING, cards_of, rank
from strategy.ecarte.exchanges import exchange_limits, kept_by_rule
from strategy.ecarte.features import context, value
from strategy.ecarte.outcomes import outcomes_by_tricks
from strategy.ecarte.situation import Situation
from strategy.ecarte.solver import most_tricks
from strategy.ecarte.win_chances import win_chances

# How often a hidden hand costs the leader of the first trick a trick of open play, or gains one
# (measured; docs/13c-ecarte-bot.md).
LOST = 0.18
GAINED = 0.03
MOST_STAGES = 4  # exchanges that are followed; then the non-dealer stands


@dataclass(frozen=True)
class Deal:
    """A deal with all cards known. Lists of two go by role: the non-dealer, then the dealer.

    `stock`: the cards to draw, the first one first. `counts`: the last exchange of each.
    """

    options: EcarteOptions
    score: tuple[int, int]
    turned: int
    hands: tuple[int, int]
    stock: tuple[int, ...]
    proposals: int
    stage: int
    counts: tuple[int, int]

    def exchanged(self, role: int, kept: int) -> "Deal":
        """After this role's exchange; the dealer's ends the stage."""
        number = self.hands[role].bit_count() - kept.bit_count()
        hand = kept | sum(self.stock[:number])
        stock = self.stock[number:]
        if role == 0:
            return replace(
                self, hands=(hand, self.hands[1]), stock=stock, counts=(number, self.counts[1])
            )
        return replace(
            self,
            hands=(self.hands[0], hand),
            stock=stock,
            counts=(self.counts[0], number),
            stage=self.stage + 1,
        )

    def proposed(self) -> "Deal":
        return replace(self, proposals=self.proposals + 1)


def sampled_deal(now: Situation, other: int, random: Random) -> Deal:
    """The deal of a situation if the other hand is this one; the stock is in any order."""
    rest = cards_of(now.unknown & ~other)
    random.shuffle(rest)
    return known_deal(now, other, tuple(rest[: now.stock]))


def known_deal(now: Situation, other: int, stock: tuple[int, ...]) -> Deal:
    """The deal of a situation with this other hand and stock."""
    hands = (other, now.hand) if now.dealer else (now.hand, other)
    return Deal(
        now.options, now.score, now.turned, hands, stock, now.proposals, now.stage, now.counts
    )


def from_bid(deal: Deal) -> float:
    """The non-dealer's expected score of the game when it is to stand or to propose."""
    while deal.stock and deal.stage < MOST_STAGES and not _plays(deal, 0):
        deal = deal.proposed()
        if _plays(deal, 1):
            break
        deal = _dealer_exchanges(_exchanges(deal, 0))
    return from_play(deal)


def from_response(deal: Deal) -> float:
    """The same, when the dealer is to answer."""
    return from_play(deal) if _plays(deal, 1) else from_exchange(deal)


def from_exchange(deal: Deal) -> float:
    """The same, when the non-dealer is to exchange."""
    return from_bid(_dealer_exchanges(_exchanges(deal, 0)))


def from_dealer_exchange(deal: Deal) -> float:
    """The same, when the dealer is to exchange."""
    return from_bid(_dealer_exchanges(deal))


def from_play(deal: Deal) -> float:
    """The same, when the first card is to be led."""
    values = win_chances(deal.options).outcome_values(*deal.score)
    won = most_tricks(*deal.hands, deal.options.must_trump)
    outcomes = outcomes_by_tricks(deal.options.vulnerability, deal.proposals, deal.stage)
    king = 0
    if deal.turned != KING:
        king = 1 if deal.hands[0] & KING else 2 if deal.hands[1] & KING else 0
    fewer, more = max(won - 1, 0), min(won + 1, 5)
    return (
        LOST * values[outcomes[fewer] + king]
        + GAINED * values[outcomes[more] + king]
        + (1 - LOST - GAINED) * values[outcomes[won] + king]
    )


def _plays(deal: Deal, role: int) -> bool:
    """Whether a role stands or refuses by the tables."""
    known = bids(deal.options, *deal.score).tables
    where = context(deal.stage, deal.counts[1 - role])
    turned = rank(deal.turned)
    one, two = ("refuse", "accept") if role else ("stand", "propose")
    hand = deal.hands[role]
    return value(known[one], hand, turned, where) >= value(known[two], hand, turned, where)


def _exchanges(deal: Deal, role: int) -> Deal:
    least, most = exchange_limits(deal.options, role, len(deal.stock))
    return deal.exchanged(role, kept_by_rule(deal.hands[role], least, most))


def _dealer_exchanges(deal: Deal) -> Deal:
    return _exchanges(deal, 1)
