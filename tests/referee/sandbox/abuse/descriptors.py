"""Uses descriptors that it may have inherited: all but its three pipes."""

import os

from attempts import facts, report, successes

facts()
report(successes({f"descriptor {n}": lambda n=n: os.fstat(n) for n in range(3, 1024)}))
