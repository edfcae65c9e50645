"""
Sends one request until it gets an answer that a retry would not change, within a budget of attempts and time. What is
done is written once, as generators that yield effects; a driver for each of the two clients carries the effects out.
"""

from __future__ import annotations

import inspect
import json
import logging
import math
import os
import platform
import random
import re
import time
from collections.abc import AsyncGenerator, Callable, Generator, Iterable, Mapping
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any, Generic, Literal, TypeAlias, TypeVar, cast
from urllib.parse import urlencode, urlsplit

import anyio
import anyio.to_thread
import httpx
from pydantic import ValidationError
from pydantic_core import from_json
from typing_extensions import TypedDict, Unpack

from ._generated import VERSION
from ._model import ContractModel, wire_name, write_moment
from .errors import (
    ClientError,
    DeadlineError,
    NoAnswerError,
    ProblemError,
    UsageError,
    annotate,
    foreign,
    kind_of,
    problem_error,
)
from .once import RequestStore

T = TypeVar("T")
ModelT = TypeVar("ModelT", bound=ContractModel)

MAX_WAIT_SECONDS = 50
"""The longest time that the service holds an answer."""
MOST_BYTES = 64 * 1_024**2
"""More than any list of runs has."""
LONGEST_TIMER_SECONDS = 86_400.0


class RetryOptions(TypedDict, total=False):
    """The time budget of one request. A retry sends the same request key and the same bytes."""

    total_seconds: float
    """For all attempts and pauses together. Default 60."""
    attempt_seconds: float
    """For one attempt, in addition to the time that the service is asked to wait. Default 30."""
    base_delay_seconds: float
    """The first pause; each further pause is twice as long. Default 0.25."""
    max_delay_seconds: float
    """The longest pause, unless the service asks for a longer one. Default 8."""


@dataclass(frozen=True)
class RetryEvent:
    """An attempt that the client is about to repeat."""

    attempts: int
    """How often the client has sent the request so far."""
    delay_seconds: float
    """The time until the client sends it again."""
    error: ClientError
    """Why the attempt failed: a `NoAnswerError` or a `ProblemError`."""
    request: str
    """The method and path, such as `POST /v1/developer/model-runs`."""


class CallOptions(TypedDict, total=False):
    """What every call takes by keyword. What a call has overrides what its client has."""

    headers: Mapping[str, str]
    """Headers of this call."""
    max_retries: int | None
    """The most times that a request is sent again. Default 4; 0 sends it once."""
    retry: RetryOptions | Literal[False] | None
    """Replaces parts of the budget; `False` sends the request once."""
    on_retry: Callable[[RetryEvent], object] | None
    """Called before each pause. `AsyncClient` awaits what it returns."""


LogLevel: TypeAlias = Literal["debug", "info", "warn", "error", "off"]
_LEVELS: tuple[str, ...] = ("debug", "info", "warn", "error", "off")


@dataclass(frozen=True)
class Budget:
    max_retries: float = 4
    total_seconds: float = 60
    attempt_seconds: float = 30
    base_delay_seconds: float = 0.25
    max_delay_seconds: float = 8

    def over(self, max_retries: float | None, retry: RetryOptions | Literal[False] | None) -> Budget:
        budget = self
        if retry is False:
            budget = replace(budget, max_retries=0)
        if max_retries is not None:
            budget = replace(budget, max_retries=check_number("max_retries", max_retries, 0))
        for name, value in (retry or {}).items():
            if name not in RetryOptions.__annotations__:
                raise UsageError(f"retry has no {name}.")
            least = 0 if name.endswith("delay_seconds") else 0.001
            budget = replace(budget, **{name: check_number(f"retry.{name}", value, least)})
        return budget

    def pause_after(self, error: ClientError, attempts: int) -> float:
        """Seconds until the next attempt: full jitter, and never sooner than the service asks for."""
        longest = min(self.max_delay_seconds, self.base_delay_seconds * 2.0 ** min(attempts - 1, 30))
        jitter = random.random() * longest
        asked = error.retry_after_seconds if isinstance(error, ProblemError) else None
        return jitter if asked is None else max(asked + min(jitter, self.base_delay_seconds), jitter)


