"""The games for programs that learn: many games at once, and the interfaces of other libraries.

It needs the extra "train". The engine itself needs nothing: see docs/9a-engine.md.
"""
