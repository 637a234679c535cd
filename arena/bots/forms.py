"""Forms to submit a bot or a version, and to change a bot's settings."""

from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files.base import File
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.bots.languages import Accepted, accepted_languages, to_choose_from
from arena.bots.models import Bot, slug_validator, validate_name
from arena.games import labels
from engine.rulesets import RULESETS

# A program that is not Python may have any file extension, or none.
ACCEPTED = ".py,.zip" if settings.BOT_RUNTIMES == ["python"] else False


def label(accepted: Accepted) -> str:
    """A language with its packages, as one of several to choose from."""
    packages = accepted.chosen_text
    if not packages:
        return gettext("%(language)s with its standard library") % {"language": accepted.title}
    return gettext("%(language)s: also %(packages)s") % {
        "language": accepted.title,
        "packages": packages,
    }


class ProgramForm(forms.Form):
    """A program: a file, or pasted source. `submission.submit` validates the content."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        allow_empty_file=True,  # `submission.submit` has the better message
        widget=forms.FileInput(attrs={"accept": ACCEPTED}),
    )
    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        help_text=_("It decides which packages a Python program can import."),
    )
    source = forms.CharField(
        label=_("Or source code"),
        required=False,
        strip=False,
        help_text=_("Instead of a file: paste one Python program."),
        widget=forms.Textarea(
            attrs={"rows": 14, "spellcheck": "false", "autocapitalize": "off", "wrap": "off"}
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choice = self.fields["language"]
        assert isinstance(choice, forms.ChoiceField)
        alike = to_choose_from()
        choices = [(each.name, label(each)) for each in alike]
        if len(alike) < len(accepted_languages()):
            choices.insert(0, ("", gettext("By the files of the program")))
        choice.choices = choices
        if not alike:
            choice.widget = forms.HiddenInput()

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        file, source = data.get("file"), data.get("source")
        if file is not None and source:
            raise ValidationError(
                gettext("Send either a file or pasted source, not both."), code="both"
            )
        if file is None and not source and not self.errors:
            raise ValidationError(
                gettext("Choose a file, or paste the source of a program."), code="neither"
            )
        return data

    @property
    def program_field(self) -> str:
        """The field that shows an error of the program."""
        return "source" if self.cleaned_data.get("source") else "file"

    def file_name(self) -> str:
        """The name of the uploaded file; empty for pasted source."""
        file: File[bytes] | None = self.cleaned_data.get("file")
        return str(file.name) if file is not None else ""

    def content(self) -> bytes:
        file: File[bytes] | None = self.cleaned_data.get("file")
        if file is not None:
            return bytes(file.read())
        # Browsers end the lines of a text area with CR LF.
        source: str = self.cleaned_data["source"]
        return source.replace("\r\n", "\n").encode()


class BotForm(forms.Form):
    """What every new bot has."""

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

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["ruleset"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(ruleset, labels.name(ruleset)) for ruleset in RULESETS]


class NewBotForm(ProgramForm, BotForm):
    """A new bot with its first version."""

    field_order = ["ruleset", "name", "description", "language", "file", "source"]


class NewVersionForm(ProgramForm):
    activates = forms.BooleanField(
        label=_("Activate it when it qualifies, by the rule in the bot's settings"),
        required=False,
        initial=True,
        help_text=_("Otherwise the current version continues to play until you activate another."),
    )


class SettingsForm(forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = Bot
        fields = ("description", "promotion")
        widgets = {"description": forms.Textarea(attrs={"rows": 5}), "promotion": forms.RadioSelect}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["promotion"].required = False

    def clean_promotion(self) -> str:
        """A rule that is left out stays unchanged."""
        chosen: str = self.cleaned_data["promotion"] or self.instance.promotion
        return chosen
