"""
Transports of httpx for programs that speak chat completions, such as the openai package, LangChain, Pydantic AI and
LiteLLM. Each call is bought as a model run, under a request key that stays the same when a package retries the call.
What a run cannot carry is refused by name, in the form from which these packages make their own errors.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, cast
from urllib.parse import unquote

import httpx
from pydantic import ValidationError
from typing_extensions import TypedDict, Unpack

from ._agents import RunTerms
from ._async_client import AsyncClient
from ._chat import (
    Members,
    NamedKey,
    NotCarried,
    Reading,
    Unanswered,
    answer_of,
    facts_of,
    headers_of,
    name_key,
    read_body,
    read_request,
    refusal_of,
    write_json,
)
from ._client import Client
from ._core import Call, Flow, Lost, Request, body_of, check_number, now, query_of
from ._runs import DEFAULT_WAIT_SECONDS, CheckedBody, RunFlows, deadline_of, fetch, is_failed, is_terminal, segment
from .errors import ClientError, DeadlineError, NoAnswerError, ProblemError, UsageError, foreign, kind_of
from .models import CreateModelRun, Model, ModelList, ModelRun, Problem
from .once import check_request_key


class TransportOptions(TypedDict, total=False):
    """What the transports take by keyword."""

    max_output_tokens: int | None
    """The bound of requests without `max_completion_tokens`: one without any bound is refused, as it sizes the hold."""
    conversation_key: str | Callable[[], str | None] | None
    """
    Names the conversation of the calls: a turn is then bought once, and a turn that asks for something else is refused.
    A function is called for each call. The header `Conversation-Key` of a call takes precedence.
    """
    reuse_equal: bool
    """
    Whether a call without a name that equals an earlier one is the same run: answered once more, free of charge, for
    everybody in the workspace and after a restart too. By default, each call buys a run of its own, and only a call that
    ended without an answer is continued by the next equal one.
    """
    terms: RunTerms | Callable[[], RunTerms]
    """The terms of each run, in addition to its request. A function is called for each call."""
    traceparent: Callable[[], str | None] | None
    """Returns the `traceparent` of the active span; called for each call. The header of a call takes precedence."""
    buffered_stream: bool
    """Answers `stream=True` with the whole answer as one chunk, once the run has ended. Default: refuses it."""
    deadline_seconds: float | None
    """After this time, a call ends with an `httpx.ReadTimeout`. The run goes on. Default 900, 15 minutes."""


class RunTransport(httpx.BaseTransport):
    """
    The transport to give to a package: `openai.OpenAI(base_url="http://model-run", api_key="unused",
    http_client=httpx.Client(transport=RunTransport(client)))`. The client says where calls go and with which key: the
    package's own address and key are not used, and its retries buy nothing twice. Closing it leaves the client open.
    """

    def __init__(self, client: Client, **options: Unpack[TransportOptions]) -> None:
        self._driver = client._driver
        self._chat = _Chat(client.model_runs.flows, options)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        request.read()
        return self._driver.run(self._chat.answer(request))


class AsyncRunTransport(httpx.AsyncBaseTransport):
    """`RunTransport` for `openai.AsyncOpenAI` and `httpx.AsyncClient`."""

    def __init__(self, client: AsyncClient, **options: Unpack[TransportOptions]) -> None:
        self._driver = client._driver
        self._chat = _Chat(client.model_runs.flows, options)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        await request.aread()
        return await self._driver.run(self._chat.answer(request))


@dataclass(frozen=True)
class FailureCause:
    """The cause of a package's error: one of the two."""

    problem: Problem | None = None
    """The refusal of the service."""
    model_run: ModelRun | None = None
    """The run that failed, without its text; it costs nothing."""


def cause_of(error: BaseException) -> FailureCause | None:
    """Finds the cause in an error of a package; None if the error is not ours."""
    shown: BaseException | None = error
    for _ in range(8):
        if shown is None:
            return None
        found = _cause_in(getattr(shown, "body", None))
        if found is not None:
            return found
        shown = shown.__cause__ or shown.__context__
    return None


def _cause_in(body: object) -> FailureCause | None:
    if not isinstance(body, dict):
        return None
    members = cast("Members", body)
    try:
        if isinstance(problem := members.get("problem"), dict):
            return FailureCause(problem=Problem.model_validate(problem))
        if isinstance(run := members.get("model_run"), dict):
            return FailureCause(model_run=ModelRun.model_validate(run))
    except ValidationError:
        pass
    return None


_Refusal: TypeAlias = tuple[int, dict[str, str], str]


