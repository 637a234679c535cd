"""Small decks of Svoi Kozyri solved to the end, by the engine's own moves.

A position is its text without the ply and the history, so neither repetition nor the limit of plies
has a say: play that never ends is a draw.
"""

from collections import deque
from itertools import combinations

from engine.svoi_kozyri.ruleset import SvoiKozyri


def positions_dealt(cards):
    """Every deal of half the cards to each seat, seat 0 to lead, trumps S and H."""
    for hand in combinations(cards, len(cards) // 2):
        other = [card for card in cards if card not in hand]
        yield f"hands={''.join(hand)}/{''.join(other)} trumps=S/H pile=- seat=0"


def key(state):
    return state.position().partition(" ply=")[0]


def explore(starts, **options):
    """The positions in play with what follows each, and those at the end with their scores."""
    rules = SvoiKozyri(max_plies=10_000, **options)
    following, ended = {}, {}
    todo = list(starts)
    while todo:
        position = todo.pop()
        if position in following or position in ended:
            continue
        state = rules.position(position)
        if state.seat is None:
            ended[position] = state.scores()
            continue
        following[position] = reached = []
        for move in state.legal():
            after = state.copy()
            after.play(move)
            reached.append(key(after))
        todo += reached
    return following, ended


def solve(following, ended):
    """By position: the score of seat 0 in perfect play, and in how many plies it is forced.

    Backwards from the ends: a position is won by its mover when one move wins, lost when all lose,
    and drawn when neither is ever found.
    """
    before, open_moves = {}, {}
    for position, reached in following.items():
        open_moves[position] = len(reached)
        for after in reached:
            before.setdefault(after, []).append(position)
    solved = {end: (scores[0], 0) for end, scores in ended.items()}
    todo = deque(end for end, (score, _) in solved.items() if score != 0.5)
    while todo:
        position = todo.popleft()
        score, plies = solved[position]
        for earlier in before.get(position, ()):
            if earlier in solved:
                continue
            open_moves[earlier] -= 1
            mover_wins = score == (1 if earlier.endswith("seat=0") else 0)
            if mover_wins or not open_moves[earlier]:
                solved[earlier] = score, plies + 1
                todo.append(earlier)
    return {position: solved.get(position, (0.5, None)) for position in following}


def has_cycle(following):
    """Whether play can come back to a position: some are left when dead ends are cut off."""
    ways = {position: sum(after in following for after in r) for position, r in following.items()}
    before = {}
    for position, reached in following.items():
        for after in reached:
            before.setdefault(after, []).append(position)
    ends = [position for position, count in ways.items() if not count]
    for position in ends:
        for earlier in before.get(position, ()):
            ways[earlier] -= 1
            if not ways[earlier]:
                ends.append(earlier)
    return len(ends) < len(following)
