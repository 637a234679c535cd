"""The texts of the first steps by the keys of their script."""

from django.utils.translation import gettext_lazy as _

from arena.games.game import Text

TEXTS: dict[str, Text] = {
    "progress": _("{n} of {last}"),
    "well done": _("Right."),
    "not it": _("Not this move."),
    "not allowed": _("That is not allowed."),
    "next": _("Next"),
    "skip": _("Skip"),
    "again": _("Once more"),
    "start again": _("From the start"),
    "done title": _("That is all you need"),
    "the rule": _("The rule"),
    # In place of the played table's prompt.
    "your turn": "",
}
