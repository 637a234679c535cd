"""A UCI program that answers immediately.

Each side moves one knight in a circle, so a game ends after fifty moves of each side, by the
fifty-move rule.
"""

import sys

WHITE = "b1 c3 d5 b4 d3 c5 b3 d4 b5 a3".split()
BLACK = "g8 h6 g4 e5 g6 f4 h5 f6".split()

made = 0
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["uci"]:
        print("id name knights\nuciok", flush=True)
    elif words[:1] == ["isready"]:
        print("readyok", flush=True)
    elif words[:1] == ["position"]:
        made = max(0, len(words) - 3)
    elif words[:1] == ["go"]:
        circle = BLACK if made % 2 else WHITE
        place = made // 2
        print(
            f"bestmove {circle[place % len(circle)]}{circle[(place + 1) % len(circle)]}", flush=True
        )
    elif words[:1] == ["quit"]:
        break
