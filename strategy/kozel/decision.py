"""One decision as the search sees it: the trick so far, and how a move goes on from it."""

from engine.cards import SUITS
from engine.kozel.moves import BEAT, DROP, LEAD, MOLODKA, PASS
from engine.kozel.options import KozelOptions
from engine.ruleset import View
from strategy.kozel.candidates import Candidate
from strategy.kozel.cards import points_of, read
from strategy.kozel.playout import Deal, play_out
from strategy.kozel.policy import Policy
from strategy.kozel.sampling import Sample
from strategy.kozel.worth import Worth

HIDDEN_POINTS = 3  # that a card face down is taken to have


class Decision:
    """A decision of a seat, from its view. `worth` is that of the end of the deal to its side."""

    def __init__(self, options: KozelOptions, view: View, seat: int) -> None:
        trump = SUITS.index(view["trump"])
        best = view["best"]
        self.worth = Worth(options, view, seat & 1)
        self._seat = seat
        self._asked: bool = view["phase"] == "window"
        self._hand = read(view["hand"], trump)
        self._leader: int = view["leader"]
        self._turn = len(view["table"])
        self._best = read(best["cards"], trump) if best else 0
        self._best_seat: int = best["seat"] if best else self._leader
        self._count: int = view["count"]
        self._tricks: list[int] = view["tricks"]
        self._stock: int = view["stock"]
        # The cards of each hand before the trick: whoever has played has so many fewer.
        self._size = max(view["hands"])
        if self._turn:
            self._size = view["hands"][self._leader] + self._count
        self._at_stake = sum(
            HIDDEN_POINTS * play["drop"]
            if "drop" in play
            else points_of(read(play.get("lead") or play["beat"], trump))
            for play in view["table"]
        )

    def own_move(self, policy: Policy, others: int) -> Candidate | None:
        """The policy's own move; None when asked about a molodka, of which it knows nothing.

        `others`: the cards that others may hold or draw.
        """
        if self._asked:
            return None
        if not self._turn:
            return Candidate(LEAD, policy.lead(self._hand, others, self._stock, self._size))
        cards = policy.reply(
            self._hand,
            self._best,
            self._count,
            not (self._seat ^ self._best_seat) & 1,
            self._turn,
            self._at_stake,
            others,
            self._stock,
            self._size,
        )
        return Candidate(BEAT if cards > 0 else DROP, abs(cards))

    def play(self, deal: Deal, sample: Sample, move: Candidate, policy: Policy) -> None:
        """Fills `deal` with a sample, plays the move, and plays it out."""
        verb, cards = move
        seat = self._seat
        hands = deal.hands = sample.hands[:]
        deal.stock = sample.stock
        deal.points = sample.points[:]
        deal.tricks = self._tricks[:]
        deal.leader = self._leader
        deal.turn = self._turn
        deal.best = self._best
        deal.best_seat = self._best_seat
        deal.count = self._count
        deal.at_stake = sample.at_stake
        if verb != PASS:
            hands[seat] ^= cards
            deal.at_stake += points_of(cards)
            deal.turn += 1
            if verb != DROP:
                deal.best = cards
                deal.best_seat = seat
                if verb != BEAT:
                    deal.leader = seat
                    deal.count = cards.bit_count()
            if verb == MOLODKA:  # what was laid goes back
                for turn, laid in enumerate(sample.table):
                    hands[(self._leader + turn) & 3] |= laid
                deal.at_stake = points_of(cards)
                deal.turn = 1
        play_out(deal, policy, policy)
