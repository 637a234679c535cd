"""The first steps of a game as its page shows them: positions, and an answer to every move.

The page gets the answers with the positions, so that it works without asking the server again.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations, permutations
from typing import Any

from django.utils.translation import gettext as _

from arena.games import rule_links
from arena.games.lessons import Answer, Exercise, Lesson
from arena.games.replay_frames import Replay
from arena.pages.lesson_texts import TEXTS
from arena.replays import viewer
from arena.tables.pages import viewer_texts
from engine import rulesets
from engine.errors import IllegalMove, MoveError
from engine.ruleset import State

Json = dict[str, Any]
LEARNER = 0  # the seat of the person
# The page names the modules that it needs, so that a browser does not find them one by one.
MODULES = [
    *(f"games/{name}.js" for name in ("cards", "dom", "setup", "table")),
    *(f"tables/{name}.js" for name in ("actions", "announce", "asking", "fan", "felt", "hand")),
    *(f"tables/{name}.js" for name in ("keys", "queue", "selection", "settings", "words")),
    "replays/steps.js",
]
ORDERED = 2  # cards of a move whose order may matter


def setup(ruleset: str, lesson: Lesson) -> Json:
    """What the page of the first steps hands to its scripts."""
    steps_of_lesson = steps(ruleset, lesson)
    return exercises(ruleset, lesson.options, LEARNER, steps_of_lesson, str(lesson.summary))


def exercises(
    ruleset: str, options: Mapping[str, Any], seat: int, given: list[Json], summary: str
) -> Json:
    """What a page hands to the scripts of the table at which `seat` solves positions.

    `given`: the positions, as `steps` returns them.
    """
    game = viewer.of_game(ruleset)
    seats = rulesets.ruleset(ruleset).seats
    sides = [_("You"), _("Your opponent")] if seats == 2 else [_("Your team"), _("Opponents")]
    return game | {
        "modules": [*MODULES, game["modules"][-1]],
        "texts": _texts(game["texts"]),
        "api": "",
        "game": {
            "ruleset": ruleset,
            "seats": seats,
            "seat": seat,
            "sides": sides[::-1] if seat % 2 else sides,
            "names": [_name(other, seat, seats) for other in range(seats)],
            "options": dict(options),
        },
        "steps": given,
        "summary": summary,
    }


def _texts(game: Mapping[str, str]) -> Json:
    """The texts by key. The table's prompts are left out: the task says what is asked."""
    table = {key: str(text) for key, text in {**viewer_texts.TEXTS, **TEXTS}.items()}
    return {key: text for key, text in game.items() if not key.startswith("ask ")} | table


def _name(other: int, seat: int, seats: int) -> str:
    """What `seat` calls another seat, or itself."""
    if other == seat:
        return _("You")
    if seats == 2:
        return _("Your opponent")
    return _("Your partner") if (other - seat) % 2 == 0 else _("Opponent")


def steps(ruleset: str, lesson: Lesson) -> list[Json]:
    """The exercises in the language of the reader.

    ``view`` is what the person sees, ``moves`` has an answer by the text of each move that may be
    tried: ``kind`` (right, wrong or illegal), ``text``, of an illegal one ``rule`` and ``url``, of
    a right one the ``moves`` and ``frames`` that follow, as in a replay (games/replay_frames.py).
    """
    return [_step(ruleset, lesson, exercise) for exercise in lesson.exercises]


def _step(ruleset: str, lesson: Lesson, exercise: Exercise) -> Json:
    state = rulesets.ruleset(ruleset, dict(lesson.options)).position(exercise.position)
    right = {answer.move: answer for answer in exercise.right}
    moves: Json = {}
    for text in state.texts(state.legal()):
        if text in right:
            moves[text] = _right(state, right[text])
        else:
            moves[text] = {
                "kind": "wrong",
                "text": str(exercise.wrong.get(text, exercise.otherwise)),
            }
    for text, error in _illegal(state, exercise.also):
        url = rule_links.url_for(ruleset, error.rule) if error.rule else None
        moves[text] = {"kind": "illegal", "text": error.reason, "rule": error.rule, "url": url}
    return {
        "title": str(exercise.title),
        "task": str(exercise.task),
        "view": state.view(LEARNER),
        "moves": moves,
        "best": exercise.right[0].move,
    }


def _right(state: State[Any], answer: Answer) -> Json:
    replay = Replay(state.copy(), LEARNER)
    for text in (answer.move, *answer.then):
        replay.play(text, 0.0)
    return {
        "kind": "right",
        "text": str(answer.text),
        "moves": replay.moves,
        "frames": replay.frames[1:],
    }


def _illegal(state: State[Any], also: tuple[str, ...]) -> Iterator[tuple[str, IllegalMove]]:
    """The moves of these cards that the engine refuses, each once."""
    legal = [text.split(" ") for text in state.texts(state.legal())]
    verbs = {verb for verb, *_ in legal} | set(also)
    with_cards = {verb for verb, *cards in legal if cards}
    most = max(map(len, legal))
    hand: list[str] = state.view(LEARNER)["hand"]
    known = set()
    for verb in sorted(verbs):
        for cards in _selections(hand, most):
            if not cards and verb in with_cards:
                continue  # nothing is selected yet
            text = " ".join([verb, *cards])
            try:
                state.parse(text)
            except IllegalMove as error:
                same = (verb, frozenset(cards), error.reason)
                if same not in known:
                    known.add(same)
                    yield text, error
            except MoveError:
                pass  # not a move of the game


def _selections(hand: list[str], most: int) -> Iterator[tuple[str, ...]]:
    for count in range(min(most, len(hand)) + 1):
        choose = permutations if count == ORDERED else combinations
        yield from choose(hand, count)
