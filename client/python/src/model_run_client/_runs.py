"""What is done with runs of any kind: created so that nothing is bought twice, waited for, found, and read."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar
from urllib.parse import quote

from typing_extensions import TypedDict, Unpack

from ._core import (
    MAX_WAIT_SECONDS,
    Call,
    CallOptions,
    Flow,
    Reply,
    Request,
    Settings,
    body_of,
    call_back,
    check_number,
    now,
    query_of,
    read,
    rest,
    send,
    too_late,
)
from ._model import ContractModel
from .errors import (
    AnyRun,
    ClientError,
    NoAnswerError,
    RunFailedError,
    UsageError,
    annotate,
    kind_of,
    problem_error,
    retry_after,
)
from .models import (
    ComputeJob,
    ComputeJobEstimate,
    ComputeJobLimits,
    ComputeJobList,
    ComputeJobLog,
    CreateComputeJob,
    CreateModelRun,
    CreateModelRunBatch,
    CreateModelRunDict,
    CreateToolRun,
    ModelRun,
    ModelRunBatch,
    ModelRunEstimate,
    ModelRunLimits,
    ModelRunList,
    ToolRun,
    ToolRunEstimate,
    ToolRunLimits,
    ToolRunList,
)
from .once import RequestStore, SavedRequest, check_name, check_request_key, new_request_key

CreateT = TypeVar("CreateT")
ItemT = TypeVar("ItemT")
ItemT_co = TypeVar("ItemT_co", covariant=True)
AnyPageT = TypeVar("AnyPageT", bound="Page[Any]")
RunT = TypeVar("RunT", bound=AnyRun)
AnyRunT = TypeVar("AnyRunT", bound=AnyRun)
PageT = TypeVar("PageT", bound=ContractModel)
EstimateT = TypeVar("EstimateT", bound=ContractModel)
LimitsT = TypeVar("LimitsT", bound=ContractModel)
ModelT = TypeVar("ModelT", bound=ContractModel)


class Page(Protocol[ItemT_co]):
    """One page of a list."""

    @property
    def data(self) -> Sequence[ItemT_co]: ...
    @property
    def next_cursor(self) -> str | None: ...


DEFAULT_DEADLINE_SECONDS = 900.0
DEFAULT_WAIT_SECONDS = 20.0
_MARGIN_SECONDS = 0.5
"""For the transfer of an answer that the service held to the end."""
_QUICK_SECONDS = 0.25
"""Changes may come in quick succession; a service that keeps answering at once is polled less often."""
_QUICK_ANSWERS = 5
_MOST_REQUESTS = 100
_LOG_PAUSE_SECONDS = 1.0


class CreateOptions(CallOptions, total=False):
    """What a create takes by keyword."""

    idempotency_key: str | None
    """A request key that you saved before, without quotes. Without it, the client makes a new one."""
    on_request_key: Callable[[str], object] | None
    """Called with the request key before anything is sent: save it here."""
    wait_seconds: float | None
    """How long to ask the service to wait for the end of the run: 0 to 50 seconds. Default 0."""


class WaitOptions(CallOptions, Generic[RunT], total=False):
    """What a wait takes by keyword. `retry` sets its pauses; only `deadline_seconds` bounds it."""

    deadline_seconds: float | None
    """After this time, the wait ends with a `DeadlineError`. Default 900, 15 minutes."""
    wait_seconds: float | None
    """Seconds of one long poll, 0 to 50. Default 20, which proxies tolerate."""
    on_progress: Callable[[RunT], object] | None
    """Called with the run when it is first seen, and then after each change."""


class OnceOptions(CallOptions, Generic[RunT], total=False):
    """What `once` takes by keyword."""

    on_request_key: Callable[[str], object] | None
    deadline_seconds: float | None
    wait_seconds: float | None
    on_progress: Callable[[RunT], object] | None
    store: RequestStore | None
    """Replaces the client's store."""


