"""A memory bomb: allocates and touches all it can: private memory, shared, then hidden."""

import mmap
import os

from attempts import facts, linger, report

facts()
MIB = 1 << 20


def private():
    return bytearray(b"x") * (8 * MIB)


def shared():
    block = mmap.mmap(-1, 8 * MIB)
    block[:: mmap.PAGESIZE] = b"x" * (len(block) // mmap.PAGESIZE)
    return block


def hidden():
    file = os.memfd_create("hidden")
    os.write(file, bytes(8 * MIB))
    return file


kept = {}
for kind in (private, shared, hidden):
    blocks = []
    try:
        while len(blocks) < 256:
            blocks.append(kind())
    except (MemoryError, OSError, ValueError):
        pass
    kept[kind.__name__] = blocks
report({name: 8 * len(blocks) for name, blocks in kept.items()})
linger()
