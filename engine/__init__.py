"""The rules of the three games. Pure: no I/O, no clock, no third-party import."""

VERSION = "1.0.0"
