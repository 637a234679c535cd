"""Why a move of Svoi Kozyri is better than another, where a rule of thumb says it."""

from typing import Final

from engine.cards import SUITS, parse_card
from engine.ruleset import View
from engine.svoi_kozyri.moves import TAKE, Move, parse_move
from engine.svoi_kozyri.ruleset import SvoiKozyri
from strategy.svoi_kozyri.positions import Position, Rules, Suits, after, laid, rules_of
from strategy.svoi_kozyri.proof import prove
from strategy.svoi_kozyri.tables import BEATING, EMPTY_PILE, TAKEN

_NODES: Final = 1_000  # of the proof of one move
_ACE: Final = 8


def explain(view: View, better: str, played: str, rules: SvoiKozyri | None = None) -> str:
    """A few words on why `better` is better than `played`, both as the protocol writes them.

    `view` is that of the seat to act. Empty if no rule of thumb fits. A win by force is proved.
    """
    if view["phase"] != "play" or better == played:
        return ""
    suits = Suits([SUITS.index(trump) for trump in view["trumps"]])
    position = _position(view, suits)
    good, bad = (suits.move(parse_move(text)) for text in (better, played))
    return (
        _out(position, good)
        or _forced(position, good, bad, rules_of(rules or SvoiKozyri()))
        or _unbeatable(position, good, bad)
        or _spared(position, good, bad)
    )


def _position(view: View, suits: Suits) -> Position:
    hand, opponent, pile = (
        bytes(map(parse_card, view[key])) for key in ("hand", "opponent", "pile")
    )
    lying = suits.pile(EMPTY_PILE + pile)
    seat = view["ply"] % 2
    if pile and min(TAKEN[seat][lying[-1]], len(pile)) != view["take"]:
        seat = 1 - seat  # a position that no game reached in turn
    return Position(seat, suits.hand(hand), suits.hand(opponent), lying, view["ply"])


def _out(position: Position, good: Move) -> str:
    return "" if after(position, good).theirs else "it lays the last cards, and the game is over"


def _forced(position: Position, good: Move, bad: Move, rules: Rules) -> str:
    """Whether a proof shows that one move wins, or the other loses."""
    proof = prove(after(position, good), rules, nodes=_NODES)
    if proof.value == 0:
        moves = (proof.plies + 1) // 2  # after this one
        return f"it wins by force, in {moves} more {'move' if moves == 1 else 'moves'}"
    child = after(position, bad)
    if child.theirs and prove(child, rules, nodes=_NODES).value == 1:
        return "after the other move the opponent wins by force"
    return ""


def _unbeatable(position: Position, good: Move, bad: Move) -> str:
    """Whether the opponent can beat the card that one move leaves on top, but not the other's."""
    if good == TAKE or bad == TAKE or not _beaten(position, bad) or _beaten(position, good):
        return ""
    child = after(position, good)
    top = child.pile[-1]
    taken = TAKEN[child.seat][top]
    lying = len(child.pile) - 1
    number = "the whole pile" if taken >= lying else f"{taken} cards"
    if top // 9 == child.seat:
        card = "the ace of its own trumps" if top % 9 == _ACE else "this card of its own trumps"
    else:
        card = "the new top card"
    return f"the opponent cannot beat {card} and takes {number}"


def _beaten(position: Position, move: Move) -> bool:
    child = after(position, move)
    return bool(child.mine & BEATING[child.seat][child.pile[-1]])


def _spared(position: Position, good: Move, bad: Move) -> str:
    """What the better move keeps in hand that the other one lays."""
    if good == TAKE or bad == TAKE:
        return ""
    seat = position.seat
    kept = [card for card in laid(bad) if card not in laid(good)]
    given = [card for card in laid(good) if card not in laid(bad)]
    if any(card // 9 == seat for card in kept) and not any(card // 9 == seat for card in given):
        return "it keeps a trump for later"
    if any(card // 9 == 1 - seat for card in kept) and all(card // 9 > 1 for card in given):
        return "it keeps a card of the opponent's trumps, which only a higher one beats"
    if len(kept) == len(given) == 1 and kept[0] // 9 == given[0] // 9 and kept[0] > given[0]:
        return "a lower card of the suit does as well"
    if all(card // 9 > 1 for card in (*kept, *given)) and sum(c % 9 for c in given) < sum(
        c % 9 for c in kept
    ):
        return "it lays lower cards and keeps the higher ones"
    return ""
