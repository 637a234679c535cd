"""Links from the site's texts to the documentation."""

import re

from django import template
from django.urls import reverse
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from arena.manual import manual

register = template.Library()
_NAMED = re.compile(r"docs/(\d+[a-z]?-([a-z-]+)\.md)")


@register.filter
def with_docs(text: str) -> SafeString:
    """A text for authors, in which ``docs/4-sandbox.md`` is a link to that chapter. Bots wrote
    parts of such texts, so all else is escaped."""
    return mark_safe(_NAMED.sub(_link, conditional_escape(text)))


def _link(named: re.Match[str]) -> str:
    chapter = manual.chapters().get(named[2])
    if chapter is None or chapter.file != named[1]:
        return named[0]
    return f'<a href="{reverse("manual:chapter", args=[chapter.slug])}">{named[0]}</a>'