class _Chat:
    """What both transports do."""

    def __init__(self, runs: RunFlows[ModelRun, Any, Any, Any], options: TransportOptions) -> None:
        self.runs, self.options = runs, options
        self.unanswered = Unanswered()
        for name in options:
            if name not in TransportOptions.__annotations__:
                raise UsageError(f"The transport has no {name}.")
        self.deadline = deadline_of(options.get("deadline_seconds"))
        if (bound := options.get("max_output_tokens")) is not None:
            check_number("max_output_tokens", bound, 1)
        if (key := options.get("conversation_key")) is not None and not callable(key):
            check_request_key(key, "conversation_key")
        terms: object = options.get("terms", {})
        if not callable(terms):
            _read_terms(terms)
        if (traceparent := options.get("traceparent")) is not None and not callable(traceparent):
            raise UsageError(f"traceparent is {kind_of(traceparent)}: give a function that returns it.")

    def answer(self, request: httpx.Request) -> Flow[httpx.Response]:
        """The response, or the error, that a transport of httpx would give."""
        try:
            status, headers, body = yield from self._answer(request)
        except NotCarried as error:
            status, headers, body = refusal_of(error.status, error.code, error.message, param=error.param)
        except ProblemError as error:
            status, headers, body = _of_problem(error)
        except UsageError as error:
            status, headers, body = refusal_of(400, "invalid_request", error.message)
        except DeadlineError as error:
            raise httpx.ReadTimeout("The call timed out. Its run goes on: call again.", request=request) from error
        except NoAnswerError as error:
            # Packages recognize these as a lost connection.
            was_reached = not isinstance(error.__cause__, Lost) or error.__cause__.reached
            raise (httpx.ReadError if was_reached else httpx.ConnectError)(error.message, request=request) from error
        except ClientError:
            raise
        except Exception as error:
            raise foreign(error) from error
        return httpx.Response(status, headers=headers, content=body.encode(), request=request)

    def _answer(self, request: httpx.Request) -> Flow[_Refusal]:
        path = request.url.raw_path.decode().partition("?")[0].rstrip("/")
        if request.method == "POST" and path.endswith("/chat/completions"):
            return (yield from self._complete(request))
        found = re.search(r"/models(?:/(.+))?$", path)
        if request.method == "GET" and found is not None:
            body = yield from self._models(None if found[1] is None else unquote(found[1]))
            return 200, {"Content-Type": "application/json"}, json.dumps(body)
        raise NotCarried(
            "url",
            f"{request.method} {path} cannot be carried: there are POST /chat/completions, GET /models and GET "
            "/models/{model}.",
            code="unsupported_endpoint",
            status=404,
        )

    def _complete(self, request: httpx.Request) -> Flow[_Refusal]:
        options, given = self.options, request.headers
        until = now() + min(self.deadline, _timeout_of(request))
        parent = given.get("traceparent", (yield from _current(options.get("traceparent"))))
        conversation = given.get("Conversation-Key", (yield from _current(options.get("conversation_key"))))
        terms = _read_terms((yield from _current(options.get("terms", {}))))
        reading = read_request(
            read_body(request.content.decode(errors="replace")),
            buffered_stream=options.get("buffered_stream", False),
            max_output_tokens=options.get("max_output_tokens"),
            terms=terms,
        )
        named = name_key(
            reading.run,
            request_key=given.get("Idempotency-Key"),
            conversation_key=conversation,
            reuse_equal=options.get("reuse_equal", False),
            unanswered=self.unanswered,
        )
        try:
            return (yield from self._buy(reading, named, {"traceparent": parent} if parent else {}, until))
        except BaseException:
            # Also if the caller gave up: its task was cancelled, or it was interrupted.
            named.keep()
            raise

    def _buy(self, reading: Reading, named: NamedKey, headers: Mapping[str, str], until: float) -> Flow[_Refusal]:
        """A failed run costs nothing: if the call is repeated under a derived key, the next try replaces the run."""
        body = CheckedBody(write_json(reading.run))
        attempt = 1
        while True:
            within = max(0.0, until - now())
            creation = yield from self.runs.begin(
                body,
                within,
                idempotency_key=named.of(attempt),
                wait_seconds=min(DEFAULT_WAIT_SECONDS, within / 2),
                headers=headers,
            )
            created = creation.created
            is_old = created.replayed and is_terminal(created.run)
            run = yield from self.runs.wait(
                created.run.id,
                created.run,
                creation.etag,
                deadline_seconds=max(0.0, until - now()),
                headers=headers,
            )
            if not is_failed(run):
                return 200, *answer_of(run, reading, created.replayed)
            gives_way = named.is_derived and run.error is not None and run.error.retryable is True
            if not is_old or not gives_way:
                return _of_failed_run(run, created.replayed, gives_way)
            attempt = max((yield from self._last_try(attempt, named, headers)), attempt + 1)

    def _last_try(self, known: int, named: NamedKey, headers: Mapping[str, str]) -> Flow[int]:
        """Tries have no gaps, so steps that double, and then halve, find the last one: a provider can be down for long."""
        last, step, is_beyond = known, 1, False
        while step >= 1:
            filters = {"idempotency_key": named.of(last + step)}
            page: Any = yield from self.runs.page(filters, None, headers=headers)
            if page.data:
                last += step
            else:
                is_beyond = True
            step = step // 2 if is_beyond else step * 2
        return last

    def _models(self, id: str | None) -> Flow[Members]:
        path, settings = "/v1/developer/models", self.runs.settings
        if id is not None:
            one = Request("GET", f"{path}/{segment(id, 'identifier of a model')}")
            return _model_of((yield from fetch(settings, Model, one)).id)
        data: list[Members] = []
        cursor: str | None = None
        while True:
            page = yield from fetch(settings, ModelList, Request("GET", path, query_of({"cursor": cursor})))
            data.extend(_model_of(model.id) for model in page.data)
            cursor = page.next_cursor
            if cursor is None:
                return {"object": "list", "data": data}


