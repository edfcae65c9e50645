"""
The errors of this client. Each is a `ClientError` with what a caller needs to continue: the request key of a create,
whether a run may exist, and the run as it was last seen. No error has the API key in it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from pydantic import ValidationError

from .models import ComputeJob, Fault, ModelRun, Problem, ProblemCode, ToolRun

if TYPE_CHECKING:
    from ._agents import Conversation

AnyRun: TypeAlias = ModelRun | ToolRun | ComputeJob


class ClientError(Exception):
    """What every error of this package is. `__cause__` has the original error."""

    def __init__(
        self,
        message: str,
        *,
        cause: BaseException | None = None,
        request_key: str | None = None,
        may_have_created: bool | None = None,
        attempts: int | None = None,
        run: AnyRun | None = None,
        conversation: Conversation | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.request_key = request_key
        """The request key of the create that failed. Repeat with it, and nothing is bought twice."""
        self.may_have_created = may_have_created
        """Whether a run may exist under `request_key` anyway."""
        self.attempts = attempts
        """How often the client sent the request."""
        self.run = run
        """The run as the client last saw it."""
        self.conversation = conversation
        """The conversation up to the failure of `converse`."""
        self.__cause__ = cause


class UsageError(ClientError):
    """The call is invalid, and the message says what to do. Nothing was sent."""


class NoAnswerError(ClientError):
    """No attempt within the budget got a complete answer from the service. `__cause__` says why."""


class DeadlineError(ClientError):
    """There was no end by the deadline. The run goes on: `run` is its last seen state. Wait for it again."""


class RunFailedError(ClientError):
    """The run failed, and nothing was charged. `run.error` says why."""

    def __init__(self, run: AnyRun) -> None:
        code, message = ("unknown", "no reason was given")
        if run.error is not None:
            code, message = run.error.code, run.error.message
        super().__init__(f"The run {run.id} failed, {code}: {message}", run=run)


class TurnLimitError(ClientError):
    """The model still makes calls after `max_turns` model runs. `conversation` can be continued."""


class CreditLimitError(ClientError):
    """The next runs could cost more than `max_total_amount` leaves. They were not created."""


class WebhookVerificationError(ClientError):
    """The message is not signed with the secret, or is older than five minutes. Answer 400, and do nothing."""


class ProblemError(ClientError):
    """A refusal by the service (RFC 9457). `code` is for programs, `detail` for people, `request_id` for support."""

    CODE: ClassVar[str | None] = None

    def __init__(
        self, *, status: int, headers: Mapping[str, str], code: str, detail: str, problem: Problem | None
    ) -> None:
        super().__init__(f"{status} {code}: {detail}")
        self.status = status
        self.code: ProblemCode = code
        self.detail = detail
        """What is wrong with this request."""
        self.request_id: str | None = problem.request_id if problem else headers.get("x-request-id")
        """Identifies the exchange in the logs of the service."""
        self.errors: Sequence[Fault] = (problem.errors if problem else None) or []
        """The parts of the request that are at fault."""
        self.retry_after_seconds = retry_after(headers)
        self.problem = problem
        """The document as received. `None` if the answer is not the service's."""


class InvalidRequestError(ProblemError):
    """A parameter, a header or the body is invalid; `errors` says where."""

    CODE = "invalid_request"


class MalformedJsonError(ProblemError):
    CODE = "malformed_json"


class IdempotencyKeyMissingError(ProblemError):
    CODE = "idempotency_key_missing"


class InvalidCursorError(ProblemError):
    """This list did not return the cursor for these filters. Start again without a cursor."""

    CODE = "invalid_cursor"


class UnauthorizedError(ProblemError):
    """The API key is missing, malformed, unknown, revoked or expired; the service does not say which."""

    CODE = "unauthorized"


class InsufficientCreditError(ProblemError):
    """The paying account cannot cover the hold: `problem` has `required_amount`, `available_amount`, `account` and
    `affordable_max_output_tokens`."""

    CODE = "insufficient_credit"


class SpendingLimitReachedError(ProblemError):
    """The hold exceeds what a spending limit of the API key leaves: `problem` has the limit and when it resets."""

    CODE = "spending_limit_reached"


class EndUserBudgetReachedError(ProblemError):
    """The hold exceeds what a budget of the end user leaves: `problem` has the budget and when it resets."""

    CODE = "end_user_budget_reached"


class WorkspaceInDebtError(ProblemError):
    """The workspace owes for returned payments, and creates no runs until that is paid."""

    CODE = "workspace_in_debt"


class InsufficientScopeError(ProblemError):
    """The API key lacks the permission for the operation."""

    CODE = "insufficient_scope"


class WorkspaceSuspendedError(ProblemError):
    """The operator lets the workspace create no runs; everything can still be read."""

    CODE = "workspace_suspended"


