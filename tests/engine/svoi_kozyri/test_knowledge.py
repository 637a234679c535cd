"""What a seat of Svoi Kozyri knows: all cards and what occurred; nothing before the deal."""

import pytest

from engine.cards import ALL_CARDS, to_mask
from engine.svoi_kozyri.knowledge import SvoiKozyriKnowledge
from engine.svoi_kozyri.ruleset import SvoiKozyri
from engine.svoi_kozyri.state import SvoiKozyriState
from tests.engine.hearing import heard, observed, rng_of
from tests.engine.playing import play

CYCLE = ["lead AS", "beat KH KS", "take", "lead AH", "beat KS KH", "take"]
BEFORE_THE_CYCLE = "hands=KDADAS/KCACKHAHKS trumps=S/H pile=- seat=0"


def told(state: SvoiKozyriState, seat: int, *moves: str) -> SvoiKozyriKnowledge:
    """What a seat knows that saw the state, and then these moves. They are played."""
    knowledge = state.options.knowledge(seat)
    knowledge.hear([], state.view(seat))
    for text in moves:
        knowledge.hear(observed(state, state.parse(text), 2)[seat], state.view(seat))
    return knowledge


def test_after_the_deal_there_is_one_sample_which_is_the_game_itself() -> None:
    for state, knowledge in heard(SvoiKozyri(), 2):
        known = knowledge[state.seat]
        again = SvoiKozyri().position(state.position(), stop_at_deal=True)
        assert known.sample(rng_of(1)) == again
        assert known.held == [to_mask(hand) for hand in state.hands]
        assert (known.unseen, known.out) == (0, 0)


def test_a_position_that_was_heard_before_counts_when_it_occurs_again() -> None:
    """SR12: the third time is a draw."""
    state = SvoiKozyri().position(BEFORE_THE_CYCLE)
    known = told(state, 0, *CYCLE, *CYCLE[:5])
    assert play(known.sample(rng_of(1)), "take").scores() == (0.5, 0.5)


def test_of_a_view_alone_only_its_own_position_is_counted() -> None:
    state = play(SvoiKozyri().position(BEFORE_THE_CYCLE), *CYCLE, *CYCLE[:5])
    known = told(state, 0)
    assert known.sample(rng_of(1)).repetition() == 2
    assert play(known.sample(rng_of(1)), "take").seat is not None


def test_before_the_deal_every_deal_is_possible() -> None:
    rules = SvoiKozyri(trumps="choose")
    state = rules.start(bytes(32))
    known = told(state, 0, "trump H")
    assert (known.unseen, known.held, known.sizes) == (ALL_CARDS, [0, 0], [0, 0])
    rng = rng_of(2)
    hands = {tuple(play(known.sample(rng), "trump S").hands) for _ in range(50)}
    assert len(hands) == 50
    assert tuple(play(state, "trump S").hands) not in hands


@pytest.mark.parametrize("deal", ["random", "mirror"])
def test_once_the_trumps_are_chosen_the_game_is_known(deal: str) -> None:
    state = SvoiKozyri(trumps="choose", deal=deal).start(bytes(32))
    known = told(state, 1, "trump H", "trump D")
    lead = state.text(state.legal()[0])
    known.hear(observed(state, state.parse(lead), 2)[1], state.view(1))
    sample = known.sample(rng_of(3))
    assert (sample.hands, sample.pile, sample.trumps) == (state.hands, state.pile, (1, 2))
