"""What nobody can see of Svoi Kozyri, dealt again: for tests of secrecy, and for bots that sample.

Only the deal is hidden, and only while trumps are chosen (SR13).
"""

from dataclasses import replace
from random import Random

from engine.randomness import SEED_BYTES
from engine.svoi_kozyri import notation


def deal_hidden_again(text: str, seat: int, random: Random) -> str:
    """A position text that `seat`, or the SPECTATOR, sees like `text`; before the deal it deals
    other cards."""
    return notation.write(replace(notation.read(text), seed=random.randbytes(SEED_BYTES)))
