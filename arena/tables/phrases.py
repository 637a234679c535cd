"""The phrases that people at a table can say to each other. There is no free chat."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# By the key that entries of the log and the API name.
PHRASES: dict[str, str | Promise] = {
    "hello": _("Hello!"),
    "good luck": _("Good luck!"),
    "well played": _("Well played!"),
    "nice cards": _("Nice cards!"),
    "thanks": _("Thank you!"),
    "oops": _("Oops …"),
    "one moment": _("One moment, please."),
    "good game": _("Good game!"),
    "once more": _("Once more?"),
    "bye": _("Goodbye!"),
}
