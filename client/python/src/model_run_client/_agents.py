"""
The tool loop: creates a run, carries out the calls of its answer, and sends all results at once, until the model answers
without calls. The request key of each turn derives from the conversation's key and the number of answers so far; that of
each tool run or compute job from the model run and the call's id. So a conversation that starts again with the same
messages and tools finds its own runs, and neither buys nor does anything twice.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar, cast
from urllib.parse import quote

from pydantic import BaseModel, ValidationError
from typing_extensions import Required, TypedDict, Unpack

from ._core import Call, CallOptions, Flow, call_back, check_number, now
from ._runs import (
    RunFlows,
    call_options,
    cause_of,
    deadline_of,
    expect_completed,
    is_completed,
    is_failed,
    read_log,
)
from .errors import (
    ClientError,
    CreditLimitError,
    DeadlineError,
    InvalidRequestError,
    InvalidToolInputError,
    ProblemError,
    TurnLimitError,
    UsageError,
    annotate,
)
from .models import (
    AttributionInput,
    AttributionInputDict,
    CatalogTool,
    ComputeJob,
    CreateComputeJobDict,
    CreateModelRun,
    CreateModelRunDict,
    Message,
    ModelRun,
    ToolCall,
    ToolMessage,
    ToolRun,
)
from .once import check_request_key, new_request_key

ArgumentsT = TypeVar("ArgumentsT", bound=BaseModel)
DEFAULT_TURNS = 8
_MOST_CHARACTERS = 20_000
"""Of each stream of a job: a model reads no more, and the caller pays for all of it."""
_MOST_KEY_CHARACTERS = 255


@dataclass(frozen=True)
class ToolContext:
    """Which call a function carries out: use it to make effects once."""

    run_id: str
    call_id: str


@dataclass(frozen=True)
class Tool(Generic[ArgumentsT]):
    """
    A function of yours that a model may call. It gets its arguments as an object of `arguments`, a pydantic model that
    also describes them to the model. A text is the result unchanged, None an empty one, anything else is sent as JSON.
    The model gets the message of an exception: it must contain no secrets.
    """

    name: str
    description: str
    arguments: type[ArgumentsT]
    execute: Callable[[ArgumentsT, ToolContext], object]
    strict: bool | None = None


@dataclass(frozen=True)
class JobTool(Generic[ArgumentsT]):
    """A tool whose calls run as compute jobs. `job` returns the same request for the same arguments."""

    name: str
    description: str
    arguments: type[ArgumentsT]
    job: Callable[[ArgumentsT], CreateComputeJobDict]
    strict: bool | None = None


AnyTool: TypeAlias = Tool[Any] | JobTool[Any] | CatalogTool


class RunTerms(TypedDict, total=False):
    """The terms of each tool run or compute job. `attribution` and `metadata` default to those of the model runs."""

    max_reserved_amount: int | None
    expires_after_seconds: int | None
    attribution: AttributionInput | AttributionInputDict | None
    metadata: Mapping[str, str] | None


class ToolRunTerms(RunTerms, total=False):
    timeout_seconds: int | None


@dataclass
class Conversation:
    """The state of a conversation. `messages` can be saved between any two turns, and given again."""

    messages: list[Message]
    """Its first messages, the model's messages unchanged, and the results of the calls."""
    conversation_key: str
    """The prefix of the request keys of its turns."""
    runs: list[ModelRun] = field(default_factory=list[ModelRun])
    """The model runs of this call, one for each turn."""
    tool_runs: list[ToolRun] = field(default_factory=list[ToolRun])
    compute_jobs: list[ComputeJob] = field(default_factory=list[ComputeJob])

    @property
    def text(self) -> str | None:
        """The text of the last answer, if it has one."""
        return self.runs[-1].text if self.runs else None


class ConverseOptions(CallOptions, total=False):
    """What `converse` takes by keyword."""

    tools: Required[Sequence[AnyTool]]
    """What the model may call: tools of the catalog, code that runs as a job, and functions of yours."""
    conversation_key: str | None
    """1 to 240 visible ASCII characters: save it, and give it again after a crash. Default: a new key."""
    max_turns: int
    """The most model runs of this call. Default 8."""
    max_total_amount: int | None
    """The most that all runs of this call can cost together. Needs `max_reserved_amount` for each kind that it has."""
    tool_runs: ToolRunTerms
    compute_jobs: RunTerms
    deadline_seconds: float | None
    wait_seconds: float | None
    on_turn: Callable[[Conversation], object] | None
    """Called with the results of a turn before they are sent: save `messages` here if functions of yours are called."""


