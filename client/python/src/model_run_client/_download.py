"""
A file of the API, read as it comes and not held in memory. If a file with a strong tag breaks off, the client requests
the rest of the same file.
"""

from __future__ import annotations

from collections.abc import Mapping

import httpx

from ._core import (
    Flow,
    Request,
    RetryEvent,
    Settings,
    call_back,
    heard,
    is_retryable,
    lost_by,
    read_headers,
    rest,
)
from .errors import ClientError, NoAnswerError, foreign, problem_error


class Progress:
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
        error = thrown if isinstance(thrown, ClientError) else broken(thrown)
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


def broken(thrown: Exception) -> ClientError:
    if not isinstance(thrown, (httpx.TransportError, httpx.DecodingError)):
        return foreign(thrown)
    return NoAnswerError(f"The download broke off: {thrown}", cause=lost_by(thrown))