class FinishOptions(CallOptions, Generic[RunT], total=False):
    """What `create_and_wait` takes by keyword: what `create` and `wait` take, with one deadline for both."""

    idempotency_key: str | None
    on_request_key: Callable[[str], object] | None
    deadline_seconds: float | None
    wait_seconds: float | None
    on_progress: Callable[[RunT], object] | None


class CreateManyOptions(CallOptions, total=False):
    """What `create_many` takes by keyword."""

    on_request_keys: Callable[[Sequence[str]], object] | None
    """Called with all request keys, in order, before anything is sent: save them here."""


class BatchedRequest(TypedDict, total=False):
    """A run to create. Without `idempotency_key`, the client makes a new request key."""

    request: CreateModelRun | CreateModelRunDict
    idempotency_key: str | None


@dataclass(frozen=True)
class Created(Generic[AnyRunT]):
    """A run that was created, or found by its request key."""

    run: AnyRunT
    """The run as the service saved it: pending, or already at its end."""
    request_key: str
    replayed: bool
    """Whether the run existed before, so that this request bought nothing."""


@dataclass(frozen=True)
class BatchedResult:
    """Either the run, or the error that creating it alone would have raised."""

    request_key: str
    run: ModelRun | None = None
    error: ClientError | None = None
    replayed: bool = False


@dataclass(frozen=True)
class Kind(Generic[AnyRunT, PageT, EstimateT, LimitsT]):
    """What can be bought: its path, and its models."""

    path: str
    create: type[ContractModel]
    run: type[AnyRunT]
    page: type[PageT]
    estimate: type[EstimateT]
    limits: type[LimitsT]


MODEL_RUNS = Kind("/v1/developer/model-runs", CreateModelRun, ModelRun, ModelRunList, ModelRunEstimate, ModelRunLimits)
TOOL_RUNS = Kind("/v1/developer/tool-runs", CreateToolRun, ToolRun, ToolRunList, ToolRunEstimate, ToolRunLimits)
COMPUTE_JOBS = Kind(
    "/v1/developer/compute-jobs",
    CreateComputeJob,
    ComputeJob,
    ComputeJobList,
    ComputeJobEstimate,
    ComputeJobLimits,
)


def is_completed(run: AnyRun) -> bool:
    """The run has its answer. It can still lack a text, an amount or a count that the provider never reported."""
    return run.state == "completed"


def is_failed(run: AnyRun) -> bool:
    """The run failed and costs nothing."""
    return run.state == "failed"


def is_terminal(run: AnyRun) -> bool:
    """The run no longer changes. A state that this version does not know counts as pending."""
    return is_completed(run) or is_failed(run)


def expect_completed(run: AnyRunT) -> AnyRunT:
    """Returns the run if it is completed; raises `RunFailedError` if it failed."""
    if is_failed(run):
        raise RunFailedError(run)
    if is_completed(run):
        return run
    raise UsageError(f"The run {run.id} is {run.state}: wait for it first.", run=run)


def header_of(key: str) -> str:
    """The key as the header carries it. One that starts with a quote must be a structured-field string."""
    if not key.startswith('"'):
        return key
    return '"' + re.sub(r'(["\\])', r"\\\1", key) + '"'


def segment(text: object, what: str) -> str:
    """A part of a path, which must not read something else."""
    if (
        isinstance(text, str)
        and text not in ("", ".", "..")
        and not re.search(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]", text)
    ):
        return quote(text, safe="")
    raise UsageError(f"Give the {what}, not one that is {kind_of(text)} or has control characters.")


def run_id(text: object) -> str:
    if isinstance(text, str) and re.fullmatch(r"[\w-]+", text) and text not in ("limits", "estimate", "batch"):
        return text
    quoted = json.dumps(text) if isinstance(text, str) and text else kind_of(text)
    raise UsageError(f"The id is {quoted}: give the id of a run, run_...")


def fetch(settings: Settings, model: type[ModelT], request: Request, **options: Unpack[CallOptions]) -> Flow[ModelT]:
    """One call whose answer is one object."""
    reply = yield from send(settings, request, **options)
    return read(model, reply.data)


