"""The batch steps in C: an optional build, with the same results as the steps in Python."""
