"""A position of each game for a kit's unit test, with the move that the kit's bot should choose."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Position:
    """`text`: as `Ruleset.position` reads it. `why`: the reason for the move, for the reader."""

    text: str
    move: str
    why: str


POSITIONS: dict[str, Position] = {
    "kozel": Position(
        "hands=9H/KC/QD/TH7C exposed=JC dealer=3 leader=0 tricks=1/2 table=lead:KS/beat:AS/drop:6D",
        "drop TH",
        "Our partner's ace takes the trick, so it shall take our ten as well.",
    ),
    "svoi-kozyri": Position(
        "hands=6CKDAS/7D9DTC trumps=S/H pile=8CJC",
        "beat AS KD",
        "The opponent can beat 6C but not KD, and must take.",
    ),
    "ecarte": Position(
        "hands=8D9SKD7HQH/7CTCACJS turned=TH dealer=0 phase=card seat=0 led=QC",
        "card 7H",
        "The lowest trump is enough to take the trick.",
    ),
}
