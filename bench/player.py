"""A process that plays at random with one build of the engine: interpreted or compiled.

``python -m bench.player FOLDER`` uses the package `engine` in that folder. It reads tasks from
standard input: ``rate RULESET SECONDS`` prints the moves per second, ``digest RULESET FIRST COUNT``
the SHA-256 of everything that these games showed.
"""

import json
import random
import sys
from hashlib import sha256


def digest(name: str, first: int, count: int) -> str:
    """The SHA-256 of `count` random games, from seed number `first` on.

    It covers all legal moves, the views, events, actions, masks, observations and keys of about
    every tenth move with a sample of the hidden cards, and the results. Every second game has
    random options.
    """
    from engine.knowledge import knowledge_of
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
                observation = bytearray(rules.observation_shape[0])
                mask = bytearray(rules.num_outputs)
                state.observe(state.seat, observation)
                state.mask(mask)
                seen.update(observation + mask)
                seen.update(f"{state.actions()} {state.key()} {state.action(move)}".encode())
                if knowledge := knowledge_of(rules, state.seat):
                    knowledge.hear([], state.view(state.seat))
                    seen.update(knowledge.sample(choose).position().encode())
                state = state.copy()
            state.play(move)
        seen.update(f"{state.position()} {state.view(None)} {state.scores()}\n".encode())
    return seen.hexdigest()


def _options(options: dict, choose: random.Random) -> dict:
    """Random values; numbers are small, so that games end soon."""
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
