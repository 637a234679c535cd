"""A High Card player: it leads its highest card, and wins as cheaply as it can."""

import json
import sys

RANKS = "6789TJQKA"


def rank(move: str) -> int:
    return RANKS.index(move.split(" ")[1][0])


def choose(view: dict, legal: list[str]) -> str:
    if view["led"] is None:
        return max(legal, key=rank)
    winning = [move for move in legal if rank(move) > RANKS.index(view["led"][0])]
    return min(winning or legal, key=rank)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready"}), flush=True)
    elif message["type"] == "move":
        print(json.dumps({"move": choose(message["view"], message["legal"])}), flush=True)
    elif message["type"] == "bye":
        break