def read_log(
    jobs: RunFlows[ComputeJob, Any, Any, Any], id: str, stream: str, after: int, **options: Unpack[CallOptions]
) -> Flow[ComputeJobLog]:
    """One part of what a job wrote to a stream."""
    query = query_of({"stream": stream, "after": after})
    part = yield from fetch(
        jobs.settings, ComputeJobLog, Request("GET", f"{jobs.kind.path}/{run_id(id)}/logs", query), **options
    )
    if part.next < after:
        raise NoAnswerError("The answer is no part of a log.")
    return part


def follow_log(
    jobs: RunFlows[ComputeJob, Any, Any, Any],
    id: str,
    stream: str,
    after: int,
    follow: bool,
    **options: Unpack[CallOptions],
) -> Flow[tuple[ComputeJobLog, bool]]:
    """One part, and whether it is the last. Pauses after a read of a job that wrote nothing."""
    part = yield from read_log(jobs, id, stream, after, **options)
    is_last = part.ended or not (part.text or follow)
    if not is_last and not part.text:
        yield from rest(_LOG_PAUSE_SECONDS)
    return part, is_last


def artifact(id: str, name: str) -> Request:
    return Request("GET", f"{COMPUTE_JOBS.path}/{run_id(id)}/artifacts/{segment(name, 'name of an artifact')}")


@dataclass(frozen=True)
class Creation(Generic[AnyRunT]):
    """What a wait begins with."""

    created: Created[AnyRunT]
    etag: str | None


