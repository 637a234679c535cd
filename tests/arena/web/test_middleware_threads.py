"""A request is made into a response in one thread, whatever number of middlewares there is."""

import asyncio
from typing import Any

import pytest
from asgiref.sync import SyncToAsync
from django.test import AsyncClient

MOST_CHANGES = 6


@pytest.mark.django_db(transaction=True)
def test_middlewares_do_not_change_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    changes: list[Any] = []
    call = SyncToAsync.__call__

    async def count(self: Any, *args: Any, **options: Any) -> Any:
        changes.append(self.func)
        return await call(self, *args, **options)

    monkeypatch.setattr(SyncToAsync, "__call__", count)
    response = asyncio.run(AsyncClient().get("/offline/"))
    assert response.status_code == 200
    assert len(changes) < MOST_CHANGES, changes
