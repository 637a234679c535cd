"""The batch step in C shows the same arrays as the one in Python, and is optional."""

import ctypes
import hashlib
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.rulesets import ruleset
from tests.training.vector_games import RULES, random_actions
from training.native import build as builds
from training.vector_env import BadActions, VectorEnv

NATIVE = [name for name, rules in RULES.items() if rules.name in builds.FILES]
GAMES = 9
STEPS = 130
SEED = 11


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Path]]:
    """The libraries, compiled into a folder of the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        try:
            yield {name: builds.build(name) for name in builds.FILES}
        except builds.NoCompiler as error:
            warnings.warn(f"the batch step in C is NOT TESTED: {error}", stacklevel=1)
            pytest.skip(f"it cannot be compiled: {error}")


@pytest.mark.parametrize("episode", ["deal", "game"])
@pytest.mark.parametrize("name", NATIVE)
def test_both_show_the_same_arrays(built: dict[str, Path], name: str, episode: str) -> None:
    native, python = (
        VectorEnv(RULES[name], GAMES, SEED, episode=episode, backend=backend)
        for backend in ("native", "python")
    )
    assert native.backend == "native"
    assert python.backend == "python"
    choose = np.random.default_rng(SEED)
    for one, other in zip(native.reset(), python.reset(), strict=True):
        assert (one == other).all()
    mask = python.reset().mask
    native.reset()
    ends = 0
    for _ in range(STEPS):
        actions = random_actions(mask, choose)
        after, expected = native.step(actions), python.step(actions)
        for one, other in zip(
            (*after, *native.finals()), (*expected, *python.finals()), strict=True
        ):
            assert one.dtype == other.dtype
            assert one.tobytes() == other.tobytes()
        mask = expected.mask
        ends += int(expected.done.sum())
    assert ends or name == "ecarte, long"


@pytest.mark.parametrize("draw_rule", [True, False])
def test_a_last_card_that_beats_is_a_draw_under_the_rule_alone(
    built: dict[str, Path], draw_rule: bool
) -> None:
    """Games 0 and 24 of this seed end so if always the first legal move is played."""
    rules = ruleset("svoi-kozyri/mirror", {"draw_rule": draw_rule})
    env = VectorEnv(rules, 25, SEED, backend="native")
    mask = env.reset().mask
    worth: dict[int, float] = {}
    while 0 not in worth or 24 not in worth:
        _, mask, _, reward, done = env.step(mask.argmax(axis=1))
        for game in np.flatnonzero(done).tolist():
            worth.setdefault(game, float(reward[game, 0]))
    assert (worth[0] == 0) == (worth[24] == 0) == draw_rule


def test_a_compiled_step_is_taken_from_then_on(built: dict[str, Path]) -> None:
    assert VectorEnv("ecarte", 2).backend == "native"
    assert VectorEnv("ecarte", 2, backend="python").backend == "python"
    assert VectorEnv("kozel", 2).backend == "python"


def test_an_illegal_action_changes_nothing_in_c_either(built: dict[str, Path]) -> None:
    env, other = (VectorEnv("ecarte", 3, 1, backend="native") for _ in range(2))
    mask = env.reset().mask
    actions = mask.argmax(axis=1)
    for bad in (-1, 100, 2**62, int((~mask[2]).argmax())):
        with pytest.raises(BadActions, match=rf"actions\[2\] is {bad}"):
            env.step([*actions[:2].tolist(), bad])
    for one, same in zip(env.step(actions), other.step(actions), strict=True):
        assert (one == same).all()


@pytest.mark.parametrize("portable", [True, False])
def test_streams_in_c_are_those_of_sha_256(built: dict[str, Path], portable: bool) -> None:
    """With the processor's instructions, if it has them, and without."""
    code = ctypes.CDLL(str(built["ecarte"]))
    random = np.random.default_rng(SEED)
    for _ in range(50):
        seed = random.bytes(32)
        stream, block = (int(number) for number in random.integers(0, 2**32, 2))
        words = np.frombuffer(seed, ">u4").astype(np.uint32)
        out = np.zeros(8, np.uint32)
        done = code.words_of_block(
            ctypes.c_void_p(words.ctypes.data),
            ctypes.c_uint32(stream),
            ctypes.c_uint32(block),
            ctypes.c_int32(portable),
            ctypes.c_void_p(out.ctypes.data),
        )
        if not portable and not done:
            return  # a processor without such instructions
        message = seed + stream.to_bytes(4, "big") + block.to_bytes(4, "big")
        assert out.astype(">u4").tobytes() == hashlib.sha256(message).digest()


def test_a_library_of_other_source_is_not_loaded(
    built: dict[str, Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for source in builds.SOURCES.glob("*.[ch]"):
        (tmp_path / source.name).write_bytes(source.read_bytes())
    monkeypatch.setattr(builds, "SOURCES", tmp_path)
    assert builds.library("ecarte") == built["ecarte"]
    with (tmp_path / "ecarte.c").open("a") as source:
        source.write("/* changed */\n")
    assert builds.library("ecarte") != built["ecarte"]
    assert VectorEnv("ecarte", 1).backend == "python"


@pytest.fixture
def nothing_built(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


def test_without_a_compiler_it_warns_and_steps_in_python(
    nothing_built: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.warns(RuntimeWarning, match="steps in Python: no C compiler: no-such-compiler is"):
        env = VectorEnv("ecarte", 2, backend="native")
    assert env.backend == "python"
    assert env.reset().mask.any(axis=1).all()


def test_a_ruleset_without_a_step_in_c_warns(nothing_built: dict[str, Path]) -> None:
    with pytest.warns(RuntimeWarning, match="steps in Python: kozel has no step in C"):
        assert VectorEnv("kozel", 2, backend="native").backend == "python"


def test_nothing_is_compiled_unasked(nothing_built: dict[str, Path]) -> None:
    assert VectorEnv("ecarte", 2).backend == "python"
    assert not (nothing_built / "cache").exists()


def test_the_command_says_what_is_missing(
    nothing_built: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    done = subprocess.run([sys.executable, "-m", "training.native"], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith(
        "Not compiled: no C compiler: no-such-compiler is not on the PATH"
    )
    assert "VectorEnv works without" in done.stderr


def test_an_error_of_the_compiler_is_shown(
    nothing_built: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = nothing_built / "cc"
    broken.write_text("#!/bin/sh\necho 'ecarte.c:1: it does not compile' >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("CC", str(broken))
    with pytest.warns(RuntimeWarning, match="it does not compile"):
        assert VectorEnv("ecarte", 2, backend="native").backend == "python"
    assert not list((nothing_built / "cache").rglob("*.so"))


def test_a_cache_that_cannot_be_written_is_named(
    nothing_built: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    (nothing_built / "cache").write_text("a file, not a folder")
    with pytest.warns(RuntimeWarning, match="another folder in the variable XDG_CACHE_HOME"):
        assert VectorEnv("ecarte", 2, backend="native").backend == "python"


def test_a_damaged_library_warns_and_says_what_to_do(nothing_built: Path) -> None:
    path = builds.library("ecarte")
    path.parent.mkdir(parents=True)
    path.write_bytes(b"not a library")
    with pytest.warns(RuntimeWarning, match=r"ecarte-\w+\.so cannot be loaded: .*; delete it"):
        assert VectorEnv("ecarte", 2).backend == "python"
