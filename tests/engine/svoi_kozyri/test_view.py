"""What the players are shown of Svoi Kozyri: SR13."""

from engine.svoi_kozyri.ruleset import SvoiKozyri
from tests.engine.playing import play, seed


def at(text, **options):
    return SvoiKozyri(**options).position(text)


def test_both_players_see_both_hands():
    state = SvoiKozyri().start(seed(5))
    mine, yours = state.view(0), state.view(1)
    assert mine["hand"] == yours["opponent"]
    assert mine["opponent"] == yours["hand"]


def test_the_view_always_has_the_same_keys():
    keys = ["phase", "hand", "opponent", "trumps", "pile", "take", "ply", "repetition"]
    state = SvoiKozyri(trumps="choose").start(seed(5))
    play(state, "trump H")
    ended = play(at("hands=7C/8C9C trumps=S/H pile=- seat=0"), "lead 7C")
    for each_state in (state, SvoiKozyri().start(seed(5)), ended):
        assert list(each_state.view(1)) == keys
        assert set(each_state.view(None)) == {*keys, "hands", "seat"} - {"hand", "opponent"}


def test_events_tell_both_seats_the_move():
    state = at("hands=6C7C/9D7D trumps=S/H pile=8D seat=1")
    move = state.parse("beat 9D 7D")
    for seat in (0, 1):
        assert state.event(move, seat) == {"seat": 1, "move": "beat 9D 7D"}


def test_the_last_position_has_occurred_once_too() -> None:
    """A position in which a player is out is not counted for a draw, but it has occurred."""
    ended = play(at("hands=7C/8C9C trumps=S/H pile=- seat=0"), "lead 7C")
    for seat in (0, 1, None):
        assert ended.view(seat)["repetition"] == 1


def test_before_trumps_are_chosen_no_position_has_occurred() -> None:
    view = SvoiKozyri(trumps="choose").start(seed(5)).view(None)
    assert (view["phase"], view["repetition"], view["take"], view["trumps"]) == (
        "choose",
        0,
        0,
        [None, None],
    )
