"""Where all cards lie, read alike in all games."""

from engine.cards import NAMES
from engine.ruleset import Ruleset
from engine.rulesets import ruleset
from tests.engine.games import every_ruleset, states


@every_ruleset
def test_it_says_what_the_open_view_says(rules: Ruleset) -> None:
    for state in states(rules, 1, every=2):
        layout, view = state.layout(), state.view(None)
        assert [[NAMES[card] for card in hand] for hand in layout.hands] == view["hands"]
        assert [NAMES[card] for card in layout.stock] == view.get("stock", [])
        assert [NAMES[card] for card in layout.pile] == view.get("pile", [])
        assert list(layout.tricks) == view.get("tricks", [0, 0])
        assert list(layout.score) == view.get("penalties", view.get("score", [0, 0]))
        lying = [NAMES[card] for _, cards in layout.table for card in cards]
        if "table" in view:
            assert layout.table == tuple(
                (play["seat"], tuple(map(NAMES.index, cards)))
                for play in view["table"]
                for cards in play.values()
                if isinstance(cards, list)
            )
            assert list(layout.points) == view["points"]
        elif state.seat is not None:
            assert lying == ([view["led"]] if view.get("led") else [])
            assert all(seat != state.seat for seat, _ in layout.table)


def test_trumps_go_by_side() -> None:
    duel = ruleset("svoi-kozyri", {"trumps": "choose"}).start(bytes(32))
    assert duel.layout().trumps == (None, None)
    duel.play(duel.parse("trump H"))
    assert duel.layout().trumps == (None, 2)
    kozel = ruleset("kozel").position("hands=7S/9S/6H/8D exposed=JH")
    assert kozel.layout().trumps == (2, 2)


def test_in_ecarte_the_points_of_the_deal_are_those_for_kings() -> None:
    rules = ruleset("ecarte")
    text = "hands=AHTHQHKHJH/7D8D9DJCQC turned=KS dealer=1 phase=deal score=1/2"
    state = rules.position(text)
    assert (state.layout().points, state.layout().score) == ((0, 1), (1, 3))
