"""Batches that are stepped in C: training/native, loaded with ctypes."""

import ctypes
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from engine.ecarte.options import EcarteOptions
from engine.ruleset import Ruleset
from engine.svoi_kozyri.options import SvoiKozyriOptions
from training.batches.batch import Arrays, Numbers
from training.native.build import FILES, CannotBuild, build, library

_VULNERABILITIES: Final = ("seed", "classic", "winner", "none")


def _ecarte_options(rules: Any, whole_games: bool) -> list[int]:
    options: EcarteOptions = rules
    return [
        whole_games,
        options.must_trump,
        _VULNERABILITIES.index(options.vulnerability),
        options.dealer_min,
        options.target,
    ]


def _svoi_kozyri_options(rules: Any, whole_games: bool) -> list[int]:
    options: SvoiKozyriOptions = rules
    return [
        options.deal == "mirror",
        options.voluntary_take,
        ("random", "choose", "fixed").index(options.trumps),
        options.max_plies,
        options.draw_rule,
    ]


# By ruleset: the fields of Options in its C file, which all are int32.
_OPTIONS: Final[dict[str, Callable[[Any, bool], list[int]]]] = {
    "ecarte": _ecarte_options,
    "svoi-kozyri": _svoi_kozyri_options,
}


class _Batch(ctypes.Structure):
    """`Batch` of training/native/episodes.h."""

    _fields_ = [
        ("n", ctypes.c_int64),
        *((name, ctypes.c_void_p) for name in ("options", "seed", "episodes", "games", "notes")),
        *((name, ctypes.c_void_p) for name in ("observation", "mask", "seat", "reward")),
        *((name, ctypes.c_void_p) for name in ("done", "final")),
    ]


class InC:
    """A batch that is stepped in C. `seed` deals all its episodes."""

    def __init__(self, rules: Ruleset, seed: bytes, whole_games: bool, arrays: Arrays) -> None:
        """Raises CannotBuild if the library cannot be compiled, or not loaded."""
        path = build(rules.name)
        try:
            code = ctypes.CDLL(str(path))
        except OSError as error:
            raise CannotBuild(f"{path} cannot be loaded: {error}; delete it") from error
        for name in (
            *("game_size", "options_size", "notes_of", "observation_size", "number_of_actions"),
            "step",
        ):
            getattr(code, name).restype = ctypes.c_int64
        code.begin.restype = None
        n, size = arrays.observation.shape
        options = np.array(_OPTIONS[rules.name](rules, whole_games), np.int32)
        assert code.options_size() == options.nbytes
        assert code.observation_size() == size
        assert code.number_of_actions() == arrays.mask.shape[1]
        # C keeps addresses of these arrays, so they must live as long as the batch.
        self._kept = {
            "options": options,
            "seed": np.frombuffer(seed, np.uint8),
            "episodes": np.zeros(n, np.uint32),
            "games": np.zeros((n, code.game_size()), np.uint8),
            "notes": np.zeros(
                n * code.notes_of(ctypes.c_void_p(options.ctypes.data)) + 1, np.uint8
            ),
            **vars(arrays),
        }
        addresses = {name: array.ctypes.data for name, array in self._kept.items()}
        self._batch = _Batch(n=n, **addresses)
        self._address = ctypes.c_void_p(ctypes.addressof(self._batch))
        self._code = code

    def begin(self) -> None:
        self._code.begin(self._address)

    def step(self, actions: Numbers) -> None:
        address = ctypes.c_void_p(actions.__array_interface__["data"][0])
        played = self._code.step(self._address, address)
        assert played == len(actions), "VectorEnv has checked the actions"


def has_native(rules: Ruleset) -> bool:
    """Whether there is a batch step in C for this ruleset."""
    return rules.name in FILES


def is_built(rules: Ruleset) -> bool:
    """Whether its library has been compiled."""
    return has_native(rules) and library(rules.name).exists()