class RunFlows(Generic[AnyRunT, PageT, EstimateT, LimitsT]):
    """The functions of one kind."""

    def __init__(self, settings: Settings, kind: Kind[AnyRunT, PageT, EstimateT, LimitsT]) -> None:
        self.settings = settings
        self.kind = kind

    def create(self, request: object, **options: Unpack[CreateOptions]) -> Flow[Created[AnyRunT]]:
        creation = yield from self.begin(request, math.inf, **options)
        return creation.created

    def begin(self, request: object, within: float, **options: Unpack[CreateOptions]) -> Flow[Creation[AnyRunT]]:
        given = options.get("idempotency_key")
        request_key = check_request_key(new_request_key() if given is None else given, "idempotency_key")
        try:
            wait = check_number("wait_seconds", options.get("wait_seconds") or 0, 0, MAX_WAIT_SECONDS)
            body = request if isinstance(request, CheckedBody) else body_of(request, self.kind.create)
            yield from call_back(options.get("on_request_key"), request_key)
            reply = yield from send(
                self.settings,
                Request("POST", self.kind.path, headers={"Idempotency-Key": header_of(request_key)}, body=str(body)),
                hold_seconds=int(wait),
                within=within,
                creates=True,
                **call_options(options),
            )
            try:
                run = read(self.kind.run, reply.data)
            except ClientError as error:
                raise annotate(error, may_have_created=True) from error.__cause__
            replayed = reply.headers.get("idempotent-replayed") == "true"
            return Creation(Created(run, request_key, replayed), reply.headers.get("etag"))
        except Exception as error:
            # An error after sending already says what may have happened.
            raise annotate(error, request_key=request_key, may_have_created=False) from cause_of(error)

    def get(self, id: str, **options: Unpack[CallOptions]) -> Flow[AnyRunT]:
        request = Request("GET", f"{self.kind.path}/{run_id(id)}")
        return (yield from fetch(self.settings, self.kind.run, request, **options))

    def cancel(self, id: str, **options: Unpack[CallOptions]) -> Flow[AnyRunT]:
        request = Request("POST", f"{self.kind.path}/{run_id(id)}/cancel")
        return (yield from fetch(self.settings, self.kind.run, request, **options))

    def estimate(self, request: object, **options: Unpack[CallOptions]) -> Flow[EstimateT]:
        sent = Request("POST", f"{self.kind.path}/estimate", body=body_of(request, self.kind.create))
        return (yield from fetch(self.settings, self.kind.estimate, sent, **options))

    def limits(self, **options: Unpack[CallOptions]) -> Flow[LimitsT]:
        request = Request("GET", f"{self.kind.path}/limits")
        return (yield from fetch(self.settings, self.kind.limits, request, **options))

    def page(self, filters: Mapping[str, Any], cursor: str | None, **options: Unpack[CallOptions]) -> Flow[PageT]:
        request = Request("GET", self.kind.path, query_of({**filters, "cursor": cursor}))
        return (yield from fetch(self.settings, self.kind.page, request, **options))

    def find(self, request_key: str, **options: Unpack[CallOptions]) -> Flow[AnyRunT | None]:
        filters = {"idempotency_key": check_request_key(request_key)}
        page: Any = yield from self.page(filters, None, **options)
        for run in page.data:
            if run.idempotency_key == request_key:
                return (yield from self.get(run.id, **options))
        return None

    def wait(
        self, id: str, seen: AnyRunT | None = None, etag: str | None = None, **options: Unpack[WaitOptions[AnyRunT]]
    ) -> Flow[AnyRunT]:
        path = f"{self.kind.path}/{run_id(id)}"
        deadline = deadline_of(options.get("deadline_seconds"))
        wait_seconds = wait_of(options.get("wait_seconds"))
        on_progress = options.get("on_progress")
        call = call_options(options)
        # Until the deadline there is always another attempt.
        retry = dict(call.get("retry") or {})
        retry["total_seconds"] = math.inf
        polling: CallOptions = {**call, "retry": retry, "max_retries": None}  # type: ignore[typeddict-item]
        until = now() + deadline
        run = seen
        quick = 0
        try:
            if run is not None:
                yield from call_back(on_progress, run)
            while run is None or not is_terminal(run):
                if now() >= until:
                    raise too_late()
                polled_at = now()
                is_first_sight = run is None and on_progress is not None
                within = until - now()
                hold = 0 if is_first_sight else max(0, int(min(wait_seconds, within - _MARGIN_SECONDS)))
                reply: Reply = yield from send(
                    _patient(self.settings),
                    Request("GET", path, headers={"If-None-Match": etag} if etag else {}),
                    hold_seconds=hold,
                    within=within,
                    asks_for_change=etag is not None,
                    **polling,
                )
                if reply.status != 304:
                    run = read(self.kind.run, reply.data)
                    etag = reply.headers.get("etag")
                    yield from call_back(on_progress, run)
                    if is_terminal(run):
                        break
                applied = "wait" in reply.headers.get("preference-applied", "")
                quick = quick + 1 if now() - polled_at < _QUICK_SECONDS else 0
                if not (is_first_sight or (hold > 0 and applied)) or quick > _QUICK_ANSWERS:
                    pause = max(1.0, retry_after(reply.headers) or 1.0)
                    yield from rest(min(pause, max(0.0, until - now())))
            return run
        except Exception as error:
            raise annotate(error, run=run) from cause_of(error)

    def finish(self, request: object, **options: Unpack[FinishOptions[AnyRunT]]) -> Flow[AnyRunT]:
        deadline = deadline_of(options.get("deadline_seconds"))
        wait_seconds = wait_of(options.get("wait_seconds"))
        on_progress = options.get("on_progress")
        until = now() + deadline
        # A caller that wants progress gets the run at once; others get its id well before the deadline.
        hold = 0 if on_progress else min(wait_seconds, deadline / 2)
        creation = yield from self.begin(
            request,
            deadline,
            idempotency_key=options.get("idempotency_key"),
            on_request_key=options.get("on_request_key"),
            wait_seconds=hold,
            **call_options(options),
        )
        created = creation.created
        try:
            return (
                yield from self.wait(
                    created.run.id,
                    created.run,
                    creation.etag,
                    deadline_seconds=max(0.0, until - now()),
                    wait_seconds=wait_seconds,
                    on_progress=on_progress,
                    **call_options(options),
                )
            )
        except Exception as error:
            facts = annotate(error, run=created.run, request_key=created.request_key, may_have_created=True)
            raise facts from cause_of(error)

    def once(self, name: str, request: object, **options: Unpack[OnceOptions[AnyRunT]]) -> Flow[AnyRunT]:
        store = options.get("store") or self.settings.store
        if store is None:
            raise UsageError("once needs a store: give store=FileRequestStore('folder') to the client or the call.")
        check_name(name)
        body = None if request is None else body_of(request, self.kind.create)
        try:
            saved: SavedRequest | None = yield Call(store.get, (name,), blocks=True)
            if saved is None:
                if body is None:
                    raise UsageError(f"Nothing is saved under {name!r}: give the request.")
                saved = yield Call(store.put, (name, SavedRequest(new_request_key(), body)), blocks=True)
            assert saved is not None
            check_request_key(saved.key, f"The saved request key of {name!r}")
        except Exception as thrown:
            raise annotate(thrown, may_have_created=False) from cause_of(thrown)
        if body is None and saved.body is None:
            raise UsageError(f"Only the request key of {name!r} is saved: give the request.", may_have_created=False)
        # The bytes of before a crash if they say the same; another request is for the service to refuse.
        same = saved.body is not None and (body is None or json.loads(saved.body) == json.loads(body))
        text = saved.body if same else body
        return (
            yield from self.finish(
                CheckedBody(text or ""),
                idempotency_key=saved.key,
                on_request_key=options.get("on_request_key"),
                deadline_seconds=options.get("deadline_seconds"),
                wait_seconds=options.get("wait_seconds"),
                on_progress=options.get("on_progress"),
                **call_options(options),
            )
        )


