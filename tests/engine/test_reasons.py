"""Why a move is illegal: a sentence and a rule, from nothing but what its player knows."""

import pickle
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.cards import NAMES
from engine.errors import BadMove, IllegalMove, Reason
from engine.ruleset import Ruleset, State
from engine.rulesets import ruleset
from tests.engine.games import deal_hidden_again, every_ruleset, states

ENGINE = Path(__file__).parents[2] / "engine"
DOCS = "".join(path.read_text() for path in ENGINE.parent.glob("docs/2-rules*.md"))
WORDS = (
    *("lead", "beat", "drop", "take", "pass", "molodka", "trump S", "trump C"),
    *("card", "discard", "propose", "stand", "accept", "refuse"),
)


def attempts(state: State[Any], rng: random.Random) -> Iterator[str]:
    """Texts of moves that a person may try, most of them illegal."""
    hand = state.view(state.seat).get("hand") or []
    for word in WORDS:
        yield word
        for _ in range(3):
            cards = rng.sample(hand, min(len(hand), rng.randint(1, 3)))
            if rng.random() < 0.2:
                cards.append(rng.choice(NAMES))
            yield " ".join([word, *cards])
        for card in hand[:5]:
            yield f"{word} {card}"
            yield f"{word} {card} king"


def refusals(state: State[Any], number: int) -> dict[str, tuple[str, str | None]]:
    """By text: the reason and the rule. The same number tries the same texts."""
    found = {}
    for text in attempts(state, random.Random(number)):
        try:
            state.parse(text)
        except IllegalMove as error:
            found[text] = error.reason, error.rule
        except BadMove:
            pass
    return found


@every_ruleset
def test_every_illegal_move_has_a_short_reason_and_a_rule_that_the_docs_have(
    rules: Ruleset,
) -> None:
    seen = set()
    for state in states(rules, 1, every=9):
        for text, (reason, rule) in refusals(state, 1).items():
            seen.add(rule)
            assert re.fullmatch(r"[A-Z0-9][^\n]{10,118}[.]", reason), (text, reason)
            if rule is None:
                assert reason == "The game is over." or reason.startswith("You do not hold "), text
            else:
                assert f'<a id="{rule.lower()}"></a>' in DOCS
    assert seen


@every_ruleset
def test_a_reason_is_the_same_whatever_is_hidden_from_its_player(rules: Ruleset) -> None:
    rng = random.Random(2)
    tried = 0
    for state in states(rules, 3, every=9):
        if state.seat is None:
            continue
        other = deal_hidden_again(rules, state, state.seat, rng)
        assert refusals(other, tried) == refusals(state, tried), state.position()
        tried += 1
    assert tried


def why(name: str, position: str, *moves: str, **options: Any) -> tuple[str, str | None]:
    """The reason and the rule why the last of these moves is refused, after the others."""
    state = ruleset(name, options).position(position)
    for move in moves[:-1]:
        state.play(state.parse(move))
    with pytest.raises(IllegalMove) as refused:
        state.parse(moves[-1])
    return refused.value.reason, refused.value.rule


KOZEL = "hands=7SKC/9S8D/6HKD/TDQD exposed=JH leader=0"
FOURS = "hands=6S7S8S9H/6D7D8DJC/6C7C8C9C/QHKHTDAD exposed=JH"  # seat 2 holds a molodka


