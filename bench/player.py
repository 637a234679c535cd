"""A process that plays at random with one build of the engine: interpreted or compiled.

``python -m bench.player FOLDER`` takes the package `engine` from that folder. Asked on standard
input for ``rate RULESET SECONDS`` it answers with moves a second; for ``digest RULESET FIRST
COUNT`` with the SHA-256 of everything that so many games showed.
"""

import json
import random
import sys
from hashlib import sha256


def digest(name: str, first: int, count: int) -> str:
    """Of `count` random games from seed number `first` on, every second with random options:
    all legal moves, every tenth move's views and events, and how each game ended."""
    from engine.rulesets import RULESETS, ruleset

    base = RULESETS[name]
    seen = sha256()
    for number in range(first, first + count):
        choose = random.Random(number)
        rules = ruleset(name, _options(base.OPTIONS, choose) if number % 2 else {})
        state = rules.start(number.to_bytes(32, "big"))
        while state.seat is not None:
            legal = state.legal()
            move = choose.choice(legal)
            seen.update(f"{list(legal)} {state.text(move)}".encode())
            if choose.random() < 0.1:
                seats = range(rules.seats)
                shown = [*map(state.view, seats), *(state.event(move, seat) for seat in seats)]
                seen.update(json.dumps([shown, *map(state.text, legal)]).encode())
                state = state.copy()
            state.play(move)
        seen.update(f"{state.position()} {state.view(None)} {state.scores()}\n".encode())
    return seen.hexdigest()


def _options(options: dict, choose: random.Random) -> dict:
    """Random values, but small ones for the numbers, that games may end soon."""
    return {name: choose.choice(option.values[:20]) for name, option in options.items()}


def main() -> None:
    sys.path.insert(0, sys.argv[1])
    from bench.play import our_game, rate

    for line in sys.stdin:
        task, name, *numbers = line.split()
        if task == "rate":
            print(rate(our_game(name), float(numbers[0])), flush=True)
        else:
            print(digest(name, *map(int, numbers)), flush=True)


if __name__ == "__main__":
    main()