class CustomerBlockedError(ProblemError):
    """The workspace has blocked the end user."""

    CODE = "customer_blocked"


class ModelNotAllowedError(ProblemError):
    """The API key may use only some models; `client.models.list()` has them."""

    CODE = "model_not_allowed"


class LabelProtectedError(ProblemError):
    """Only an admin of the workspace can move the label, in the dashboard."""

    CODE = "label_protected"


class NotFoundError(ProblemError):
    """The workspace of the API key has nothing here."""

    CODE = "not_found"


class MethodNotAllowedError(ProblemError):
    CODE = "method_not_allowed"


class RequestTimeoutError(ProblemError):
    CODE = "request_timeout"


class ConflictError(ProblemError):
    """It does not fit what is there: a request key that has made a key before (`problem.key_id`), or a key that has ended."""

    CODE = "conflict"


class VersionConflictError(ProblemError):
    """Somebody saved another version after the one that this save is based on: `problem.latest_version`."""

    CODE = "version_conflict"


class CustomerExistsError(ProblemError):
    """The workspace has a customer with this `endUserId`."""

    CODE = "customer_exists"


class PreconditionFailedError(ProblemError):
    """Somebody moved the label after it was read."""

    CODE = "precondition_failed"


class PayloadTooLargeError(ProblemError):
    CODE = "payload_too_large"


class UnsupportedMediaTypeError(ProblemError):
    CODE = "unsupported_media_type"


class RangeNotSatisfiableError(ProblemError):
    """The range begins at or after the end of the file."""

    CODE = "range_not_satisfiable"


class ExceedsOwnRightsError(ProblemError):
    """The calling key does not have the rights that this needs: `problem.errors` says which."""

    CODE = "exceeds_own_rights"


class UnknownModelError(ProblemError):
    """The model is not an exact identifier of the catalog; `client.models.list()` has them."""

    CODE = "unknown_model"


class MaxOutputTokensExceededError(ProblemError):
    """`problem.max_output_tokens` is the most that the deployment accepts for this model."""

    CODE = "max_output_tokens_exceeded"


class UnsupportedParameterError(ProblemError):
    """The model does not accept a member that `errors` names."""

    CODE = "unsupported_parameter"


class UnsupportedInputError(ProblemError):
    """The model does not accept a part of a message that `errors` names."""

    CODE = "unsupported_input"


class PromptTooLargeError(ProblemError):
    """The prompt exceeds the deployment's limit of characters, or the context of the model: `problem` says which."""

    CODE = "prompt_too_large"


class InconsistentToolCallsError(ProblemError):
    CODE = "inconsistent_tool_calls"


class UnknownToolError(ProblemError):
    CODE = "unknown_tool"


class ToolVersionChangedError(ProblemError):
    """The tool's definition differs from the one that the request names, or nobody has approved it yet."""

    CODE = "tool_version_changed"


class InvalidToolInputError(ProblemError):
    """The input does not match the tool's schema: `errors` points at the faults."""

    CODE = "invalid_tool_input"


class UnknownEnvironmentError(ProblemError):
    CODE = "unknown_environment"


class ResourcesExceededError(ProblemError):
    CODE = "resources_exceeded"


class InvalidPathError(ProblemError):
    CODE = "invalid_path"


class TimeoutExceededError(ProblemError):
    """`problem.max_timeout_seconds` is the most that the deployment accepts."""

    CODE = "timeout_exceeded"


class InvalidPromptError(ProblemError):
    """The prompt cannot be saved: `errors` points at the faults."""

    CODE = "invalid_prompt"


class InvalidVariablesError(ProblemError):
    """Values are missing, unknown or wrong: `errors` points at them."""

    CODE = "invalid_variables"


class PromptLimitReachedError(ProblemError):
    CODE = "prompt_limit_reached"


class IdempotencyKeyReuseError(ProblemError):
    """The request key belongs to a run, a prompt version or a score that was created with another body."""

    CODE = "idempotency_key_reuse"


class HoldAboveMaximumError(ProblemError):
    """The hold would be larger than the request's `max_reserved_amount`: `problem.required_amount`."""

    CODE = "hold_above_maximum"


class MetricsTooWideError(ProblemError):
    """The query asks for more than the service can add up at once: `errors` says what to narrow."""

    CODE = "metrics_too_wide"


class UnknownRunError(ProblemError):
    """The workspace has no such run."""

    CODE = "unknown_run"


class TooManyScoresError(ProblemError):
    CODE = "too_many_scores"


class TooManySpansError(ProblemError):
    CODE = "too_many_spans"


class RateLimitedError(ProblemError):
    CODE = "rate_limited"


class TooManyPendingRunsError(ProblemError):
    CODE = "too_many_pending_runs"


class IngestQuotaExceededError(ProblemError):
    """The workspace has used up its spans of the day, or their bytes."""

    CODE = "ingest_quota_exceeded"


