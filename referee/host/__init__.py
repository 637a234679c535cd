"""What the referee needs of the operating system, and how each system does it.

Everything that only Linux, or only POSIX, has is behind the functions of these modules. Each module
chooses its implementation once, when it is imported, so nothing is asked during a match. The
sandbox is Linux's own: its tiers use what they need directly (docs/4-sandbox.md).
"""
