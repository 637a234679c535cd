"""Fields of the API's requests."""

from typing import Any

from rest_framework import serializers


class TextField(serializers.CharField):
    """A text. REST framework's own field also takes numbers, and texts that are too long before
    the spaces around them are removed; the schema allows neither."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        if self.max_length is not None and len(data) > self.max_length:
            self.fail("max_length", max_length=self.max_length)
        return super().to_internal_value(data)
