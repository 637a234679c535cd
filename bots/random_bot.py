"""Plays a random legal move. For every game; the bot to beat first."""

import json
import random
import sys


def main() -> None:
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            print(json.dumps({"type": "ready"}), flush=True)
        elif message["type"] == "move":
            print(json.dumps({"move": random.choice(message["legal"])}), flush=True)
        elif message["type"] == "bye":
            break


main()