def check_number(name: str, value: object, least: float, most: float = math.inf) -> float:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        number: float = float(value)
        if least <= number <= most:
            return number
    bound = "" if most == math.inf else f" and at most {most:g}"
    given = value if isinstance(value, (int, float)) else kind_of(value)
    raise UsageError(f"{name} is {given}: give a number that is at least {least:g}{bound}.")


@dataclass(frozen=True)
class Settings:
    base_url: str
    headers: Mapping[str, str]
    budget: Budget
    on_retry: Callable[[RetryEvent], object] | None
    store: RequestStore | None
    logger: logging.Logger
    level: str
    secret: re.Pattern[str] = field(repr=False)

    def redact(self, text: str) -> str:
        """Removes the key before an error quotes an answer: proxies and debugging servers echo what they receive."""
        return self.secret.sub("[API key]", text)

    def log(self, level: Literal["debug", "info"], message: str, **facts: object) -> None:
        if _LEVELS.index(level) < _LEVELS.index(self.level):
            return
        said = " ".join(f"{name}={value}" for name, value in facts.items() if value is not None)
        self.logger.log(logging.DEBUG if level == "debug" else logging.INFO, "%s %s", message, said)


def read_settings(
    base_url: str | None,
    api_key: str | None,
    headers: Mapping[str, str] | None,
    max_retries: int | None,
    retry: RetryOptions | Literal[False] | None,
    on_retry: Callable[[RetryEvent], object] | None,
    store: RequestStore | None,
    logger: logging.Logger | None,
    log_level: str | None,
) -> Settings:
    """Checks the settings before anything is sent: the error of every mistake says what to do."""
    key = _read_key(api_key if api_key is not None else os.environ.get("MODEL_RUN_KEY"))
    level = log_level or os.environ.get("MODEL_RUN_LOG") or "warn"
    if level not in _LEVELS:
        raise UsageError(f"log_level is {kind_of(level)}: give one of {', '.join(_LEVELS)}.")
    own = read_headers(headers)
    own["Authorization"] = f"Bearer {key}"
    own.setdefault("User-Agent", f"model-run-client-python/{VERSION} Python/{platform.python_version()}")
    # A shorter key is a word for the mock, and may occur anywhere.
    secret = rf"{re.escape(key)}|mrk_\w{{38}}" if len(key) >= 8 else r"mrk_\w{38}"
    return Settings(
        base_url=_read_base_url(base_url if base_url is not None else os.environ.get("MODEL_RUN_BASE_URL")),
        headers=own,
        budget=Budget().over(max_retries, retry),
        on_retry=on_retry,
        store=store,
        logger=logger or logging.getLogger("model_run_client"),
        level=level,
        secret=re.compile(secret),
    )


