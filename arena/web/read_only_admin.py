"""Admin pages that only show rows."""

from typing import Any

from django.http import HttpRequest


class ReadOnlyAdmin:
    """A mixin for ModelAdmin and its inlines: rows cannot be added, changed or deleted."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
