"""Plays Écarté as the strong bot does, but looks at few hands of the other side.

Bids and exchanges come from tables that were computed beforehand, each card from a few sampled
hands that are played out with open cards. docs/13c-ecarte-bot.md explains both.
"""

from strategy.bot import run
from strategy.ecarte.player import Player

run(lambda rules, seat: Player(rules, seat, "medium"))