def read_headers(given: Mapping[str, str] | None) -> httpx.Headers:
    for name, value in (given or {}).items():
        if not re.fullmatch(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", str(name)) or not _is_header_value(value):
            raise UsageError(f"headers has a name or value that HTTP can't carry: {name}.")
        if name.lower() == "authorization":
            raise UsageError("headers has Authorization: give the key as api_key.")
    return httpx.Headers(dict(given or {}))


def _is_header_value(value: object) -> bool:
    return isinstance(value, str) and value.isascii() and re.search(r"[\x00-\x08\x0a-\x1f\x7f]", value) is None


def _read_base_url(text: str | None) -> str:
    advice = "give the address of the service, such as 'https://runs.example.com', or set MODEL_RUN_BASE_URL."
    if not isinstance(text, str) or text == "":
        raise UsageError(f"base_url is {kind_of(text)}: {advice}")
    try:
        url = urlsplit(text)
        url.port  # noqa: B018 -- It raises if the port is none.
    except ValueError:
        raise UsageError(f"base_url is no URL: {advice}") from None
    if url.scheme not in ("http", "https") or not url.hostname:
        raise UsageError(f"base_url is neither http nor https: {advice}")
    if url.username is not None or url.password is not None:
        raise UsageError("base_url has a user or password: leave them out.")
    if "?" in text or "#" in text:
        raise UsageError(f"base_url has a query or fragment: leave it out, {advice}")
    path = url.path.rstrip("/")
    if re.search(r"/v1(/developer(/.*)?)?$", path):
        raise UsageError("base_url ends in a path of the API: leave /v1 and the rest out.")
    return f"{url.scheme}://{url.netloc}{path}"


def _read_key(key: str | None) -> str:
    if not isinstance(key, str) or key == "":
        raise UsageError(
            f"api_key is {kind_of(key)}: is the variable set that you read it from? Left out, it is MODEL_RUN_KEY."
        )
    if re.match(r"bearer\s", key, re.IGNORECASE):
        raise UsageError("Give api_key without the word 'Bearer'.")
    if re.search(r"\s", key):
        raise UsageError("api_key has a space or a line break: strip what you read.")
    if not re.fullmatch(r"[!-~]+", key):
        raise UsageError("api_key has characters that no key has: copy it again.")
    return key


# What is sent and what comes back.


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    query: tuple[tuple[str, str], ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    body: str | None = None

    @property
    def name(self) -> str:
        """Without the query, which can reveal more than a log should."""
        return f"{self.method} {self.path}"


@dataclass(frozen=True)
class Reply:
    status: int
    headers: Mapping[str, str]
    data: Any
    """The parsed JSON; `None` with status 204 and 304."""


def query_of(filters: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """The parameters of a list, as the contract writes them. A value that is None counts as left out."""
    pairs: list[tuple[str, str]] = []
    for name, value in filters.items():
        if value is None:
            continue
        # A label is written with its value, and a list as one parameter for each of its values.
        labels = cast("Mapping[str, str]", value).items() if isinstance(value, Mapping) else None
        texts = texts_of(value) if labels is None else [f"{label}:{text}" for label, text in labels]
        pairs.extend((wire_name(name), text) for text in texts)
    return tuple(pairs)


def texts_of(value: Any) -> list[str]:
    """A parameter's value, or its values."""
    values: Iterable[object] = [value]
    if isinstance(value, (list, tuple, set, frozenset)):
        values = cast("Iterable[object]", value)
    return [_text_of(each) for each in values]


def _text_of(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return write_moment(value)
    if isinstance(value, date):
        raise UsageError("A filter is a date: give a datetime.")
    return str(value)


def body_of(request: object, model: type[ContractModel]) -> str:
    """The JSON that every attempt sends. Later changes of the object have no effect."""
    try:
        if not isinstance(request, model):
            if not isinstance(request, Mapping):
                raise UsageError(
                    f"The request is {kind_of(request)}: give a {model.__name__}, or a dict with its members."
                )
            request = model.model_validate(request)
        return json.dumps(
            request.model_dump(mode="json", exclude_unset=True),
            allow_nan=False,
            ensure_ascii=False,
            separators=(",", ":"),
        )
    except ValidationError as error:
        faults = "; ".join(
            f"{'.'.join(map(str, each['loc'])) or 'the request'}: {each['msg']}" for each in error.errors()[:5]
        )
        raise UsageError(f"The request is not one that the contract has. {faults}", cause=error) from error
    except (ValueError, TypeError) as error:
        raise UsageError(f"The request can't be written as JSON: {error}", cause=error) from error


def read(model: type[ModelT], data: object) -> ModelT:
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise NoAnswerError(f"The answer is no {model.__name__}: {error}", cause=error) from error


# What the generators ask their driver for.


@dataclass(frozen=True)
class Exchange:
    """Sends once, and returns the whole answer as an `Answer`. Raises `Lost`."""

    request: Request
    headers: Mapping[str, str]
    seconds: float


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True)
class Sleep:
    seconds: float


@dataclass(frozen=True)
class Call:
    """Calls a function of the caller, and awaits what it returns if the client is asynchronous."""

    function: Callable[..., object]
    arguments: tuple[object, ...]
    blocks: bool = False
    """Whether the function waits for a disk, so that an event loop should not."""


Effect: TypeAlias = Exchange | Sleep | Call
Flow: TypeAlias = Generator[Effect, Any, T]


class Lost(Exception):
    """There was no complete answer. `reached` is False if it is proven that nothing was sent."""

    def __init__(self, reason: str, reached: bool = True) -> None:
        super().__init__(reason)
        self.reached = reached


def now() -> float:
    return time.monotonic()


def call_back(function: Callable[[T], object] | None, value: T) -> Flow[None]:
    if function is None:
        return
    try:
        yield Call(function, (value,))
    except Exception as thrown:
        raise foreign(thrown) from thrown


def rest(seconds: float) -> Flow[None]:
    if seconds > 0:
        yield Sleep(seconds)


def too_late(cause: BaseException | None = None) -> DeadlineError:
    return DeadlineError(
        "There was no end by deadline_seconds. What was sent goes on: wait again, or repeat with the same request key.",
        cause=cause,
    )


def is_retryable(error: BaseException) -> bool:
    if isinstance(error, ProblemError):
        return error.status in (408, 429) or error.status >= 500
    return isinstance(error, NoAnswerError)


def is_uncertain(error: ClientError) -> bool:
    """Whether the service may have carried out the attempt that ended like this."""
    if isinstance(error, ProblemError):
        return error.status != 429 and error.code not in ("request_timeout", "shutting_down")
    cause = error.__cause__
    return not (isinstance(cause, Lost) and not cause.reached)


def send(
    settings: Settings,
    request: Request,
    *,
    hold_seconds: float = 0,
    within: float = math.inf,
    creates: bool = False,
    asks_for_change: bool = False,
    **options: Unpack[CallOptions],
) -> Flow[Reply]:
    """Sends the request until its answer is one that counts. `within` bounds the time besides the budget."""
    budget = settings.budget.over(options.get("max_retries"), options.get("retry"))
    headers = _headers_of(settings, request, options.get("headers"), hold_seconds)
    on_retry = options.get("on_retry") or settings.on_retry
    deadline = now() + within
    until = min(now() + budget.total_seconds + hold_seconds, deadline)
    uncertain = False
    attempts = 0
    while True:
        attempts += 1
        seconds = max(0.001, min(budget.attempt_seconds + hold_seconds, until - now()))
        try:
            return (yield from _attempt(settings, request, headers, seconds, asks_for_change))
        except ClientError as error:
            outcome = error
        again = is_retryable(outcome)
        uncertain = uncertain or (is_uncertain(outcome) if again else not isinstance(outcome, ProblemError))
        created = (creates and uncertain) if creates else None
        delay = budget.pause_after(outcome, attempts)
        if again and now() + delay >= deadline:
            raise annotate(too_late(outcome), may_have_created=created, attempts=attempts)
        if not again or attempts > budget.max_retries or now() + delay >= until:
            raise annotate(outcome, may_have_created=created, attempts=attempts)
        settings.log(
            "info",
            f"{request.name}: {outcome.message} Sent again.",
            attempts=attempts,
            delay_seconds=round(delay, 3),
            request_id=getattr(outcome, "request_id", None),
        )
        try:
            yield from call_back(on_retry, RetryEvent(attempts, delay, outcome, request.name))
        except ClientError as error:
            raise annotate(error, may_have_created=created, attempts=attempts) from error.__cause__
        yield from rest(delay)


def _attempt(
    settings: Settings,
    request: Request,
    headers: Mapping[str, str],
    seconds: float,
    asks_for_change: bool,
) -> Flow[Reply]:
    began = now()
    try:
        answer: Answer = yield Exchange(request, headers, seconds)
        status = answer.status
        request_id = answer.headers.get("x-request-id")
        settings.log("debug", f"{request.name}: {status}", ms=round((now() - began) * 1_000), request_id=request_id)
        if status == 204 or (status == 304 and asks_for_change):
            return Reply(status, answer.headers, None)
        if 200 <= status < 300:
            return Reply(status, answer.headers, _parsed(settings, answer.body))
        if status == 304:
            raise Lost("the answer is 304 and empty")
        if status < 400:
            raise ClientError(
                f"The service redirects to {_target_of(answer, settings)}: give the address it has now as base_url."
            )
        raise problem_error(status, answer.headers, settings.redact(answer.body.decode(errors="replace")))
    except Lost as lost:
        raise NoAnswerError(f"No answer: {lost}. Check base_url, and that the service runs.", cause=lost) from lost
    except ClientError:
        raise
    except Exception as thrown:
        raise foreign(thrown) from thrown


def _parsed(settings: Settings, body: bytes) -> Any:
    try:
        data = from_json(body)
    except ValueError:
        data = None
    if isinstance(data, (dict, list)):
        return data  # pyright: ignore[reportUnknownVariableType]
    text = settings.redact(body.decode(errors="replace"))[:80]
    raise Lost(f'the answer is not from this service: "{text}"')


def _target_of(answer: Answer, settings: Settings) -> str:
    """Only the origin: the rest can hold secrets."""
    location = httpx.URL(settings.base_url).join(answer.headers.get("location", ""))
    return f"{location.scheme}://{location.netloc.decode()}" if location.host else "another address"


def _headers_of(
    settings: Settings, request: Request, given: Mapping[str, str] | None, hold_seconds: float
) -> httpx.Headers:
    headers = httpx.Headers(settings.headers)
    headers.update(read_headers(given))
    headers.update(request.headers)
    if request.body is not None:
        headers["Content-Type"] = "application/json"
    # A wait is one preference besides those of the caller, for example for the mock.
    preferences = [headers.get("Prefer"), f"wait={int(hold_seconds)}" if hold_seconds >= 1 else None]
    if prefer := ", ".join(each for each in preferences if each):
        headers["Prefer"] = prefer
    return headers


# The HTTP answer of a call, for those who ask for it.


@dataclass(frozen=True)
class WithResponse(Generic[T]):
    """What a call returned, with its HTTP answer: if a call gets several, as a wait does, the last one."""

    data: T
    response: httpx.Response

    @property
    def request_id(self) -> str | None:
        """Identifies the exchange in the logs of the service."""
        found: str | None = self.response.headers.get("x-request-id")
        return found


heard: ContextVar[list[httpx.Response] | None] = ContextVar("heard", default=None)


def _hear(response: httpx.Response, body: bytes) -> None:
    listener = heard.get()
    if listener is None:
        return
    headers = [(name, value) for name, value in response.headers.multi_items() if name != "content-encoding"]
    listener[:] = [httpx.Response(response.status_code, headers=headers, content=body, request=response.request)]


# The drivers.


def lost_by(error: Exception) -> Lost:
    reason = str(error) or type(error).__name__
    # Connecting comes before everything that a service could read.
    unreached = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
    return Lost(reason, reached=not isinstance(error, unreached))


def _extensions(seconds: float) -> dict[str, Any]:
    return {"timeout": httpx.Timeout(min(seconds, LONGEST_TIMER_SECONDS)).as_dict()}


def url_of(settings: Settings, request: Request) -> str:
    query = f"?{urlencode(request.query)}" if request.query else ""
    return f"{settings.base_url}{request.path}{query}"


def raw_request(
    settings: Settings, method: str, path: str, query: Mapping[str, Any], body: Any, given: Mapping[str, str] | None
) -> tuple[Request, httpx.Headers]:
    text = None if body is None else json.dumps(body, allow_nan=False, ensure_ascii=False)
    # These names are the contract's, and not Python's.
    pairs = [(name, text) for name, value in query.items() for text in texts_of(value)]
    request = Request(method, path, tuple(pairs), body=text)
    return request, _headers_of(settings, request, given, 0)


class SyncDriver:
    """Carries effects out in the calling thread."""

    def __init__(self, settings: Settings, http: httpx.Client | None) -> None:
        self.settings = settings
        self._owns = http is None
        self._http = http or httpx.Client(timeout=None, trust_env=True)

    def run(self, flow: Flow[T]) -> T:
        try:
            effect = next(flow)
            while True:
                try:
                    value = self._perform(effect)
                except Exception as error:
                    effect = flow.throw(error)
                else:
                    effect = flow.send(value)
        except StopIteration as stop:
            value_of_flow: T = stop.value
            return value_of_flow
        finally:
            flow.close()

    def _perform(self, effect: Effect) -> object:
        if isinstance(effect, Exchange):
            return self._exchange(effect)
        if isinstance(effect, Sleep):
            time.sleep(effect.seconds)
            return None
        result = effect.function(*effect.arguments)
        if inspect.iscoroutine(result):
            result.close()
            raise UsageError("A function returned a coroutine, which this client does not await: use AsyncClient.")
        return result

    def _exchange(self, effect: Exchange) -> Answer:
        until = now() + effect.seconds
        try:
            response = self._open(effect.request, effect.headers, effect.seconds)
            try:
                parts: list[bytes] = []
                size = 0
                for part in response.iter_bytes():
                    size += len(part)
                    check_size(size)
                    parts.append(part)
                    if now() > until:
                        raise Lost(f"no whole answer within {effect.seconds:g} seconds")
            finally:
                response.close()
        except (httpx.TransportError, httpx.DecodingError) as error:
            raise lost_by(error) from error
        body = b"".join(parts)
        _hear(response, body)
        return Answer(response.status_code, response.headers, body)

    def _open(self, request: Request, headers: Mapping[str, str], seconds: float) -> httpx.Response:
        built = self._http.build_request(
            request.method,
            url_of(self.settings, request),
            headers=headers,
            content=None if request.body is None else request.body.encode(),
            extensions=_extensions(seconds),
        )
        return self._http.send(built, stream=True, follow_redirects=False)

    def raw(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any],
        body: Any,
        headers: Mapping[str, str] | None,
        timeout: float,
    ) -> httpx.Response:
        with self.open(*raw_request(self.settings, method, path, query, body, headers), timeout) as response:
            response.read()
            return response

    @contextmanager
    def open(
        self, request: Request, headers: Mapping[str, str], seconds: float | None = None
    ) -> Generator[httpx.Response, None, None]:
        """An answer whose bytes are read as they come."""
        response = self._open(request, headers, seconds or self.settings.budget.attempt_seconds)
        try:
            yield response
        finally:
            response.close()

    def close(self) -> None:
        if self._owns:
            self._http.close()


class AsyncDriver:
    """Carries effects out in an event loop: asyncio's, or trio's."""

    def __init__(self, settings: Settings, http: httpx.AsyncClient | None) -> None:
        self.settings = settings
        self._owns = http is None
        self._http = http or httpx.AsyncClient(timeout=None, trust_env=True)

    async def run(self, flow: Flow[T]) -> T:
        try:
            effect = next(flow)
            while True:
                try:
                    value = await self._perform(effect)
                except Exception as error:
                    effect = flow.throw(error)
                else:
                    effect = flow.send(value)
        except StopIteration as stop:
            value_of_flow: T = stop.value
            return value_of_flow
        finally:
            flow.close()

    async def _perform(self, effect: Effect) -> object:
        if isinstance(effect, Exchange):
            return await self._exchange(effect)
        if isinstance(effect, Sleep):
            await anyio.sleep(effect.seconds)
            return None
        function, arguments = effect.function, effect.arguments
        if effect.blocks and not inspect.iscoroutinefunction(function):
            result = await anyio.to_thread.run_sync(function, *arguments)
        else:
            result = function(*arguments)
        return await result if inspect.isawaitable(result) else result

    async def _exchange(self, effect: Exchange) -> Answer:
        try:
            with anyio.fail_after(effect.seconds):
                response = await self._open(effect.request, effect.headers, effect.seconds)
                try:
                    parts: list[bytes] = []
                    size = 0
                    async for part in response.aiter_bytes():
                        size += len(part)
                        check_size(size)
                        parts.append(part)
                finally:
                    await response.aclose()
        except (httpx.TransportError, httpx.DecodingError) as error:
            raise lost_by(error) from error
        except TimeoutError as error:
            raise Lost(f"no whole answer within {effect.seconds:g} seconds") from error
        body = b"".join(parts)
        _hear(response, body)
        return Answer(response.status_code, response.headers, body)

    async def _open(self, request: Request, headers: Mapping[str, str], seconds: float) -> httpx.Response:
        built = self._http.build_request(
            request.method,
            url_of(self.settings, request),
            headers=headers,
            content=None if request.body is None else request.body.encode(),
            extensions=_extensions(seconds),
        )
        return await self._http.send(built, stream=True, follow_redirects=False)

    async def raw(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any],
        body: Any,
        headers: Mapping[str, str] | None,
        timeout: float,
    ) -> httpx.Response:
        async with self.open(*raw_request(self.settings, method, path, query, body, headers), timeout) as response:
            await response.aread()
            return response

    @asynccontextmanager
    async def open(
        self, request: Request, headers: Mapping[str, str], seconds: float | None = None
    ) -> AsyncGenerator[httpx.Response, None]:
        """An answer whose bytes are read as they come."""
        response = await self._open(request, headers, seconds or self.settings.budget.attempt_seconds)
        try:
            yield response
        finally:
            await response.aclose()

    async def close(self) -> None:
        if self._owns:
            await self._http.aclose()


def check_size(size: int) -> None:
    if size > MOST_BYTES:
        raise ClientError("The answer is larger than 64 MiB.")
