"""Plays Svoi Kozyri: searches as far ahead as it can, and solves the endings."""

from strategy.bot import run
from strategy.svoi_kozyri.player import Player

run(lambda rules, seat: Player(rules, seat, "strong"))
