"""A memory bomb: takes and touches all it can, private memory first, then shared, then hidden."""

import mmap
import os
import resource

from attempts import facts, linger, report

facts()
resource.setrlimit(resource.RLIMIT_AS, resource.getrlimit(resource.RLIMIT_AS))
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


def queued():
    """Memory in pipes; one of them at a time could be a megabyte."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    os.write(writing, bytes(MIB))
    return reading, writing


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
