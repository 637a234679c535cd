"""``goat server demo``: serves the site, and plays a round robin of each game."""

import argparse
import signal
import threading
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
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

from arena.embedded import data_folder, demo
from arena.embedded.data_lock import Unusable, lock_data_folder
from arena.embedded.server import EmbeddedArena, listen
from referee.host.processors import processors
from referee.sandbox import PARTNERS_MAY_TALK, NoSandbox, choose

POLL_SECONDS = 0.25


def positive(text: str) -> int:
    if not text.isdigit() or not 1 <= int(text) <= 1000:
        raise argparse.ArgumentTypeError(f"not a whole number from 1 to 1000: {text}")
    return int(text)


def port(text: str) -> int:
    if not text.isdigit() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"not a port from 1 to 65535: {text}")
    return int(text)


class Rate(ProgressColumn):
    """Matches per second since the start."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{speed:.1f}/s", style="progress.data.speed")


class Command(BaseCommand):
    help = "Serves the site, and plays a round robin of each game between the reference bots."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
        parser.add_argument("--port", type=port, default=8000)
        parser.add_argument(
            "--pairs", type=positive, default=5, help="pairs of games in each match"
        )
        parser.add_argument(
            "--exit", action="store_true", help="stop when all matches have been played"
        )

    def handle(self, *args: Any, host: str, port: int, pairs: int, exit: bool, **rest: Any) -> None:
        stop = threading.Event()

        def ask_to_stop(number: int, frame: FrameType | None) -> None:
            stop.set()

        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, ask_to_stop)
        console = Console()
        try:
            # A disk that fills up while the demo plays is explained too.
            with data_folder.explained(), lock_data_folder(settings.DATA_DIR):
                data_folder.prepare()
                if settings.MATCH_SANDBOX == "auto":
                    # The reference bots come with the arena and do not signal.
                    settings.MATCH_SANDBOX = PARTNERS_MAY_TALK
                choose(settings.MATCH_SANDBOX)
                self.serve(console, stop, host, port, pairs, exit)
        except (Unusable, NoSandbox) as error:
            raise CommandError(str(error)) from None

    def serve(
        self,
        console: Console,
        stop: threading.Event,
        host: str,
        port: int,
        pairs: int,
        exit: bool,
    ) -> None:
        try:
            listener = listen(host, port)
        except OSError as error:
            raise CommandError(
                f"cannot listen on {host}:{port} ({error.strerror}); choose another port, as in "
                f"--port {port + 1}"
            ) from None
        arena = EmbeddedArena(listener, slots=len(processors()))
        arena.start()
        try:
            site = f"http://{host}:{port}/"
            console.print(f"[bold]Goat Arena[/] is open at [link={site}]{site}[/link]")
            console.print("Ctrl-C stops it. The next start continues where this one stopped.\n")
            self.play(console, stop, pairs)
            if not stop.is_set() and not exit:
                console.print(
                    f"\nAll matches have been played. Rankings, crosstables and replays: {site}"
                )
                if demo.checking(demo.submit_searching_bots()):
                    console.print(
                        "The house’s medium and strong bots qualify now, and join the ladder."
                    )
                stop.wait()
        finally:
            console.print("Stopping: running matches go back to the queue …")
            arena.stop()

    def play(self, console: Console, stop: threading.Event, pairs: int) -> None:
        """Submits the bots, qualifies them and plays, with a progress bar for each step."""
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            Rate(),
            TimeElapsedColumn(),
            TextColumn("left"),
            TimeRemainingColumn(),
        )
        with Progress(*columns, console=console) as progress:
            versions = demo.submit_quick_bots()
            bar = progress.add_task("Bots qualified", total=len(versions))
            while demo.checking(versions) and not stop.wait(POLL_SECONDS):
                progress.update(bar, completed=len(versions) - demo.checking(versions))
            if stop.is_set():
                return
            progress.update(bar, completed=len(versions))
            tournaments = demo.start_tournaments(pairs)
            bars = {}
            for tournament in tournaments:
                done, total = demo.played(tournament)
                bars[tournament.pk] = progress.add_task(
                    str(tournament), total=total, completed=done
                )
            while True:
                left = 0
                for tournament in tournaments:
                    done, total = demo.played(tournament)
                    left += total - done
                    progress.update(bars[tournament.pk], completed=done, total=total)
                if not left or stop.wait(POLL_SECONDS):
                    return
