"""Positions that occur again: SR12."""

from engine.svoi_kozyri.ruleset import SvoiKozyri
from tests.engine.playing import play

CYCLE = ["lead AS", "beat KH KS", "take", "lead AH", "beat KS KH", "take"]


BEFORE_THE_CYCLE = "hands=KDADAS/KCACKHAHKS trumps=S/H pile=- seat=0"


def at(text, **options):
    return SvoiKozyri(**options).position(text)


def test_the_third_occurrence_of_a_position_is_a_draw():
    state = at(BEFORE_THE_CYCLE)
    repetitions = [state.view(0)["repetition"]]
    for move in CYCLE * 2:
        assert state.seat is not None
        play(state, move)
        repetitions.append(state.view(0)["repetition"])
    assert repetitions == [1] * 6 + [2] * 6 + [3]
    assert (state.seat, state.scores()) == (None, (0.5, 0.5))


def test_a_copy_counts_its_own_occurrences():
    state = play(at(BEFORE_THE_CYCLE), *CYCLE)
    twin = state.copy()
    play(twin, *CYCLE)
    assert (twin.seat, state.seat, state.view(0)["repetition"]) == (None, 0, 2)


def test_the_same_cards_in_another_order_of_the_pile_are_another_position():
    one = play(at("hands=6C7C/9DTDJC trumps=S/H pile=8D seat=1"), "beat 9D TD")
    other = play(at("hands=6C7C/9DTDJC trumps=S/H pile=8D seat=1"), "beat TD 9D")
    assert one.position() != other.position()
    earlier = one.position().partition("earlier=")[2]
    again = at(other.position().partition(" earlier=")[0] + f" earlier={earlier}")
    assert again.view(0)["repetition"] == 1


def test_the_same_cards_with_the_other_player_to_move_are_another_position():
    cards = "hands=6C7C/9DTDJC trumps=S/H pile=8D"
    history = play(at(f"{cards} seat=1"), "beat 9D TD").position().partition("earlier=")[2]
    assert at(f"{cards} seat=1 earlier={history}").view(0)["repetition"] == 2
    assert at(f"{cards} seat=0 earlier={history}").view(0)["repetition"] == 1


def test_no_view_holds_the_positions_that_occurred_before():
    """As docs/2-rules.md says: equal views, but the same move leads to a draw in one only."""
    after_the_lead = play(at(BEFORE_THE_CYCLE), "lead AS", "beat KH KS").position()
    code = after_the_lead.partition("earlier=")[2].split("/")[0]
    new, old = at(f"{BEFORE_THE_CYCLE} ply=12"), at(f"{BEFORE_THE_CYCLE} ply=12 earlier={code}*2")
    assert [new.view(seat) for seat in (0, 1)] == [old.view(seat) for seat in (0, 1)]
    assert (play(new, "lead AS").seat, play(old, "lead AS").seat) == (1, None)
