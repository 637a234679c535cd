"""How a Python bot is started where runtimes.py cannot start it in Linux's way."""

# Windows has neither the module posix nor the signal at which a bot writes where it is. Lines end
# there as everywhere, and leave at once.
WINDOWS_LAUNCHER = """
def launch():
    import gc, sys
    del sys.argv[0]
    path = globals()["__file__"] = sys.argv[0]
    sys.path.insert(0, path.rpartition("/")[0])
    if packages := sys._xoptions.pop("packages", None):
        sys.path.append(packages)
    sys.stdout.reconfigure(line_buffering=True, write_through=False, newline="\\n")
    sys.stderr.reconfigure(newline="\\n")
    with open(path, "rb") as source:
        code = compile(source.read(), path, "exec", dont_inherit=True)
    gc.freeze()
    return code
exec(globals().pop("launch")())
"""
