"""Forms for challenges and experiments."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.accounts.models import User
from arena.bots.models import Version
from arena.experiments import quotas
from arena.experiments.options_form import OptionsForm
from arena.remote.models import Connection
from engine.errors import BadSeed
from engine.randomness import parse_seed
from referee.statistics.sprt import MAX_ELO, BadTest, Test

MAX_CHALLENGE_PAIRS = 25
MAX_PAIRS = 1000


def own_versions(user: User, ruleset: str, remote: bool = False) -> QuerySet[Version]:
    """The user's versions that can play, by bot, newest first; or those of remote bots, which play
    in challenges alone: an experiment needs mirrored deals."""
    return (
        Version.objects.light()
        .filter(bot__owner=user, bot__ruleset=ruleset, state=Version.State.QUALIFIED)
        .filter(bot__remote=remote)
        .select_related("bot__owner")
        .order_by(F("bot__name"), "-number")
    )


def comparable(user: User, ruleset: str) -> QuerySet[Version]:
    """What a version of the user can be compared with: the user's versions, and active ones."""
    return (
        Version.objects.light()
        .filter(bot__ruleset=ruleset, state=Version.State.QUALIFIED)
        .filter(Q(bot__owner=user) | Q(pk=F("bot__active")))
        .filter(bot__remote=False)
        .select_related("bot__owner")
        .order_by("bot__owner__username", "bot__name", "-number")
    )


def challengers(user: User, ruleset: str) -> QuerySet[Version]:
    """As `own_versions`, with those of the user's remote bots that are connected now."""
    online = Connection.objects.online().filter(bot__owner=user, bot__ruleset=ruleset)
    remote = Version.objects.filter(
        bot__in=online.values("bot"), state=Version.State.QUALIFIED
    ).values("pk")
    return (
        Version.objects.light()
        .filter(Q(pk__in=own_versions(user, ruleset).order_by().values("pk")) | Q(pk__in=remote))
        .select_related("bot__owner")
        .order_by("bot__remote", "bot__name", "-number")
    )


class ChallengeForm(OptionsForm):
    """An unrated match of one of the user's versions against `opponent`."""

    version: "forms.ModelChoiceField[Version]" = forms.ModelChoiceField(
        Version.objects.none(), label=_("Your version"), empty_label=None
    )
    pairs = forms.IntegerField(
        label=_("Pairs"),
        min_value=1,
        max_value=MAX_CHALLENGE_PAIRS,
        initial=5,
        help_text=_("Mirrored games: each deal is played from both sides."),
    )
    seed = forms.CharField(
        label=_("Seed"),
        required=False,
        max_length=64,
        help_text=_("64 hexadecimal digits, to play known deals. Leave empty for secret deals."),
        widget=forms.TextInput(attrs={"spellcheck": "false", "autocapitalize": "off"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["version"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = challengers(self.user, self.ruleset)

    def clean_seed(self) -> bytes | None:
        text: str = self.cleaned_data["seed"].strip()
        if not text:
            return None
        try:
            return parse_seed(text)
        except BadSeed as error:
            raise ValidationError(str(error)) from None

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        quotas.check_challenge(self.user)
        return data


class ExperimentForm(OptionsForm):
    """Is A stronger than B? A is a version of the user, B another of them or any active one."""

    version_a: "forms.ModelChoiceField[Version]" = forms.ModelChoiceField(
        Version.objects.none(), label=_("A"), empty_label=None, help_text=_("One of your versions.")
    )
    version_b: "forms.ModelChoiceField[Version]" = forms.ModelChoiceField(
        Version.objects.none(),
        label=_("B"),
        empty_label=None,
        help_text=_("Another version of yours, or the active version of any bot."),
    )
    elo0 = forms.FloatField(
        label=_("H0: A is stronger by (Elo)"), initial=0, min_value=-MAX_ELO, max_value=MAX_ELO
    )
    elo1 = forms.FloatField(
        label=_("H1: A is stronger by (Elo)"),
        initial=50,
        min_value=-MAX_ELO,
        max_value=MAX_ELO,
        help_text=_("The closer the two hypotheses are, the more pairs the test needs."),
    )
    alpha = forms.FloatField(
        label=_("α: risk of wrongly accepting H1"),
        initial=0.05,
        min_value=0.001,
        max_value=0.4,
    )
    beta = forms.FloatField(
        label=_("β: risk of wrongly accepting H0"),
        initial=0.05,
        min_value=0.001,
        max_value=0.4,
    )
    max_pairs = forms.IntegerField(
        label=_("Maximum number of pairs"), initial=300, min_value=10, max_value=MAX_PAIRS
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        own, others = self.fields["version_a"], self.fields["version_b"]
        assert isinstance(own, forms.ModelChoiceField)
        assert isinstance(others, forms.ModelChoiceField)
        own.queryset = own_versions(self.user, self.ruleset)
        others.queryset = comparable(self.user, self.ruleset)

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if data.get("version_a") and data.get("version_a") == data.get("version_b"):
            self.add_error("version_b", gettext("A and B are the same version."))
        if not self.errors:
            try:
                data["test"] = Test(*(data[name] for name in ("elo0", "elo1", "alpha", "beta")))
            except BadTest as error:
                raise ValidationError(str(error)) from None
        quotas.check_experiment(self.user)
        return data