@dataclass(frozen=True)
class Kinds:
    model_runs: RunFlows[ModelRun, Any, Any, Any]
    tool_runs: RunFlows[ToolRun, Any, Any, Any]
    compute_jobs: RunFlows[ComputeJob, Any, Any, Any]


def converse(
    kinds: Kinds, request: CreateModelRun | CreateModelRunDict, **options: Unpack[ConverseOptions]
) -> Flow[Conversation]:
    tools = {_definition_of(each)["name"]: each for each in options["tools"]}
    if len(tools) < len(options["tools"]):
        raise UsageError("Two tools have the same name: give each its own.")
    given = options.get("conversation_key")
    key = new_request_key() if given is None else given
    check_request_key(f"{key}:turn-999999999", "conversation_key with the turn")
    turns = check_number("max_turns", options.get("max_turns", DEFAULT_TURNS), 1)
    until = now() + deadline_of(options.get("deadline_seconds"))
    # A copy: later changes of the caller's objects must not change what a repeated turn sends.
    first = request if isinstance(request, CreateModelRun) else _checked(request)
    first = first.model_copy(deep=True)
    if first.tools:
        raise UsageError("Give the tools as tools= of converse.")
    definitions = [_definition_of(each) for each in options["tools"]]
    bounds = _bounds_of(first, options)
    conversation = Conversation(list(first.messages), key)
    step = _Step(kinds, tools, options, first, until)

    def check_credit(needed: int) -> None:
        if bounds.total is None:
            return
        done: list[Any] = [*conversation.runs, *conversation.tool_runs, *conversation.compute_jobs]
        left = bounds.total - sum(run.charged_amount or 0 for run in done)
        if needed > left:
            raise CreditLimitError(
                f"The next runs could cost {needed}, and max_total_amount leaves {left}: raise it, and repeat with the "
                "same conversation_key."
            )

    try:
        while True:
            check_credit(bounds.model_run)
            body = first.model_dump(mode="json", by_alias=False, exclude_unset=True, exclude={"messages", "tools"})
            body["messages"] = conversation.messages
            if definitions:
                body["tools"] = definitions
            last = conversation.messages[-1] if conversation.messages else None
            # Forcing a call again after its results would never end.
            if first.tool_choice not in (None, "auto", "none") and _role_of(last) == "tool":
                body["tool_choice"] = "auto"
            answers = sum(1 for each in conversation.messages if _role_of(each) == "assistant")
            run = yield from kinds.model_runs.finish(
                body,
                idempotency_key=f"{key}:turn-{answers + 1}",
                deadline_seconds=max(0.0, until - now()),
                wait_seconds=options.get("wait_seconds"),
                **call_options(options),
            )
            conversation.runs.append(run)
            expect_completed(run)
            message = run.message
            if message is not None:
                conversation.messages.append(message)
            calls = (message.tool_calls if message else None) or []
            if not calls:
                return conversation
            check_credit(bounds.of(calls, tools))
            conversation.messages.extend((yield from step.results_of(run, calls, conversation)))
            yield from call_back(options.get("on_turn"), conversation)
            if len(conversation.runs) >= turns:
                raise TurnLimitError(
                    f"The model still makes calls after {turns:g} turns: raise max_turns, or go on with "
                    "error.conversation.messages."
                )
    except Exception as error:
        raise annotate(error, conversation=conversation) from cause_of(error)


@dataclass(frozen=True)
class _Bounds:
    total: int | None
    model_run: int
    tool_run: int
    compute_job: int

    def of(self, calls: Sequence[ToolCall], tools: Mapping[str, AnyTool]) -> int:
        """The most that the calls of a message can cost."""
        called = [tools.get(call.function.name) for call in calls]
        return sum(
            self.tool_run if isinstance(each, CatalogTool) else self.compute_job if isinstance(each, JobTool) else 0
            for each in called
        )


def _bounds_of(request: CreateModelRun, options: ConverseOptions) -> _Bounds:
    total = options.get("max_total_amount")
    if total is None:
        return _Bounds(None, 0, 0, 0)
    check_number("max_total_amount", total, 0)
    has_catalog = any(isinstance(each, CatalogTool) for each in options["tools"])
    has_jobs = any(isinstance(each, JobTool) for each in options["tools"])
    tool_run = options.get("tool_runs", {}).get("max_reserved_amount") if has_catalog else 0
    compute_job = options.get("compute_jobs", {}).get("max_reserved_amount") if has_jobs else 0
    if request.max_reserved_amount is None or tool_run is None or compute_job is None:
        raise UsageError(
            "max_total_amount needs max_reserved_amount of the request, tool_runs['max_reserved_amount'] with tools of the "
            "catalog, and compute_jobs['max_reserved_amount'] with those of JobTool."
        )
    return _Bounds(total, request.max_reserved_amount, tool_run, compute_job)


