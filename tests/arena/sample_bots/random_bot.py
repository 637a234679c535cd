"""Plays every game at random: the smallest bot that makes different games."""

import json
import random
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print("random bot, side", message["side"], file=sys.stderr)
        print('{"type":"ready"}', flush=True)
    elif message["type"] == "move":
        print(json.dumps({"move": random.choice(message["legal"])}), flush=True)
    elif message["type"] == "bye":
        break
