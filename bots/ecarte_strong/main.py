"""Plays Écarté by tables of bids and exchanges, and by solving hundreds of sampled hands.

It weighs what the other side may hold by its bids and exchanges, and aims at winning the game, not
the most points. docs/13c-ecarte-bot.md explains how.
"""

from strategy.bot import run
from strategy.ecarte.player import Player

run(lambda rules, seat: Player(rules, seat, "strong"))
