"""What a web process does when its server starts."""

import asyncio
from typing import Any

from arena.web.ending import Ending


def test_the_application_learns_that_its_server_has_started() -> None:
    started: list[str] = []
    messages = iter([{"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}])
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        return next(messages)

    async def send(message: Any) -> None:
        sent.append((message["type"], list(started)))

    async def no_application(*_arguments: Any) -> None:
        raise AssertionError

    ending = Ending(no_application, lambda: started.append("started"))
    # In a thread, since in the main one it would take the signals of this process.
    asyncio.run(asyncio.to_thread(asyncio.run, ending({"type": "lifespan"}, receive, send)))
    assert sent == [
        ("lifespan.startup.complete", ["started"]),
        ("lifespan.shutdown.complete", ["started"]),
    ]
