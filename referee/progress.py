"""How far a match or a tournament has come, on standard error."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text


class _Rate(ProgressColumn):
    """How many are done a minute."""

    def render(self, task: Task) -> Text:
        return Text(f"{60 * task.speed:.1f}/min" if task.speed else "–/min", "dim")


@contextmanager
def progress(
    console: Console, what: str, total: int, done: int = 0, *, ticking: bool = False
) -> Iterator[Callable[[str], None]]:
    """A bar on a terminal; elsewhere a line for each thing done that has one.

    The function that it gives says what was done last, or nothing. `ticking` keeps the bar moving
    in between, by a thread of its own: not for a process that has bots as its children.
    """
    if not console.is_terminal:
        count = done

        def tell(line: str) -> None:
            nonlocal count
            count += 1
            if line:
                console.print(Text(f"{count}/{total} {line}"))

        yield tell
        return
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        _Rate(),
        TextColumn("gone"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        auto_refresh=ticking,
        refresh_per_second=2,
    )
    with bar:
        task = bar.add_task(what, total=total, completed=done)
        bar.refresh()

        def advance(line: str) -> None:
            if line:
                bar.console.print(Text(line))
            bar.advance(task)
            bar.refresh()

        yield advance
