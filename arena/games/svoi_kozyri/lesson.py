"""First steps in Svoi Kozyri. Seat 0 is the person, with spades as trumps."""

from django.utils.translation import gettext_lazy as _

from arena.games.lessons import Answer, Exercise, Lesson

_TRUMPED = _(
    "A trump of yours beats every card that is not of your trump suit. Now your opponent has to "
    "beat the card on top, and cannot."
)
_ORDINARY = _(
    "Hearts are trumps for your opponent only. In your turn they are an ordinary suit, and every "
    "trump of yours beats them, even the ace."
)

LESSON = Lesson(
    exercises=(
        Exercise(
            title=_("Beat, and play one more"),
            task=_(
                "The eight of diamonds is the top card. Beat it with a higher diamond, and then "
                "choose one more card to lie on top."
            ),
            position="hands=9D6CKC/7D8STS trumps=S/H pile=8D seat=0",
            right=(
                Answer(
                    "beat 9D 6C",
                    _(
                        "Your opponent had to beat the six of clubs, could not, and took three "
                        "cards. You lead again, and have fewer cards: whoever has none wins."
                    ),
                    then=("take",),
                    shows={"hands": [["KC"], "6C 7D 8D 9D 8S TS".split()], "seat": 0},
                ),
                Answer(
                    "beat 9D KC",
                    _(
                        "Your opponent had to beat the king of clubs, could not, and took three "
                        "cards. You lead again, and have fewer cards: whoever has none wins."
                    ),
                    then=("take",),
                    shows={"pile": [], "seat": 0},
                ),
            ),
            also=("take",),
        ),
        Exercise(
            title=_("Your own trumps"),
            task=_("Spades are your trumps. Beat the king of diamonds, and play one more card."),
            position="hands=6S7CQD/8STS trumps=S/H pile=KD seat=0",
            right=(
                Answer("beat 6S 7C", _TRUMPED, then=("take",), shows={"pile": [], "seat": 0}),
                Answer("beat 6S QD", _TRUMPED, then=("take",), shows={"pile": [], "seat": 0}),
            ),
            also=("take",),
        ),
        Exercise(
            title=_("Your opponent’s trumps"),
            task=_(
                "Hearts are your opponent’s trumps, and the ace of hearts is on top. It is your "
                "turn. Beat it."
            ),
            position="hands=6S7D9C/8STS trumps=S/H pile=AH seat=0",
            right=(
                Answer("beat 6S 7D", _ORDINARY, shows={"seat": 1}),
                Answer("beat 6S 9C", _ORDINARY, shows={"seat": 1}),
            ),
            also=("take",),
        ),
        Exercise(
            title=_("Take"),
            task=_(
                "The nine of spades is on top: a card of your own trump suit. Can you beat it? If "
                "not, take."
            ),
            position="hands=8SACKD/7H7C trumps=S/H pile=6D7D8D9DTD9S seat=0",
            right=(
                Answer(
                    "take",
                    _(
                        "Only a higher spade beats a spade in your turn. A card of your own trumps "
                        "costs five cards, any other three, and the ace of your trumps the whole "
                        "pile."
                    ),
                    shows={"pile": ["6D"], "seat": 1},
                ),
            ),
            also=("beat",),
        ),
        Exercise(
            title=_("A nasty second card"),
            task=_(
                "Beat the eight of diamonds. Which card on top hurts your opponent, whose trumps "
                "are hearts, the most?"
            ),
            position="hands=9D7CAH/QSKSJC trumps=S/H pile=6C7DTS8D seat=0",
            right=(
                Answer(
                    "beat 9D AH",
                    _(
                        "Nothing beats the ace of one’s own trumps. Your opponent had to take the "
                        "whole pile, six cards."
                    ),
                    then=("take",),
                    shows={
                        "pile": [],
                        "seat": 0,
                        "hands": [["7C"], "6C JC 7D 8D 9D AH TS QS KS".split()],
                    },
                ),
            ),
            wrong={
                "beat 9D 7C": _(
                    "That is legal, but your opponent beats the seven with the jack of clubs. "
                    "Both hands are open: look what they can beat."
                ),
            },
            also=("take",),
        ),
        Exercise(
            title=_("Go out"),
            task=_(
                "Two cards are left, and both beat the eight. The order decides whether you win: "
                "your opponent must not be able to beat your last card."
            ),
            position="hands=9DQD/TD trumps=S/H pile=8D seat=0",
            right=(
                Answer(
                    "beat 9D QD",
                    _(
                        "You are out of cards and win. Your opponent’s last card, the ten, does "
                        "not beat the queen."
                    ),
                    shows={"phase": "over", "scores": [1.0, 0.0]},
                ),
            ),
            wrong={
                "beat QD 9D": _(
                    "You would be out of cards too, but your opponent holds just one card, and the "
                    "ten beats the nine: that is a draw."
                ),
            },
            also=("take",),
        ),
    ),
    summary=_(
        "Both hands and the pile are open, so you can think ahead as in chess. The ten ranks below "
        "the jack here. You must beat if you can."
    ),
)