def _checked(request: Mapping[str, Any]) -> CreateModelRun:
    try:
        return CreateModelRun.model_validate(request)
    except ValidationError as error:
        raise UsageError(f"The request is not one that the contract has: {error}", cause=error) from error


def _role_of(message: Message | None) -> str | None:
    return message.get("role") if isinstance(message, dict) else message.role if message is not None else None


def _definition_of(each: AnyTool) -> dict[str, Any]:
    """The description of a tool for the model."""
    if isinstance(each, CatalogTool):
        return {
            "name": each.function_name,
            "description": each.description if each.description is not None else each.title or "",
            "parameters": each.input_schema,
        }
    definition: dict[str, Any] = {
        "name": each.name,
        "description": each.description,
        "parameters": each.arguments.model_json_schema(),
    }
    return definition if each.strict is None else {**definition, "strict": each.strict}


@dataclass
class _Result:
    """What a call gave. A run that was created is waited for once all calls of the message have begun."""

    content: str = ""
    tool_run: ToolRun | None = None
    job: ComputeJob | None = None


class _Step:
    def __init__(
        self,
        kinds: Kinds,
        tools: Mapping[str, AnyTool],
        options: ConverseOptions,
        request: CreateModelRun,
        until: float,
    ) -> None:
        self.kinds, self.tools, self.options, self.until = kinds, tools, options, until
        shared: dict[str, Any] = {"attribution": request.attribution, "metadata": request.metadata}
        self.shared = {name: value for name, value in shared.items() if value is not None}

    def results_of(
        self, run: ModelRun, calls: Sequence[ToolCall], conversation: Conversation
    ) -> Flow[list[ToolMessage]]:
        """All runs are created before the first is waited for, so that they run side by side."""
        results: list[_Result] = []
        failure: ClientError | None = None
        for index, call in enumerate(calls):
            if now() >= self.until:
                raise DeadlineError("The deadline passed while calls were carried out.", run=run)
            try:
                results.append((yield from self._begin(run, call, index)))
            except ClientError as error:
                failure = error
                break
        for result in results:
            try:
                yield from self._end(result)
            except ClientError as error:
                failure = failure or error
        conversation.tool_runs.extend(each.tool_run for each in results if each.tool_run is not None)
        conversation.compute_jobs.extend(each.job for each in results if each.job is not None)
        if failure is not None:
            raise failure
        return [
            ToolMessage(role="tool", tool_call_id=call.id, content=result.content)
            for call, result in zip(calls, results, strict=True)
        ]

    def _begin(self, run: ModelRun, call: ToolCall, index: int) -> Flow[_Result]:
        name = call.function.name
        tool = self.tools.get(name)
        if tool is None:
            return _failure(f"There is no function {name}; there are: {', '.join(self.tools)}.")
        try:
            arguments: object = json.loads(call.function.arguments) if call.function.arguments.strip() else {}
        except ValueError as error:
            return _failure(f"The arguments are not JSON: {error}")
        if not isinstance(arguments, dict):
            return _failure("The arguments must be a JSON object.")
        given = cast("dict[str, Any]", arguments)
        key, parent = _key_of(run, call, index), _parent_of(run, call)
        if isinstance(tool, CatalogTool):
            terms = {**self.shared, **self.options.get("tool_runs", {})}
            request: dict[str, Any] = {
                **terms,
                "tool": tool.id,
                "version": tool.version,
                "input": given,
                "parent": parent,
            }
            try:
                created = yield from self.kinds.tool_runs.create(
                    request, idempotency_key=key, **call_options(self.options)
                )
                return _Result(tool_run=created.run)
            except InvalidToolInputError as error:
                # The service refuses the same input every time. Other refusals may not repeat, so they are raised.
                return _refused(error)
        try:
            checked = tool.arguments.model_validate(given)
        except ValidationError as error:
            return _failure(f"The function {name} failed: {error}")
        if isinstance(tool, Tool):
            context = ToolContext(run.id, call.id)
            try:
                value: object = yield Call(tool.execute, (checked, context))
                return _Result(_text_of(value))
            except Exception as error:
                return _failure(f"The function {name} failed: {error}")
        try:
            job: Mapping[str, Any] = yield Call(tool.job, (checked,))
        except Exception as error:
            return _failure(f"The function {name} failed: {error}")
        terms = {**self.shared, **self.options.get("compute_jobs", {})}
        try:
            made = yield from self.kinds.compute_jobs.create(
                {**terms, **job, "parent": parent}, idempotency_key=key, **call_options(self.options)
            )
            return _Result(job=made.run)
        except ProblemError as error:
            if not _is_fault_of_model(error):
                raise
            return _refused(error)

    def _end(self, result: _Result) -> Flow[None]:
        wait: dict[str, Any] = {
            "deadline_seconds": max(0.0, self.until - now()),
            "wait_seconds": self.options.get("wait_seconds"),
            **call_options(self.options),
        }
        if result.tool_run is not None:
            ended = yield from self.kinds.tool_runs.wait(result.tool_run.id, result.tool_run, **wait)
            result.tool_run, result.content = ended, _content_of_tool(ended)
        if result.job is not None:
            result.job = yield from self.kinds.compute_jobs.wait(result.job.id, result.job, **wait)
            result.content = yield from self._content_of_job(result.job)

    def _content_of_job(self, job: ComputeJob) -> Flow[str]:
        """The output of code that ended well, unchanged; for any other end, the output and how the job ended."""
        if is_failed(job):
            return _json(
                {"error": job.error.message if job.error else None, "code": job.error.code if job.error else None}
            )
        stdout = yield from self._written(job.id, "stdout")
        if job.result == "exited" and job.exit_code == 0:
            return stdout
        stderr = yield from self._written(job.id, "stderr")
        facts = {"result": job.result, "exitCode": job.exit_code, "signal": job.signal}
        said = {name: value for name, value in facts.items() if value is not None}
        return _json({**said, "stdout": stdout, "stderr": stderr})

    def _written(self, id: str, stream: str) -> Flow[str]:
        text, after = "", 0
        while True:
            part = yield from read_log(self.kinds.compute_jobs, id, stream, after, **call_options(self.options))
            text += part.text
            if len(text) > _MOST_CHARACTERS:
                return f"{text[:_MOST_CHARACTERS]}\n[cut here]"
            if part.ended or not part.text:
                return text
            after = part.next


