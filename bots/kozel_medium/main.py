"""Plays Kozel by trying each move in a dozen deals of the hidden cards."""

from strategy.bot import run
from strategy.kozel.player import Player

run(lambda rules, seat: Player(rules, seat, "medium"))
