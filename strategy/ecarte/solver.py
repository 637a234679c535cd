"""Exact play of the tricks with both hands open (double dummy).

Both hands have the same number of cards, five at most, as sets of `cards.py`. The tree is tiny: a
reply must win with the suit led if it can, and otherwise follow it. A search asks only whether the
leader takes a number of tricks, so most branches end early; cards of one hand with none of the
other between them are led only once.
"""

from typing import Final

from strategy.ecarte.cards import HIGHER, SAME_SUIT, TRUMPS

# By the bit of a lead: the cards that beat it.
_BEATERS: Final = {
    lead: higher | (0 if lead & TRUMPS else TRUMPS) for lead, higher in HIGHER.items()
}


def takes(leader: int, other: int, need: int, size: int, must_trump: bool) -> bool:
    """Whether the leader takes at least `need` of the `size` tricks."""
    if need <= 0:
        return True
    if need > size:
        return False
    if size == 1:
        return not _last_reply(other, leader)
    rest = leader
    tried = 0
    while rest:
        lead = 1 << (rest.bit_length() - 1)
        rest ^= lead
        same = SAME_SUIT[lead]
        if tried & same and not other & (tried - lead):
            tried = lead
            continue
        tried = lead
        if holds(leader ^ lead, lead, other, need, size, must_trump):
            return True
    return False


def _last_reply(other: int, lead: int) -> int:
    return other & _BEATERS[lead]


def holds(rest: int, lead: int, other: int, need: int, size: int, must_trump: bool) -> bool:
    """Whether the leader takes at least `need` of `size` tricks after leading `lead`.

    `rest`: the leader's other cards, `other`: the other hand before its reply.
    """
    answers = other & HIGHER[lead]
    if answers:
        winning = True
    else:
        answers = other & SAME_SUIT[lead]
        winning = False
        if not answers:
            answers = other & TRUMPS  # not of the suit led, or there would have been one
            if answers:
                # Ruffs; without must_trump the other cards may be played too.
                if not _survives(rest, other, answers, True, need, size, must_trump):
                    return False
                if must_trump:
                    return True
                answers = other & ~TRUMPS
            else:
                answers = other
    return _survives(rest, other, answers, winning, need, size, must_trump)


def _survives(
    rest: int, other: int, answers: int, winning: bool, need: int, size: int, must_trump: bool
) -> bool:
    """Whether the leader takes enough after each of these answers, all of which win or all lose."""
    size -= 1
    if winning:
        # The other side leads; it must not take more than the leader can spare.
        if need > size:
            return not answers
        enough = size - need + 1
        tried = 0
        while answers:
            answer = answers & -answers
            answers ^= answer
            if tried and tried & SAME_SUIT[answer] and not rest & (answer - tried):
                tried = answer
                continue
            tried = answer
            if takes(other ^ answer, rest, enough, size, must_trump):
                return False
        return True
    if need <= 1:
        return True
    need -= 1
    if need > size:
        return not answers
    tried = 0
    while answers:
        answer = answers & -answers
        answers ^= answer
        if tried and tried & SAME_SUIT[answer] and not rest & (answer - tried):
            tried = answer
            continue
        tried = answer
        if not takes(rest, other ^ answer, need, size, must_trump):
            return False
    return True


def most_tricks(leader: int, other: int, must_trump: bool) -> int:
    """How many tricks the leader takes under best play of both sides."""
    size = leader.bit_count()
    need = 0
    while need < size and takes(leader, other, need + 1, size, must_trump):
        need += 1
    return need
