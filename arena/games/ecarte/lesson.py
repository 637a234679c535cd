"""First steps in Écarté. Seat 0 is the person; spades are trump."""

from django.utils.translation import gettext_lazy as _

from arena.games.lessons import Answer, Exercise, Lesson

_ANNOUNCED = _(
    "The king of trumps scores a point at once, whichever card you play first. With a later card "
    "it would have been too late."
)
_SILENT = _("That is legal, but it gives a point away: choose the button that announces the king.")

LESSON = Lesson(
    exercises=(
        Exercise(
            title=_("Propose"),
            task=_(
                "Spades are trump, as the turned card shows. Your five cards are weak. Ask the "
                "dealer for an exchange."
            ),
            position="hands=7H8C9D7D8S/KHQC9H8D9S turned=QS stock=TS7S7CJHAD dealer=1",
            right=(
                Answer(
                    "propose",
                    _("The dealer accepted. Both of you may now exchange cards, you first."),
                    then=("accept",),
                    shows={"phase": "discard", "seat": 0},
                ),
            ),
            wrong={
                "stand": _(
                    "To stand is to play with these cards, and they would hardly win a trick. "
                    "Propose an exchange."
                ),
            },
        ),
        Exercise(
            title=_("Exchange"),
            task=_(
                "Select the cards that you want to replace. Keep your two trumps: king and jack "
                "of spades."
            ),
            position=(
                "hands=KS7H8C9DJS/KHQC9H8D9S turned=QS stock=TSAHJC7CJHAD dealer=1 phase=discard "
                "proposals=1"
            ),
            right=(
                Answer(
                    "discard 8C 9D 7H",
                    _(
                        "You drew three new cards. The dealer saw how many you exchanged, and "
                        "exchanged two. Discards stay face down."
                    ),
                    then=("discard 8D 9H",),
                    shows={"phase": "propose", "exchanges": [[3, 2]], "seat": 0},
                ),
            ),
            otherwise=_(
                "That is legal. But better keep both spades and replace the three low cards of "
                "other suits."
            ),
        ),
        Exercise(
            title=_("Follow suit and win"),
            task=_("Your opponent leads the ten of hearts. Which card must you play?"),
            position=("hands=AH7HKC8S9D/8HQC9HJC turned=QS stock=TS7S dealer=0 phase=card led=TH"),
            right=(
                Answer(
                    "card AH",
                    _(
                        "You must follow suit, and win with that suit if you can. From high to "
                        "low: king, queen, jack, ace, ten."
                    ),
                    shows={"tricks": [1, 0], "seat": 0},
                ),
            ),
        ),
        Exercise(
            title=_("A trick that you cannot win"),
            task=_("The king of hearts is led. You must follow suit. Which heart do you give?"),
            position=("hands=QH7HKC8S9D/8HQC9HJC turned=QS stock=TS7S dealer=0 phase=card led=KH"),
            right=(
                Answer(
                    "card 7H",
                    _("No heart beats the king, so you keep the queen for a later trick."),
                    shows={"tricks": [0, 1], "seat": 1},
                ),
            ),
            wrong={
                "card QH": _(
                    "That is legal, but the king takes the trick anyway, and then your queen is "
                    "gone. Give the seven."
                ),
            },
        ),
        Exercise(
            title=_("Trump"),
            task=_("The ace of diamonds is led, and you hold no diamond. Take the trick."),
            position=("hands=QH7HKC8S9C/8HQC9HJC turned=QS stock=TS7S dealer=0 phase=card led=AD"),
            right=(
                Answer(
                    "card 8S",
                    _("Every trump beats every card of another suit. You lead the next trick."),
                    shows={"tricks": [1, 0], "seat": 0},
                ),
            ),
            wrong={
                "card KC": _(
                    "Without a diamond you may play any card and need not trump. But a king of "
                    "another suit does not win."
                ),
            },
            otherwise=_("That is legal, but it loses the trick. Your eight of spades is a trump."),
        ),
        Exercise(
            title=_("Announce the king"),
            task=_(
                "You hold the king of trumps. Lead your first card, and announce the king with it."
            ),
            position=(
                "hands=KSQHJC9D8C/8HQC9HJSAD turned=QS stock=TS7S dealer=1 phase=card seat=0"
            ),
            right=tuple(
                Answer(f"card {card} king", _ANNOUNCED, shows={"score": [1, 0], "king": 0})
                for card in ("KS", "QH", "JC", "9D", "8C")
            ),
            wrong={f"card {card}": _SILENT for card in ("QH", "JC", "9D", "8C")},
        ),
        Exercise(
            title=_("Stand"),
            task=_("Now your hand is strong: three high trumps. Propose, or stand?"),
            position="hands=KSQSJSKH9D/KDQC9H8D9S turned=8S stock=TS7S7CJHAD dealer=1",
            right=(
                Answer(
                    "stand",
                    _(
                        "If you win three tricks without having proposed, you score 2 points "
                        "instead of 1. All five tricks score 2 as well."
                    ),
                    shows={"phase": "card", "seat": 0, "proposals": 0},
                ),
            ),
            wrong={
                "propose": _(
                    "The dealer would get new cards too, and your three trumps win three tricks "
                    "as they are. Stand."
                ),
            },
        ),
    ),
    summary=_(
        "Three or four tricks score 1, all five score 2, and the king of trumps 1. Whoever has 5 "
        "points first wins the game."
    ),
)