@pytest.mark.parametrize(
    ("position", "moves", "reason", "rule"),
    [
        (KOZEL, ("lead 7S KC",), "Lead cards of one suit: these are clubs and spades.", "KR5"),
        (KOZEL, ("lead",), "Lead one to four cards of one suit.", "KR5"),
        (KOZEL, ("lead 8C",), "You do not hold 8C.", None),
        (KOZEL, ("beat 7S",), "You lead, so there is nothing to beat or drop yet.", "KR5"),
        (
            KOZEL,
            ("lead 7S", "lead 9S"),
            "Beat the set on the table, or drop 1 card face down.",
            "KR7",
        ),
        (KOZEL, ("lead 7S", "drop 9S 8D"), "Play exactly 1 card: 1 card was led.", "K13"),
        (
            KOZEL,
            ("lead KC", "beat 9S"),
            "9S does not beat KC: only a higher card of clubs, or a trump (hearts), does.",
            "KR6",
        ),
        (
            "hands=7HKC/9S8D/6HKD/TDQD exposed=JH leader=0",
            ("lead 7H", "drop 9S", "beat 6H"),
            "6H does not beat 7H: it ranks lower.",
            "KR6",
        ),
        (
            "hands=TS7C/KS8D/6HKD/TDQD exposed=JH leader=0",
            ("lead TS", "beat KS"),
            "KS does not beat TS: the ten ranks above the king.",
            "K19",
        ),
        (
            "hands=7S8S/9SAD/6HKD/TDQD exposed=JH leader=0",
            ("lead 7S 8S", "beat 9S AD"),
            "AD beats no card of 7S 8S: each must beat one.",
            "KR6",
        ),
        (
            "hands=7SKS/8STS/6HKD/TDQD exposed=JH leader=0",
            ("lead 7S KS", "beat 8S TS", "drop 6H KD", "beat TD QD"),
            "None of these cards beats 8S: only a higher card of spades, or a trump (hearts), "
            "does.",
            "KR6",
        ),
        (
            "hands=9SJS/TS6S/6HKD/TDQD exposed=JH leader=0",
            ("lead 9S JS", "beat TS 6S"),
            "6S beats no card of 9S JS: each must beat one.",
            "KR6",
        ),
        (
            "hands=9SKS/JSQS/6HKD/TDQD exposed=JH leader=0",
            ("lead 9S KS", "beat JS QS"),
            "QS does not beat KS: it ranks lower.",
            "KR6",
        ),
        (FOURS, ("lead 6S",), "You are asked about your molodka first: claim it or pass.", "KR12"),
        (
            FOURS,
            ("pass", "pass"),
            "Nobody asks you about a molodka: you lead, so there is nothing to beat or drop yet.",
            "KR12",
        ),
        (
            FOURS,
            ("pass", "molodka"),
            "A molodka is a hand of exactly four cards of one suit.",
            "KR11",
        ),
        (
            FOURS,
            ("pass", "lead 6S", "pass", "drop JC", "pass", "molodka"),
            "You may claim only when you are asked, before another seat plays.",
            "KR12",
        ),
    ],
)
def test_the_common_mistakes_of_kozel(
    position: str, moves: tuple[str, ...], reason: str, rule: str | None
) -> None:
    assert why("kozel", position, *moves) == (reason, rule)


def test_why_four_of_a_suit_are_not_a_molodka_now() -> None:
    own = "hands=6C7C8C9C/6D7D8DJC/6S7S8S9S/QHKHTDAD exposed=JH"
    assert why("kozel", own, "pass", "pass", "molodka")[1] == "KR14"
    assert why("kozel", own, "molodka", "drop 6D 7D 8D JC", "molodka")[1] == "KR13"
    assert why("kozel", own, "molodka", molodka="off")[1] == "KR11"


ECARTE = "hands=KHQHJHAHTH/9D8D7DQCJC turned=QS stock=7S8S dealer=1"
PLAY = "hands=9H7S8C7C9C/AHKH7H8SKD turned=QS stock=JSTS dealer=1 phase=card"


@pytest.mark.parametrize(
    ("position", "moves", "reason", "rule"),
    [
        (ECARTE, ("card KH",), "Before you play a card, propose an exchange or stand.", "ER4"),
        (
            ECARTE,
            ("accept",),
            "There is no proposal to answer: propose an exchange or stand.",
            "ER4",
        ),
        (
            ECARTE,
            ("discard KH",),
            "Cards are exchanged after a proposal was accepted: propose an exchange or stand.",
            "ER5",
        ),
        (
            ECARTE,
            ("propose", "stand"),
            "Your opponent proposes an exchange: accept or refuse.",
            "ER4",
        ),
        (
            ECARTE,
            ("propose", "accept", "discard"),
            "You proposed, so exchange at least one card.",
            "ER6",
        ),
        (
            ECARTE,
            ("propose", "accept", "discard KH QH JH"),
            "The stock has only 2 cards left: you cannot exchange 3.",
            "ER6",
        ),
        (
            ECARTE,
            ("propose", "accept", "card KH"),
            "The exchange comes first: choose the cards that you discard.",
            "ER5",
        ),
        (
            ECARTE,
            ("propose", "accept", "discard KH QH", "discard", "propose"),
            "The stock is empty: you can only stand.",
            "ER7",
        ),
        (ECARTE, ("stand", "propose"), "The play has begun: play a card.", "ER4"),
        (ECARTE, ("stand", "card 9D"), "You do not hold 9D.", None),
        (
            PLAY,
            ("card 9H", "card KD"),
            "You must follow suit: you hold 7H or KH or AH.",
            "ER9",
        ),
        (
            PLAY,
            ("card 9H", "card 7H"),
            "You must win the trick if you can: play KH or AH.",
            "ER9",
        ),
        (PLAY, ("card 9H king",), "You do not hold KS, the king of trumps.", "ER8"),
        (
            "hands=KS7S8C7C9C/AHKH7H8SKD turned=QS dealer=1 phase=card",
            ("card KS",),
            "KS is the king of trumps: if you lead it, you announce it.",
            "ER8",
        ),
        (
            "hands=KS7S8C7C9C/AHKH7HJCKD turned=QS dealer=1 phase=card",
            ("card 7S", "card KD", "card KS king"),
            "You may announce the king only with your own first card of the deal.",
            "ER8",
        ),
    ],
)
def test_the_common_mistakes_of_ecarte(
    position: str, moves: tuple[str, ...], reason: str, rule: str | None
) -> None:
    assert why("ecarte", position, *moves) == (reason, rule)


