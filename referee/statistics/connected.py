"""Which players can be compared: those connected by results, directly or through others."""

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


def connected(players: int, first: Ints, second: Ints, anchors: Ints) -> Ints:
    """The group of each player, if `first[k]` is connected with `second[k]` for each k.

    Group 0 is the one with the most anchors; of those with equally many, the largest. Equally large
    ones are in the order of their first players.
    """
    label = np.arange(players)
    while True:
        before = label.copy()
        np.minimum.at(label, first, label[second])
        np.minimum.at(label, second, label[first])
        label = label[label]
        if np.array_equal(label, before):
            break
    names, groups, sizes = np.unique(label, return_inverse=True, return_counts=True)
    order = np.lexsort((names, -sizes, -np.bincount(groups[anchors], minlength=len(names))))
    rank = np.empty(len(names), dtype=np.int64)
    rank[order] = np.arange(len(names))
    return rank[groups]
