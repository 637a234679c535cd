"""Thinks a while about every move, so that a test can act in the middle of a match."""

import json
import sys
import time

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type":"ready"}', flush=True)
    elif message["type"] == "move":
        time.sleep(0.05)
        print(json.dumps({"move": message["legal"][0]}), flush=True)
    elif message["type"] == "bye":
        break