def _current(given: object) -> Flow[Any]:
    """An option, or what its function returns for this call."""
    return (yield Call(given, ())) if callable(given) else given


def _read_terms(terms: object) -> Members:
    """Invalid terms would drop a bound or an end user, and still buy the run."""
    if not isinstance(terms, Mapping):
        raise UsageError(
            "terms is no dict: give {'max_reserved_amount': ..., 'attribution': ...}, or a function that returns one."
        )
    given = {name: value for name, value in cast("Mapping[str, Any]", terms).items() if value is not None}
    for name in given:
        if name not in RunTerms.__annotations__:
            raise UsageError(f"terms has no {name}.")
    whole = body_of({"model": "", "messages": [], "max_output_tokens": 1, **given}, CreateModelRun)
    document: Members = json.loads(whole)
    return {name: value for name, value in document.items() if name not in ("model", "messages", "maxOutputTokens")}


def _timeout_of(request: httpx.Request) -> float:
    """How long the package waits for an answer."""
    seconds = request.extensions.get("timeout", {}).get("read")
    return math.inf if seconds is None else float(seconds)


def _model_of(id: str) -> Members:
    """The catalog does not say when a model was made."""
    return {"id": id, "object": "model", "created": 0, "owned_by": id.split("/")[0]}


_KNOWN_AS = {"unknown_model": (404, "model_not_found"), "prompt_too_large": (400, "context_length_exceeded")}
"""Codes for which these programs know a code and a status of their own."""


def _of_problem(error: ProblemError) -> _Refusal:
    # Some packages retry 422; none retries 400.
    status, code = _KNOWN_AS.get(error.code, (400 if error.status == 422 else error.status, error.code))
    headers: dict[str, str] = {}
    if error.request_id:
        headers["X-Request-Id"] = error.request_id
    if error.retry_after_seconds is not None:
        headers["Retry-After"] = f"{error.retry_after_seconds:g}"
    details = [f"{fault.pointer or fault.header or ''} {fault.detail}".strip() for fault in error.errors]
    unsaid = [each for each in details if each not in error.detail] if error.code == "invalid_request" else []
    pointer = error.errors[0].pointer if error.errors else None
    problem = error.problem.model_dump(mode="json", exclude_unset=True) if error.problem else None
    return refusal_of(
        status,
        code,
        " ".join([error.detail, *unsaid]),
        param=_param_of(pointer) if pointer else None,
        headers=headers,
        cause=None if problem is None else {"problem": problem},
    )


_PARAMS = {
    "maxOutputTokens": "max_completion_tokens",
    "reasoning": "reasoning_effort",
    "attribution/endUserId": "user",
}


def _param_of(pointer: str) -> str:
    """A pointer into the run, as the path of the parameter that it was made from."""
    path = re.sub("^#?/", "", pointer)
    first, *rest = path.split("/")
    known = _PARAMS.get(path) or _PARAMS.get(first)
    if known:
        return known
    if first == "tools" and len(rest) > 1:
        rest.insert(1, "function")
    return first + "".join(f"[{name}]" if re.fullmatch(r"\d+", name) else f".{name}" for name in rest)


_STATUSES = {"key_revoked": 401, "cancelled": 400, "outcome_unknown": 502, "answer_lost": 502}
"""The status if nothing else determines it: 503 if a retry can help, otherwise 400."""


def _of_failed_run(run: ModelRun, replayed: bool, again: bool) -> _Refusal:
    """`again` says whether the next try creates a new run."""
    facts = facts_of(run, replayed)
    code, message, retryable = "unknown", "No reason was given.", False
    if run.error is not None:
        code, message, retryable = run.error.code, run.error.message, run.error.retryable is True
    status = _STATUSES.get(code, 503 if retryable else 400)
    return refusal_of(
        status, code, message, headers=headers_of(facts), again=again and status == 503, cause={"model_run": facts}
    )
