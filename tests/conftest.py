"""What holds for every test."""

from hypothesis import settings

# A busy machine is no reason to fail: pytest-timeout bounds each test. A failure prints how to
# repeat it.
settings.register_profile("arena", deadline=None, print_blob=True)
settings.load_profile("arena")
