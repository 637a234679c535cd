"""First steps in Kozel. Seat 0 is the person, seat 2 the partner."""

from django.utils.translation import gettext_lazy as _

from arena.games.lessons import Answer, Exercise, Lesson

LESSON = Lesson(
    exercises=(
        Exercise(
            title=_("Lead"),
            task=_(
                "You lead, and you may lead several cards if they are of one suit. "
                "Lead your two spades."
            ),
            position=(
                "hands=7S9SQH8D/6D7DKH9C/QS6HJDTD/8HJH9D6S exposed=JC "
                "stock=8C7C6CTC dealer=3 leader=0"
            ),
            right=(
                Answer(
                    "lead 7S 9S",
                    _(
                        "Now everybody has to play two cards. Nobody could beat both, so all "
                        "dropped two cards face down, and you take the trick."
                    ),
                    then=("drop 6D 7D", "drop JD TD", "drop 9D 6S"),
                    shows={"tricks": [1, 0], "leader": 0},
                ),
            ),
            wrong={
                "lead 7S": _("That is legal, but it leads only one of your spades. Select both."),
                "lead 9S": _("That is legal, but it leads only one of your spades. Select both."),
            },
            otherwise=_("That is legal, but it is not a spade. Lead the seven and the nine."),
        ),
        Exercise(
            title=_("Beat"),
            task=_("Your opponent on the right leads the king of spades. Beat it."),
            position=(
                "hands=TSQS8D9C/6C7D8SQD/ACKD7CJC/6D9DKC exposed=JH stock=6H7H8H9H "
                "dealer=2 leader=3 table=lead:KS"
            ),
            right=(
                Answer(
                    "beat TS",
                    _(
                        "In Kozel the ten ranks above the king; only the ace is higher. You take "
                        "the trick, and your partner added the ace of clubs to it, face down."
                    ),
                    then=("drop 6C", "drop AC"),
                    shows={"tricks": [1, 0], "points": [25, 0]},
                ),
            ),
            wrong={
                "drop TS": _(
                    "Face down the ten does not beat, and your opponents get its 10 points. "
                    "Beat with it."
                ),
            },
            otherwise=_(
                "You may drop a card although you could beat. But then your opponents keep the "
                "king, which is worth 4 points. Which card ranks above it?"
            ),
        ),
        Exercise(
            title=_("Trump"),
            task=_("Hearts are trump. Your opponent leads the ace of diamonds. Take the trick."),
            position=(
                "hands=6HTS9C7S/6C7D8SQC/KDJD7CJC/6D9DKC exposed=JH stock=8H7HQH9H "
                "dealer=2 leader=3 table=lead:AD"
            ),
            right=(
                Answer(
                    "beat 6H",
                    _("Every trump beats every card of another suit, even the six the ace."),
                    then=("drop 6C", "drop KD"),
                    shows={"tricks": [1, 0], "points": [15, 0]},
                ),
            ),
            wrong={
                "drop TS": _(
                    "That gives your opponents the ten as well: 21 points. The six of hearts is "
                    "a trump."
                ),
                "drop 6H": _("A trump beats only if you play it face up. Choose Beat."),
            },
            otherwise=_("That leaves your opponents 11 points. Your six of hearts is a trump."),
        ),
        Exercise(
            title=_("Feed your partner"),
            task=_(
                "Your partner leads the ace of trumps, which nothing beats. Drop the card that "
                "brings your team the most points."
            ),
            position=(
                "hands=TC7C8DKD/9C6HQD7D/9SQH8C/6SJDTH exposed=JS stock=8S7SQSKS "
                "dealer=1 leader=2 table=lead:AS/drop:6D"
            ),
            right=(
                Answer(
                    "drop TC",
                    _(
                        "A ten is worth 10, an ace 11, a king 4, a queen 3, a jack 2. With the ace "
                        "that makes 21 points. All cards of a trick count, the dropped ones too."
                    ),
                    then=("drop 9C",),
                    shows={"tricks": [1, 0], "points": [21, 0]},
                ),
            ),
            wrong={
                "drop KD": _("The king is worth 4 points, but you hold a card that is worth 10."),
            },
            otherwise=_("That card is worth nothing. Which of your cards is worth most?"),
        ),
        Exercise(
            title=_("Beat two cards"),
            task=_(
                "Diamonds are trump. Two spades were led. Beat them: each of your two cards must "
                "beat a different one."
            ),
            position=(
                "hands=9S6DQH8C/JCTH7H9H/KDQC9CJH/8HKC exposed=JD stock=8D7DQDTD "
                "dealer=2 leader=3 table=lead:6S7S"
            ),
            right=(
                Answer(
                    "beat 6D 9S",
                    _(
                        "The nine beats one spade, the six of trumps the other. Your cards need "
                        "not be of one suit. Whoever plays next would have to beat these two."
                    ),
                    then=("drop 7H 9H", "drop QC JH"),
                    shows={"tricks": [1, 0]},
                ),
            ),
            otherwise=_("You may drop any two cards, but here you can beat. Choose Beat."),
        ),
        Exercise(
            title=_("The set to beat"),
            task=_(
                "Seat 1 led the seven of clubs, and seat 3 has beaten it with the king. You play "
                "last. Take the trick."
            ),
            position=(
                "hands=QCTC9D6H/8D6D9H/JHQDKD/JD8HTH exposed=JS stock=8S7SQSKS "
                "dealer=0 leader=1 table=lead:7C/drop:7H/beat:KC"
            ),
            right=(
                Answer(
                    "beat TC",
                    _(
                        "You have to beat what was played last, the king, and not the lead. "
                        "The queen would not do."
                    ),
                    shows={"tricks": [1, 0], "points": [14, 0]},
                ),
            ),
            wrong={"drop TC": _("That gives your opponents 14 points. Beat with the ten.")},
            otherwise=_(
                "That is legal, but your opponents take the trick with the king. Which club ranks "
                "above it?"
            ),
        ),
        Exercise(
            title=_("Molodka"),
            task=_(
                "You hold four cards of one suit: a molodka. Seat 1 has led, but you are asked, "
                "in secret, whether you want to lead out of turn. Do it."
            ),
            position=(
                "hands=6H9HQHKH/7S8S9D/6SJCTD7D/8DQSKS7C exposed=QC "
                "stock=9CTCQCKCAC8C6CASTS9SJSAHTHJH8H7H dealer=0 leader=1 table=lead:6D asked=0"
            ),
            right=(
                Answer(
                    "molodka",
                    _(
                        "The six of diamonds went back to its hand, and you have led four hearts. "
                        "Four cards are hard to beat: you take them all."
                    ),
                    then=("drop 6D 7S 8S 9D", "drop 6S JC TD 7D", "drop 8D QS KS 7C"),
                    shows={"tricks": [1, 0], "leader": 0},
                ),
            ),
            wrong={
                "pass": _(
                    "Nobody notices that you pass, and later in this trick you may be asked "
                    "again. But this is a good moment: claim it."
                ),
            },
        ),
    ),
    summary=_(
        "A deal has 120 points. The team with fewer than 60 gets penalty points: 2, or 4 with "
        "fewer than 31, or 6 without a trick. A team with 12 penalty points has lost."
    ),
)