class CheckedBody(str):
    """The JSON of a request that was checked before."""


def create_many(
    settings: Settings, requests: Sequence[BatchedRequest], **options: Unpack[CreateManyOptions]
) -> Flow[list[BatchedResult]]:
    if not 1 <= len(requests) <= _MOST_REQUESTS:
        raise UsageError(f"There are {len(requests)} requests: give 1 to {_MOST_REQUESTS} in one call.")
    keys = [check_request_key(each.get("idempotency_key") or new_request_key(), "idempotency_key") for each in requests]
    try:
        keyed = [
            {"idempotency_key": key, "request": each.get("request")} for key, each in zip(keys, requests, strict=True)
        ]
        body = body_of({"requests": keyed}, CreateModelRunBatch)
        yield from call_back(options.get("on_request_keys"), keys)
        request = Request("POST", f"{MODEL_RUNS.path}/batch", body=body)
        reply = yield from send(settings, request, creates=True, **call_options(options))
        try:
            batch = read(ModelRunBatch, reply.data)
        except ClientError as error:
            raise annotate(error, may_have_created=True) from error.__cause__
    except Exception as error:
        raise annotate(error, may_have_created=False) from cause_of(error)
    results: list[BatchedResult] = []
    for key, result in zip(keys, batch.results, strict=True):
        if result.run is not None:
            results.append(BatchedResult(key, result.run, replayed=result.replayed is True))
            continue
        headers = {} if result.retry_after_seconds is None else {"retry-after": str(result.retry_after_seconds)}
        text = result.problem.model_dump_json(exclude_unset=True) if result.problem else ""
        refusal = problem_error(result.status, headers, text)
        results.append(BatchedResult(key, error=annotate(refusal, request_key=key, may_have_created=False)))
    return results


def call_options(options: Mapping[str, Any]) -> CallOptions:
    """The options of every call, for another call that it consists of."""
    taken = {name: options[name] for name in CallOptions.__annotations__ if name in options}
    return taken  # type: ignore[return-value]  # pyright: ignore[reportReturnType]


def _patient(settings: Settings) -> Settings:
    return replace(settings, budget=replace(settings.budget, max_retries=math.inf))


def deadline_of(given: float | None) -> float:
    return check_number("deadline_seconds", DEFAULT_DEADLINE_SECONDS if given is None else given, 0)


def wait_of(given: float | None) -> float:
    return check_number("wait_seconds", DEFAULT_WAIT_SECONDS if given is None else given, 0, MAX_WAIT_SECONDS)


def cause_of(error: BaseException) -> BaseException | None:
    """What is shown as the cause: that of our own errors stays, anything else is the cause itself."""
    return error.__cause__ if isinstance(error, ClientError) else error
