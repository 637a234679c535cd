"""The form of a new webhook."""

from django import forms
from django.utils.translation import gettext_lazy as _

from arena.webhooks.models import Event


class WebhookForm(forms.Form):
    url = forms.CharField(
        label=_("Address"),
        max_length=500,
        widget=forms.URLInput(attrs={"placeholder": "https://bots.example.org/goat"}),
        help_text=_("Messages are sent there by POST."),
    )
    events = forms.MultipleChoiceField(
        label=_("Events"), choices=Event.choices, widget=forms.CheckboxSelectMultiple
    )
