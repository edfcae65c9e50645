"""
A file of the API, read as it comes and not held in memory. If a file with a strong tag breaks off, the client requests
the rest of the same file.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AsyncExitStack, ExitStack
from types import TracebackType

import httpx
from typing_extensions import Self

from ._core import (
    AsyncDriver,
    Flow,
    Request,
    RetryEvent,
    Settings,
    SyncDriver,
    call_back,
    heard,
    is_retryable,
    lost_by,
    read_headers,
    rest,
)
from .errors import ClientError, NoAnswerError, foreign, problem_error


class _Progress:
    """What is known of a file while it is read."""

    def __init__(self, settings: Settings, request: Request, headers: Mapping[str, str] | None) -> None:
        self.settings, self.request = settings, request
        self.given = read_headers(headers)
        self.bytes = 0
        self.attempts = 0
        self.etag: str | None = None

    def headers(self) -> httpx.Headers:
        headers = httpx.Headers(self.settings.headers)
        headers.update(self.given)
        if self.bytes > 0 and self.etag is not None:
            headers.update({"Range": f"bytes={self.bytes}-", "If-Range": self.etag})
        return headers

    def opened(self, response: httpx.Response) -> None:
        if self.bytes > 0:
            # Another file has come whole, and not a part.
            if response.status_code != 206 or not response.headers.get("content-range", "").startswith(
                f"bytes {self.bytes}-"
            ):
                raise ClientError("The file has changed since the download began.")
            return
        listener = heard.get()
        if listener is not None:
            listener[:] = [response]
        tag = response.headers.get("etag", "")
        is_whole = response.status_code == 200 and "content-encoding" not in response.headers
        self.etag = tag if tag.startswith('"') and is_whole else None

    def broke_off(self, thrown: Exception) -> Flow[None]:
        """Pauses before the rest is requested, or raises."""
        error = thrown if isinstance(thrown, ClientError) else _broken(thrown)
        self.attempts += 1
        budget, name = self.settings.budget, self.request.name
        if self.attempts > budget.max_retries or not is_retryable(error) or self.etag is None:
            raise error from error.__cause__
        delay = budget.pause_after(error, self.attempts)
        self.settings.log("info", f"{name}: {error.message} Continued.", attempts=self.attempts, delay_seconds=delay)
        yield from call_back(self.settings.on_retry, RetryEvent(self.attempts, delay, error, name))
        yield from rest(delay)

    def refused(self, response: httpx.Response, body: bytes) -> ClientError:
        text = self.settings.redact(body.decode(errors="replace"))
        return problem_error(response.status_code, response.headers, text)


def _broken(thrown: Exception) -> ClientError:
    if not isinstance(thrown, (httpx.TransportError, httpx.DecodingError)):
        return foreign(thrown)
    return NoAnswerError(f"The download broke off: {thrown}", cause=lost_by(thrown))


class Download:
    """A file: enter it with `with`, and iterate over its bytes or its `lines()`, or `read()` all of it."""

    def __init__(self, driver: SyncDriver, request: Request, headers: Mapping[str, str] | None) -> None:
        self._driver = driver
        self._progress = _Progress(driver.settings, request, headers)
        self._opened = ExitStack()
        self._response: httpx.Response | None = None

    @property
    def response(self) -> httpx.Response:
        """The HTTP answer, whose bytes this object reads."""
        if self._response is None:
            raise ClientError("Enter the download with `with` first.")
        return self._response

    def __enter__(self) -> Self:
        self._open()
        return self

    def _open(self) -> None:
        self._opened.close()
        progress = self._progress
        try:
            response = self._opened.enter_context(self._driver.open(progress.request, progress.headers()))
            if not response.is_success:
                raise progress.refused(response, response.read())
            progress.opened(response)
        except Exception as error:
            self._opened.close()
            raise (error if isinstance(error, ClientError) else _broken(error)) from error.__cause__
        self._response = response

    def __iter__(self) -> Iterator[bytes]:
        while True:
            try:
                for part in self.response.iter_bytes():
                    self._progress.bytes += len(part)
                    yield part
                return
            except (httpx.TransportError, httpx.DecodingError) as error:
                failed = error
            self._resume(failed)

    def _resume(self, failed: Exception) -> None:
        while True:
            self._driver.run(self._progress.broke_off(failed))
            try:
                return self._open()
            except ClientError as error:
                failed = error

    def lines(self) -> Iterator[str]:
        """The lines of a text, such as the objects of an NDJSON file."""
        rest_of_line = b""
        for part in self:
            *lines, rest_of_line = (rest_of_line + part).split(b"\n")
            for line in lines:
                yield line.decode()
        if rest_of_line:
            yield rest_of_line.decode()

    def read(self) -> bytes:
        """All bytes of the file."""
        return b"".join(self)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._opened.close()


class AsyncDownload:
    """A file: enter it with `async with`, and iterate over its bytes or its `lines()`, or await `read()`."""

    def __init__(self, driver: AsyncDriver, request: Request, headers: Mapping[str, str] | None) -> None:
        self._driver = driver
        self._progress = _Progress(driver.settings, request, headers)
        self._opened = AsyncExitStack()
        self._response: httpx.Response | None = None

    @property
    def response(self) -> httpx.Response:
        """The HTTP answer, whose bytes this object reads."""
        if self._response is None:
            raise ClientError("Enter the download with `async with` first.")
        return self._response

    async def __aenter__(self) -> Self:
        await self._open()
        return self

    async def _open(self) -> None:
        await self._opened.aclose()
        progress = self._progress
        try:
            response = await self._opened.enter_async_context(self._driver.open(progress.request, progress.headers()))
            if not response.is_success:
                raise progress.refused(response, await response.aread())
            progress.opened(response)
        except Exception as error:
            await self._opened.aclose()
            raise (error if isinstance(error, ClientError) else _broken(error)) from error.__cause__
        self._response = response

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while True:
            try:
                async for part in self.response.aiter_bytes():
                    self._progress.bytes += len(part)
                    yield part
                return
            except (httpx.TransportError, httpx.DecodingError) as error:
                failed = error
            await self._resume(failed)

    async def _resume(self, failed: Exception) -> None:
        while True:
            await self._driver.run(self._progress.broke_off(failed))
            try:
                return await self._open()
            except ClientError as error:
                failed = error

    async def lines(self) -> AsyncIterator[str]:
        """The lines of a text, such as the objects of an NDJSON file."""
        rest_of_line = b""
        async for part in self:
            *lines, rest_of_line = (rest_of_line + part).split(b"\n")
            for line in lines:
                yield line.decode()
        if rest_of_line:
            yield rest_of_line.decode()

    async def read(self) -> bytes:
        """All bytes of the file."""
        return b"".join([part async for part in self])

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self._opened.aclose()
