"""Plays Kozel by trying its moves in many deals of the hidden cards, likely ones more often."""

from strategy.bot import run
from strategy.kozel.player import Player

run(lambda rules, seat: Player(rules, seat, "strong"))