def test_options_of_ecarte_have_their_reasons() -> None:
    void = "hands=9H7S8C7C9C/AD8SKD7D8D turned=QS dealer=1 phase=card"
    text, rule = why("ecarte", void, "card 9H", "card KD", must_trump=True)
    assert (text, rule) == ("You hold no hearts, so you must trump: play 8S.", "ER9")
    text, rule = why("ecarte", ECARTE, "propose", "accept", "discard KH", "discard", dealer_min=1)
    assert (text, rule) == ("In this game the dealer exchanges at least one card too.", "ER6")


SVOI = "hands=6CAS7S/9D7D8H trumps=S/H pile=8D seat=1"


@pytest.mark.parametrize(
    ("position", "moves", "reason", "rule"),
    [
        (SVOI, ("lead 9D",), "Beat the top card 8D, then play one more card on it.", "SR6"),
        (SVOI, ("take",), "You may take only if no card of yours beats 8D: 9D does.", "SR5"),
        (SVOI, ("beat 9D",), "9D beats 8D. Now play one more card on it, any card.", "SR6"),
        (
            SVOI,
            ("beat 7D 9D",),
            "7D does not beat 8D. The beating card comes first: 9D.",
            "SR6",
        ),
        (SVOI, ("beat 7D",), "7D does not beat 8D: it ranks lower.", "S12"),
        (SVOI, ("beat 9D 6C",), "You do not hold 6C.", None),
        (SVOI, ("trump S",), "The trump suits are already chosen.", "SR3"),
        (
            "hands=6CAS7S/9D7D8H trumps=S/H pile=8D seat=0",
            ("beat 6C 7S",),
            "6C does not beat 8D. The beating card comes first: 7S.",
            "SR6",
        ),
        (
            "hands=6CAS7S/9D7D8H trumps=S/H pile=8D seat=0",
            ("beat 6C",),
            "6C does not beat 8D: only a higher card of diamonds, or one of your trumps (spades), "
            "does.",
            "S12",
        ),
        (
            "hands=6C9C/9D7D8H trumps=S/H pile=8D8S seat=0",
            ("beat 6C 9C",),
            "6C does not beat 8S: only a higher card of spades does.",
            "S20",
        ),
        (
            "hands=6C9C/9D7D8H trumps=S/H pile=8D8S seat=0",
            ("lead 6C",),
            "No card of yours beats 8S: take from the pile.",
            "SR5",
        ),
        (
            "hands=6C9C/9D7D8H trumps=S/H seat=0",
            ("take",),
            "The pile is empty: lead one card.",
            "SR11",
        ),
    ],
)
def test_the_common_mistakes_of_svoi_kozyri(
    position: str, moves: tuple[str, ...], reason: str, rule: str | None
) -> None:
    assert why("svoi-kozyri", position, *moves) == (reason, rule)


def test_the_choice_of_trumps_has_its_reasons() -> None:
    text, rule = why("svoi-kozyri", "trumps=-/S", "trump S", trumps="choose")
    assert (text, rule) == ("Your opponent has chosen spades: the two trump suits differ.", "SR3")
    text, rule = why("svoi-kozyri", "trumps=-/-", "take", trumps="choose")
    assert (text, rule) == ("Choose your trump suit first.", "SR3")


def test_a_refusal_survives_pickling() -> None:
    """Match pools send errors between processes."""
    refused = IllegalMove("card 7H", Reason("You must follow suit: you hold 8C.", "ER9"))
    again = pickle.loads(pickle.dumps(refused))
    assert str(again) == "'card 7H' is not legal now. You must follow suit: you hold 8C."
    assert (again.reason, again.rule) == ("You must follow suit: you hold 8C.", "ER9")
