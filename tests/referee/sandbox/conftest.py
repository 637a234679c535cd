"""Fixtures of the sandbox tests; hosts.py defines them."""

from tests.referee.sandbox.hosts import host, readable_copy

__all__ = ["host", "readable_copy"]
