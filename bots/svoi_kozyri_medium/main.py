"""Plays Svoi Kozyri: looks two moves ahead."""

from strategy.bot import run
from strategy.svoi_kozyri.player import Player

run(lambda rules, seat: Player(rules, seat, "medium"))