class QuotaExceededError(ProblemError):
    """A quota of the workspace is used up: `problem.frees_at` says when some of it is free again."""

    CODE = "quota_exceeded"


class HeadersTooLargeError(ProblemError):
    CODE = "headers_too_large"


class InternalServiceError(ProblemError):
    CODE = "internal_error"


class OverloadedError(ProblemError):
    CODE = "overloaded"


class ShuttingDownError(ProblemError):
    CODE = "shutting_down"


class UnknownProblemError(ProblemError):
    """The service answered with a code that this version does not know."""


class ProxyError(UnknownProblemError):
    """Something between the client and the service answered. `code` is `http_<status>` for other statuses."""


class BadGatewayError(ProxyError):
    """502: a proxy got no valid answer. The service may have carried out the request."""


class ServiceUnavailableError(ProxyError):
    """503: a proxy had no server for the request."""


class GatewayTimeoutError(ProxyError):
    """504: a proxy stopped waiting. The service may have carried out the request, or may still do so."""


PROBLEM_ERRORS: Mapping[str, type[ProblemError]] = {
    each.CODE: each for each in ProblemError.__subclasses__() if each.CODE is not None
}
"""The class of every code of the contract."""

_PROXIES: Mapping[int, tuple[type[ProxyError], str]] = {
    502: (BadGatewayError, "bad_gateway"),
    503: (ServiceUnavailableError, "service_unavailable"),
    504: (GatewayTimeoutError, "gateway_timeout"),
}


def problem_error(status: int, headers: Mapping[str, str], text: str) -> ProblemError:
    """The error for an answer with this status and body."""
    try:
        body: Any = json.loads(text)
    except ValueError:
        body = None
    problem: Problem | None = None
    if isinstance(body, dict) and isinstance(body.get("code"), str):  # pyright: ignore[reportUnknownMemberType]
        problem = _read_problem(status, body)  # pyright: ignore[reportUnknownArgumentType]
    if problem is not None:
        named = PROBLEM_ERRORS.get(problem.code, UnknownProblemError)
        return named(status=status, headers=headers, code=problem.code, detail=problem.detail, problem=problem)
    excerpt = re.sub(r"<[^>]*>|\s+", " ", text[:2_000]).strip()[:200]
    detail = f'The answer is not from this service, or base_url is wrong: "{excerpt}"'
    proxy, code = _PROXIES.get(status, (ProxyError, f"http_{status}"))
    return proxy(status=status, headers=headers, code=code, detail=detail, problem=None)


def _read_problem(status: int, body: dict[str, Any]) -> Problem:
    given = {"type": "", "title": "", "status": status, "detail": "", "requestId": "", **body}
    try:
        return Problem.model_validate(given)
    except ValidationError:
        # Some member is not as the contract has it. What an error shows is there all the same.
        named = {name: str(given[name]) for name in ("type", "title", "detail", "code", "requestId")}
        return Problem.model_validate({**named, "status": status})


def retry_after(headers: Mapping[str, str]) -> float | None:
    """`Retry-After` in seconds. An HTTP date is measured against the answer's own clock, and not against ours."""
    text = headers.get("retry-after", "").strip()
    if re.fullmatch(r"\d+", text):
        return float(text)
    moment = _moment(text)
    if moment is None:
        return None
    answered = _moment(headers.get("date", "")) or datetime.now(timezone.utc)
    return max(0.0, (moment - answered).total_seconds())


def _moment(text: str) -> datetime | None:
    if not re.fullmatch(r"[A-Z][a-z]+, .* GMT", text):
        return None
    try:
        return parsedate_to_datetime(text)
    except ValueError:
        return None


def annotate(
    thrown: BaseException,
    *,
    request_key: str | None = None,
    may_have_created: bool | None = None,
    attempts: int | None = None,
    run: AnyRun | None = None,
    conversation: Conversation | None = None,
) -> ClientError:
    """Adds facts that the error lacks. What other code raised becomes the cause of an error that can hold them."""
    error = thrown if isinstance(thrown, ClientError) else foreign(thrown)
    error.request_key = request_key if error.request_key is None else error.request_key
    error.may_have_created = may_have_created if error.may_have_created is None else error.may_have_created
    error.attempts = attempts if error.attempts is None else error.attempts
    error.run = run if error.run is None else error.run
    error.conversation = conversation if error.conversation is None else error.conversation
    return error


def foreign(cause: BaseException) -> ClientError:
    """Wraps what the caller's code raised, even one of our errors: its facts belong to another call."""
    return ClientError(str(cause) or type(cause).__name__, cause=cause)


def kind_of(value: object) -> str:
    """Describes a wrong value without any character of it: it may be a misplaced secret."""
    if value == "":
        return "empty"
    return "None" if value is None else f"of type {type(value).__name__}"
