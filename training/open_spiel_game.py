"""The games as OpenSpiel games, with chance card by card.

    import pyspiel
    from training import open_spiel_game
    game = pyspiel.load_game("goat_ecarte(must_trump=true)")

Importing the module registers ``goat_kozel``, ``goat_svoi_kozyri`` and ``goat_ecarte``. It needs
OpenSpiel: pip install open-spiel
"""

import json
from collections.abc import Mapping
from typing import Any

from engine.chance import CHANCE, NUM_OUTCOMES, ChanceState, chance_of
from engine.ruleset import Ruleset
from engine.rulesets import RULESETS, ruleset
from training.episode import most, result

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"training.open_spiel_game needs {error.name}: pip install open-spiel", name=error.name
    ) from error

# The parameters of each game besides the options of its ruleset, and their defaults.
PARAMETERS = {"whole_game": False, "position": "", "redeal": True}
_MOST_DRAWS = 80  # outcomes of a deal, whatever the game


def game_type(rules: Ruleset, short_name: str) -> Any:
    """What OpenSpiel asks about a game before it loads it."""
    information = pyspiel.GameType.Information
    known = rules.name == "svoi-kozyri"  # all cards are open
    return pyspiel.GameType(
        short_name=short_name,
        long_name=short_name.replace("_", " ").title(),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.PERFECT_INFORMATION if known else information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rules.seats,
        min_num_players=rules.seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification=PARAMETERS
        | {name: option.default for name, option in rules.OPTIONS.items()},
    )


class CardGame(pyspiel.Game):  # type: ignore[misc]
    """A deal of a ruleset, worth its utility to each seat of a side, or a whole game, worth −1, 0
    or 1. It begins with `root`."""

    def __init__(
        self,
        kind: Any,
        rules: Ruleset,
        root: ChanceState,
        params: Mapping[str, Any] | None = None,
    ) -> None:
        self.rules = rules
        self.root = _Shared(root)
        self.whole_game = not root.stop_at_deal
        worth = most(rules, self.whole_game)
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.num_actions,
            max_chance_outcomes=NUM_OUTCOMES,
            num_players=rules.seats,
            min_utility=-worth,
            max_utility=worth,
            utility_sum=0.0,
            max_game_length=rules.most_turns,
        )
        super().__init__(kind, info, dict(params or {}))

    def new_initial_state(self) -> "CardState":
        state = CardState(self)
        state.shared = self.root
        return state

    def max_chance_nodes_in_history(self) -> int:
        return _MOST_DRAWS * (self.rules.most_turns if self.whole_game else 1)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        return Observer(iig_obs_type is not None and iig_obs_type.perfect_recall)


class _Shared:
    """A game in progress that several states share: it is copied before it is played on.

    OpenSpiel clones a state more often than it plays on with it, and makes copies of all its
    attributes then (bench/training.py, "OpenSpiel: clone of a state").
    """

    __slots__ = ("game",)

    def __init__(self, game: ChanceState) -> None:
        self.game = game

    def __deepcopy__(self, _memo: object) -> "_Shared":
        return self


class CardState(pyspiel.State):  # type: ignore[misc]
    """A position. Outcomes and actions have the numbers of the engine."""

    shared: _Shared

    @property
    def game(self) -> ChanceState:
        """The position in the engine, to be read and copied, not to be played on."""
        return self.shared.game

    def current_player(self) -> int:
        seat = self.shared.game.seat
        if seat is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if seat == CHANCE else seat

    def is_terminal(self) -> bool:
        return self.shared.game.seat is None

    def _legal_actions(self, _player: int) -> list[int]:
        return list(self.shared.game.state.actions())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.shared.game.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        game = self.shared.game.copy()
        if game.seat == CHANCE:
            game.deal(action)
        else:
            game.play(game.state.move(action))
        self.shared = _Shared(game)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.game.outcome_text(action)
        return self.get_game().rules.action_text(action)  # type: ignore[no-any-return]

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self.num_players()
        by_side = result(self.game.state, self.get_game().whole_game)
        return [by_side[seat % 2] for seat in range(self.num_players())]

    def __str__(self) -> str:
        game = self.game
        position = "" if game.state is None else game.state.position()
        if game.seat != CHANCE:
            return position
        return f"{position} history={' '.join(map(str, game.history))}".strip()


class Observer:
    """What a player knows, as text: the view of its seat, or, with perfect recall, all that the
    seat saw and did as well."""

    tensor = None

    def __init__(self, perfect_recall: bool) -> None:
        self._perfect_recall = perfect_recall
        self.dict: dict[str, Any] = {}

    def set_from(self, state: CardState, player: int) -> None:
        """There is no tensor: its shape would be that of `State.observe`, which see."""

    def string_from(self, state: CardState, player: int) -> str:
        seen = recalled(state, player) if self._perfect_recall else []
        if state.game.state is not None:
            seen.append(state.game.state.view(player))
        return json.dumps(seen, separators=(",", ":"))


def recalled(state: CardState, player: int) -> list[Any]:
    """The moves so far as a seat saw them, each of its own after the hand that it then had."""
    game = state.get_game().root.game.copy()
    seen: list[Any] = []
    for action in state.history():
        if game.seat == CHANCE:
            game.deal(action)
            continue
        move = game.state.move(action)
        if game.seat == player:
            seen.append(game.state.view(player)["hand"])
        event = game.state.event(move, player)
        if event is not None:
            seen.append(event)
        game.play(move)
    return seen


def load(name: str, kind: Any, params: Mapping[str, Any]) -> tuple[Ruleset, ChanceState]:
    """The ruleset and the root of a game with these parameters. Raises EngineError."""
    options = {key: value for key, value in params.items() if key not in PARAMETERS}
    rules = ruleset(name, options)
    given = PARAMETERS | {key: value for key, value in params.items() if key in PARAMETERS}
    stop = not given["whole_game"]
    if not given["position"]:
        root = chance_of(rules, None, stop)
    else:
        position = rules.position(str(given["position"]), stop_at_deal=stop)
        root = chance_of(rules, position, stop, bool(given["redeal"]))
    assert root is not None, f"{name} has no chance nodes"
    return rules, root


def short_name(name: str) -> str:
    """``goat_svoi_kozyri`` for ``svoi-kozyri``."""
    return f"goat_{name.replace('-', '_')}"


def _register(name: str) -> None:
    kind = game_type(ruleset(name), short_name(name))

    # A class, as OpenSpiel's own Python games have it, no function: the registry outlives Python,
    # and a function that it frees then ends the program with an error.
    class Registered(CardGame):
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            rules, root = load(name, kind, params or {})
            super().__init__(kind, rules, root, params)

    pyspiel.register_game(kind, Registered)


for _name, _kind in RULESETS.items():
    if hasattr(_kind, "chance"):
        _register(_name)
