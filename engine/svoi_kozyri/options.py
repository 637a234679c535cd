"""The options of Svoi Kozyri (docs/2-rules.md, "Svoi Kozyri", "Options")."""

from dataclasses import dataclass
from typing import ClassVar

from engine.options import Option, switch


@dataclass(frozen=True)
class SvoiKozyriOptions:
    """`deal`: all cards at random, or hands that mirror each other (SR2).

    `voluntary_take`: a player who could beat may take instead (SR5). `trumps`: drawn, chosen by
    the players, or fixed (SR3). `max_plies`: the number of moves after which the game is drawn
    (SR12). `draw_rule`: the game is a draw if the loser's one last card beats the top card (SR9).
    """

    deal: str = "random"
    voluntary_take: bool = False
    trumps: str = "random"
    max_plies: int = 300
    draw_rule: bool = True

    OPTIONS: ClassVar[dict[str, Option]] = {
        "deal": Option("random", ("random", "mirror"), "all cards at random, or mirrored hands"),
        "voluntary_take": switch(False, "a player who could beat may also take"),
        "trumps": Option("random", ("random", "choose", "fixed"), "drawn, chosen, or S and H"),
        "max_plies": Option(300, range(1, 10_001), "moves after which the game is a draw"),
        "draw_rule": switch(True, "a draw if the loser's one last card beats the top card"),
    }
