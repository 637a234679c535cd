"""W"""
import os, json
from strategy.svoi_kozyri.positions import Position
from strategy.svoi_kozyri.tables import cards
_w = json.loads(os.environ.get("SVOI_W", "null"))
def _card(seat, card):
    s, r = divmod(card, 9)
    if _w: 
        kind = 0 if s == seat else 1 if s == 1 - seat else 2
        return _w["cards"][kind][r]
    return (50 if s == seat else 0) + 10 * r - 90
CARD_VALUE = tuple(tuple(_card(seat, c) for c in range(36)) + (0,) for seat in range(2))
TEMPO = _w["tempo"] if _w else 0
EMPTY = _w["empty"] if _w else 0
def material(position: Position) -> int:
    seat, mine, theirs = position.seat, position.mine, position.theirs
    own, other = CARD_VALUE[seat], CARD_VALUE[1 - seat]
    return sum(own[c] for c in cards(mine)) - sum(other[c] for c in cards(theirs))
