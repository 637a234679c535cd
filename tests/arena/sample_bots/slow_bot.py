"""Thinks a while about every move, so that a test can act in the middle of a match."""

import json
import random
import sys
import time

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type":"ready"}', flush=True)
    elif message["type"] == "move":
        time.sleep(0.03)
        print(json.dumps({"move": random.choice(message["legal"])}), flush=True)
    elif message["type"] == "bye":
        break
