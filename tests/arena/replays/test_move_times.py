"""The times of a bot's moves, one line a game."""

from arena.replays.move_times import GameTimes, Slowest, summary


def test_times_are_summed_up_and_the_move_with_the_longest_wall_time_is_named() -> None:
    games = [[[0, 2.0, 1.5, 0.25], [3, 4.0, 1.0, 0.5, 0.1]], []]
    assert summary(games) == [
        GameTimes(1, 2, 6.0, 2.5, 0.75, Slowest(3, 4.0, 1.0, 0.5)),
        GameTimes(2, 0, 0, 0, 0, None),
    ]
