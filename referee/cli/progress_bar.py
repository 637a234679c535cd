"""Shows progress on standard error: a bar or a line that changes; plain lines if not a terminal."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from rich.console import Console
from rich.live import Live
from rich.progress import (
    BarColumn,
    DownloadColumn,
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
_WIDE = 70  # columns that the whole bar takes

# Nothing here refreshes by itself: rich would use a thread, and this process starts bots.


class _Rate(ProgressColumn):
    """Completed per minute."""

    def render(self, task: Task) -> Text:
        return Text(f"{60 * task.speed:.1f}/min" if task.speed else "–/min", "dim")


def with_status_line(
    console: Console,
    steps: Iterable[T],
    line: Callable[[T], str],
    first: str = "playing the first pairs …",
) -> Iterator[T]:
    """Passes the steps on and shows the line of the latest; `first` before there is one. Without a
    terminal each line is printed once."""
    if not console.is_terminal:
        before = ""
        for step in steps:
            text = line(step)
            if text != before:
                console.print(Text(text))
            before = text
            yield step
        return
    with Live(console=console, auto_refresh=False, transient=True) as live:
        live.update(Text(first, "dim"), refresh=True)
        for step in steps:
            live.update(Text(line(step)), refresh=True)
            yield step


@contextmanager
def progress_bar(
    console: Console, unit: str, total: int, done: int = 0
) -> Iterator[Callable[[str], None]]:
    """Gives a function to call after each completed unit, with a line to print or an empty text."""
    if not console.is_terminal:
        count = done

        def print_line(line: str) -> None:
            nonlocal count
            count += 1
            if line:
                console.print(Text(f"{count}/{total} {line}"))

        yield print_line
        return
    columns: list[ProgressColumn] = [
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        _Rate(),
        TextColumn("elapsed"),
        TimeElapsedColumn(),
        TextColumn("remaining"),
        TimeRemainingColumn(),
    ]
    if console.width < _WIDE:
        columns = [columns[0], columns[2], TimeRemainingColumn(), TextColumn("left")]
    bar = Progress(
        *columns,
        console=console,
        transient=True,
        auto_refresh=False,
    )
    with bar:
        task = bar.add_task(unit, total=total, completed=done)
        bar.refresh()

        def advance(line: str) -> None:
            if line:
                bar.console.print(Text(line))
            bar.advance(task)
            bar.refresh()

        yield advance


@contextmanager
def download_bar(console: Console, name: str, size: int) -> Iterator[Callable[[int], None]]:
    """Gives a function to call with the number of bytes that have come. `size` in bytes."""
    if not console.is_terminal:
        yield lambda count: None
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True, auto_refresh=False) as bar:
        task = bar.add_task(name, total=size)

        def advance(count: int) -> None:
            bar.advance(task, count)
            bar.refresh()

        yield advance
