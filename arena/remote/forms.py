"""The form to make a remote bot."""

from django import forms
from django.utils.translation import gettext_lazy as _

from arena.bots.models import slug_validator, validate_name
from arena.games import labels
from engine.rulesets import RULESETS


class RemoteBotForm(forms.Form):
    ruleset = forms.ChoiceField(label=_("Game"), help_text=_("This cannot be changed."))
    name = forms.CharField(
        label=_("Name"),
        max_length=40,
        validators=[slug_validator, validate_name],
        help_text=_(
            "Lowercase letters, digits, and single - or _ between them. It cannot be changed."
        ),
    )
    description = forms.CharField(
        label=_("Description"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("How does it play? Shown to everyone."),
    )

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        field = self.fields["ruleset"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(ruleset, labels.name(ruleset)) for ruleset in RULESETS]
