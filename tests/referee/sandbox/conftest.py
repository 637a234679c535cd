"""Fixtures of the sandbox tests; hosts.py defines them."""

from tests.referee.sandbox.hosts import host, numpy_sets, readable_copy

__all__ = ["host", "numpy_sets", "readable_copy"]