def _failure(error: str) -> _Result:
    return _Result(_json({"error": error}))


def _refused(error: ProblemError) -> _Result:
    faults = [f"{each.pointer or ''} {each.detail}".strip() for each in error.errors]
    return _Result(_json({"error": error.detail, "code": error.code, "errors": faults}))


_CODES = ("payload_too_large", "invalid_path", "resources_exceeded", "timeout_exceeded")
_WRITTEN = re.compile(r"#/(?:source|command|stdin|files|env|outputs)(?:/|$)")


def _is_fault_of_model(error: ProblemError) -> bool:
    """Refusals of what the model wrote: the service refuses the same every time."""
    if not isinstance(error, InvalidRequestError):
        return error.code in _CODES
    return all(_WRITTEN.match(each.pointer or "") for each in error.errors)


def _key_of(run: ModelRun, call: ToolCall, index: int) -> str:
    """Visible ASCII, whatever ids the model gives its calls. The same as the TypeScript client's."""
    key = f"{run.id}:{quote(call.id, safe=_UNQUOTED)}"
    return key if len(key) <= _MOST_KEY_CHARACTERS else f"{key[:240]}:{index}"


_UNQUOTED = "!'()*-._~"
"""What encodeURIComponent of JavaScript leaves as it is."""


def _parent_of(run: ModelRun, call: ToolCall) -> dict[str, str]:
    fits = re.fullmatch(r"[^\x00-\x1f\x7f-\x9f]{1,256}", call.id) is not None
    return {"run_id": run.id, **({"tool_call_id": call.id} if fits else {})}


def _content_of_tool(run: ToolRun) -> str:
    """A failure has its code and the tool's message, so that the model can correct the call."""
    output = run.output
    text = None
    if output is not None:
        texts = [
            each.member("text")
            if isinstance(each.member("text"), str)
            else _json(
                {k: v for k, v in each.model_dump(mode="json", exclude_unset=True).items() if k not in ("data", "blob")}
            )
            for each in output.content
        ]
        text = "\n".join(texts)
        if not output.content and output.structured:
            text = _json(output.structured)
    if is_completed(run) and not (output and output.is_error):
        return text or ""
    code = run.error.code if run.error else "tool_error"
    message = run.error.message if run.error else "The tool says that it failed."
    return _json({"error": message, "code": code, **({} if text is None else {"output": text})})


def _text_of(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    return _json(value.model_dump(mode="json") if isinstance(value, BaseModel) else value)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
