"""How far a match or a tournament has come, on standard error."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from rich.console import Console
from rich.live import Live
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

T = TypeVar("T")


class _Rate(ProgressColumn):
    """How many are done a minute."""

    def render(self, task: Task) -> Text:
        return Text(f"{60 * task.speed:.1f}/min" if task.speed else "–/min", "dim")


def telling(console: Console, steps: Iterable[T], line: Callable[[T], str]) -> Iterator[T]:
    """Passes the steps on and says how it stands: on a terminal in one line that changes."""
    if not console.is_terminal:
        for step in steps:
            console.print(Text(line(step)))
            yield step
        return
    # Drawn at each step, not by a thread of its own: this process has bots as its children.
    with Live(console=console, auto_refresh=False, transient=True) as live:
        live.update(Text("playing the first pairs …", "dim"), refresh=True)
        for step in steps:
            live.update(Text(line(step)), refresh=True)
            yield step


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
