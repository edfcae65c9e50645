"""Both clients against the real service and the mock, whose addresses `main.ts` gives."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from hostile import Hostile
from model_run_client import AsyncClient, Client

SERVICE = os.environ["MODEL_RUN_BASE_URL"]
KEY = os.environ["MODEL_RUN_KEY"]
MOCK = os.environ["MODEL_RUN_MOCK"]
ECHO: Any = {"model": "sandbox/echo", "messages": [{"role": "user", "content": "Hello"}], "max_output_tokens": 100}
QUICK: Any = {"base_delay_seconds": 0.001, "max_delay_seconds": 0.005, "attempt_seconds": 20, "total_seconds": 60}


class Blocking:
    """An asynchronous client as one that blocks, so that one test proves both."""

    def __init__(self, inner: Any, portal: BlockingPortal) -> None:
        self._inner, self._portal = inner, portal

    def __getattr__(self, name: str) -> Any:
        return self._shown(getattr(self._inner, name))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        async def called() -> Any:
            given = [each._inner if isinstance(each, Blocking) else each for each in args]
            result = self._inner(*given, **kwargs)
            return await result if inspect.isawaitable(result) else result

        return self._shown(self._portal.call(called))

    def __iter__(self) -> Iterator[Any]:
        iterator = self._inner.__aiter__()
        while True:
            try:
                yield self._portal.call(iterator.__anext__)
            except StopAsyncIteration:
                return

    def __enter__(self) -> Any:
        return self._shown(self._portal.call(self._inner.__aenter__))

    def __exit__(self, *error: Any) -> None:
        self._portal.call(self._inner.__aexit__, *error)

    def _shown(self, value: Any) -> Any:
        is_ours = type(value).__name__.startswith("Async") or inspect.ismethod(value) or inspect.isasyncgen(value)
        return Blocking(value, self._portal) if is_ours else value


@pytest.fixture(params=["Client", "AsyncClient"])
def make(request: pytest.FixtureRequest) -> Iterator[Callable[..., Any]]:
    """Makes a client of each of the two."""
    made: list[Any] = []
    if request.param == "Client":

        def blocking(base_url: str = SERVICE, **options: Any) -> Any:
            made.append(Client(base_url, options.pop("api_key", KEY), **options))
            return made[-1]

        yield blocking
        for client in made:
            client.close()
        return
    with start_blocking_portal() as portal:

        def asynchronous(base_url: str = SERVICE, **options: Any) -> Any:
            made.append(Blocking(AsyncClient(base_url, options.pop("api_key", KEY), **options), portal))
            return made[-1]

        yield asynchronous
        for client in made:
            client.close()


@pytest.fixture
def client(make: Callable[..., Any]) -> Any:
    return make()


@pytest.fixture
def against(make: Callable[..., Any]) -> Iterator[Callable[..., Any]]:
    """A client for a server that treats each request as the test says."""
    opened: list[Hostile] = []

    def start(*steps: Any, **options: Any) -> tuple[Any, Hostile]:
        opened.append(Hostile(*steps))
        return make(opened[-1].url, **{"api_key": "mrk_tellnoone", "retry": QUICK, **options}), opened[-1]

    yield start
    for hostile in opened:
        hostile.close()
