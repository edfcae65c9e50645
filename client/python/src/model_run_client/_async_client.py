"""
The client for event loops. Each function is one flow of the core. `_client.py`, the client that blocks, is generated from
this file.
"""

from __future__ import annotations

import builtins
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from datetime import datetime
from types import TracebackType
from typing import Any, Generic, Literal, ParamSpec, TypeVar

import httpx
from typing_extensions import Self, Unpack

from . import _agents, _observability, _runs
from ._core import (
    AsyncDriver,
    CallOptions,
    Flow,
    LogLevel,
    ModelT,
    Request,
    RetryEvent,
    RetryOptions,
    WithResponse,
    body_of,
    heard,
    query_of,
    read_settings,
)
from ._download import Progress, broken
from ._keyed import KeyedOptions, create_keyed, delete
from ._observability import SavedVersion
from ._runs import (
    AnyPageT,
    AnyRunT,
    BatchedRequest,
    BatchedResult,
    Created,
    CreateManyOptions,
    CreateOptions,
    CreateT,
    EstimateT,
    FinishOptions,
    ItemT,
    Kind,
    LimitsT,
    OnceOptions,
    PageT,
    RunFlows,
    WaitOptions,
    fetch,
    segment,
)
from .errors import ClientError, NoAnswerError
from .models import (
    Account,
    Alert,
    AlertList,
    AlertSettings,
    ApiKey,
    ApiKeyList,
    AutoRecharge,
    Billing,
    BillingPage,
    CardSetup,
    CatalogTool,
    ComputeEnvironment,
    ComputeEnvironmentList,
    ComputeJob,
    ComputeJobEstimate,
    ComputeJobLimits,
    ComputeJobList,
    ComputeJobLog,
    CreateApiKey,
    CreateApiKeyDict,
    CreateComputeJob,
    CreateComputeJobDict,
    CreateCustomer,
    CreateCustomerDict,
    CreateCustomerGrant,
    CreateCustomerGrantDict,
    CreatedApiKey,
    CreatedWebhookEndpoint,
    CreateModelRun,
    CreateModelRunDict,
    CreatePayment,
    CreatePromptVersion,
    CreatePromptVersionDict,
    CreateSavedExport,
    CreateSavedExportDict,
    CreateScore,
    CreateScoreDict,
    CreateToolRun,
    CreateToolRunDict,
    CreateWebhookEndpoint,
    CreateWebhookEndpointDict,
    Customer,
    CustomerGrant,
    CustomerGrantList,
    CustomerList,
    CustomerSettings,
    CustomerSummary,
    EndUser,
    EndUserList,
    Entry,
    EntryList,
    ErasedCustomer,
    GetExportQuery,
    Grant,
    GrantList,
    ListAlertsQuery,
    ListApiKeysQuery,
    ListBillingEntriesQuery,
    ListBillingGrantsQuery,
    ListBillingPaymentsQuery,
    ListComputeJobsQuery,
    ListCustomerGrantsQuery,
    ListCustomerSpendingQuery,
    ListCustomersQuery,
    ListEndpointMessagesQuery,
    ListEndpointsQuery,
    ListEndUsersQuery,
    ListModelRunsQuery,
    ListModelsQuery,
    ListPromptsQuery,
    ListPromptVersionsQuery,
    ListSavedExportsQuery,
    ListScoresQuery,
    ListSessionsQuery,
    ListSpansQuery,
    ListToolRunsQuery,
    ListToolsQuery,
    ListTracesQuery,
    Metrics,
    MetricsQuery,
    MetricsQueryDict,
    ModelList,
    ModelRun,
    ModelRunEstimate,
    ModelRunLimits,
    ModelRunList,
    ModelRunSummary,
    Payment,
    PaymentList,
    Prompt,
    PromptDiff,
    PromptList,
    PromptUsage,
    PromptVersion,
    PromptVersionList,
    PromptVersionSummary,
    RenderedPrompt,
    RenderPromptDict,
    RevokedApiKey,
    RotateApiKey,
    RotatedApiKey,
    RotateWebhookSecret,
    SavedExport,
    SavedExportList,
    Score,
    ScoreList,
    Session,
    SessionList,
    Span,
    SpanList,
    SpanSummary,
    SpendingCustomer,
    SpendingCustomerList,
    ToolList,
    ToolRun,
    ToolRunEstimate,
    ToolRunLimits,
    ToolRunList,
    ToolRunSummary,
    Trace,
    TraceList,
    TraceSummary,
    UpdateAlertSettings,
    UpdateAlertSettingsDict,
    UpdateApiKey,
    UpdateApiKeyDict,
    UpdateAutoRecharge,
    UpdateAutoRechargeDict,
    UpdateCustomer,
    UpdateCustomerDict,
    UpdateCustomerSettings,
    UpdateCustomerSettingsDict,
    UpdateWebhookEndpoint,
    UpdateWebhookEndpointDict,
    Wallet,
    WebhookDelivery,
    WebhookDeliveryList,
    WebhookEndpoint,
    WebhookEndpointList,
)
from .models import (
    Model as CatalogModel,
)
from .once import RequestStore

P = ParamSpec("P")
T = TypeVar("T")


class AsyncPaged(Generic[ItemT, AnyPageT]):
    """All entries of a list, fetched as they are needed. Pages may be short or empty."""

    def __init__(self, driver: AsyncDriver, read: Callable[[str | None], Flow[AnyPageT]]) -> None:
        self._driver, self._read = driver, read

    async def __aiter__(self) -> AsyncIterator[ItemT]:
        async for page in self.pages():
            for item in page.data:
                yield item

    async def pages(self) -> AsyncIterator[AnyPageT]:
        """Iterates over the pages instead of their entries."""
        cursor: str | None = None
        while True:
            page = await self._driver.run(self._read(cursor))
            yield page
            if page.next_cursor is None:
                return
            if page.next_cursor == cursor:
                raise ClientError("The list gave one cursor twice.")
            cursor = page.next_cursor

    async def first_page(self) -> AnyPageT:
        """The first page, for example for `with_response`."""
        return await self._driver.run(self._read(None))


def _paged(
    driver: AsyncDriver, page: type[PageT], path: str, filters: Mapping[str, Any], options: CallOptions | None
) -> AsyncPaged[Any, Any]:
    def read(cursor: str | None) -> Flow[PageT]:
        request = Request("GET", path, query_of({**filters, "cursor": cursor}))
        return fetch(driver.settings, page, request, **(options or {}))

    return AsyncPaged(driver, read)


class AsyncDownload:
    """A file: enter it with `async with`, and iterate over its bytes or its `lines()`, or await `read()`."""

    def __init__(self, driver: AsyncDriver, request: Request, headers: Mapping[str, str] | None) -> None:
        self._driver = driver
        self._progress = Progress(driver.settings, request, headers)
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
            raise (error if isinstance(error, ClientError) else broken(error)) from error.__cause__
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


class AsyncRuns(Generic[CreateT, AnyRunT, PageT, EstimateT, LimitsT]):
    """The functions that runs of every kind have."""

    def __init__(self, driver: AsyncDriver, kind: Kind[AnyRunT, PageT, EstimateT, LimitsT]) -> None:
        self._driver = driver
        self.flows = RunFlows(driver.settings, kind)

    async def create(self, request: CreateT, **options: Unpack[CreateOptions]) -> Created[AnyRunT]:
        """
        Creates a run. Billable. It is sent again, with the same request key and body, after no answer, 408, 429 and 5xx.
        Errors have `request_key`.
        """
        return await self._driver.run(self.flows.create(request, **options))

    async def get(self, id: str, **options: Unpack[CallOptions]) -> AnyRunT:
        """Gets the run in its current state. Raises `NotFoundError` if the workspace has none with this id."""
        return await self._driver.run(self.flows.get(id, **options))

    async def cancel(self, id: str, **options: Unpack[CallOptions]) -> AnyRunT:
        """
        Asks the service to end the run as soon as it can, and returns its current state. Safe to repeat. A run that was
        not sent fails with `cancelled`; a run under way may still end as it would have. `wait` shows which.
        """
        return await self._driver.run(self.flows.cancel(id, **options))

    async def wait(self, id: str, **options: Unpack[WaitOptions[AnyRunT]]) -> AnyRunT:
        """Waits until the run is completed or failed, and returns it. `DeadlineError` has its last seen state."""
        return await self._driver.run(self.flows.wait(id, **options))

    async def create_and_wait(self, request: CreateT, **options: Unpack[FinishOptions[AnyRunT]]) -> AnyRunT:
        """`create` and `wait` in one call. Returns a failed run like any other: `expect_completed` raises for one."""
        return await self._driver.run(self.flows.finish(request, **options))

    async def once(self, name: str, request: CreateT | None = None, **options: Unpack[OnceOptions[AnyRunT]]) -> AnyRunT:
        """
        Saves a request key and the request under the name, creates the run once and waits for it. Called again with the
        same name, even after a crash, it returns the same run and buys nothing. Without a request, it takes the saved
        one. Another request under the name raises an `IdempotencyKeyReuseError`. A name whose run failed keeps that run:
        a second try needs a new name.
        """
        return await self._driver.run(self.flows.once(name, request, **options))

    async def find(self, request_key: str, **options: Unpack[CallOptions]) -> AnyRunT | None:
        """Finds the run that a request key created, if any."""
        return await self._driver.run(self.flows.find(request_key, **options))

    async def estimate(self, request: CreateT, **options: Unpack[CallOptions]) -> EstimateT:
        """What `create` would hold, and who would pay. Creates nothing, costs nothing."""
        return await self._driver.run(self.flows.estimate(request, **options))

    async def limits(self, **options: Unpack[CallOptions]) -> LimitsT:
        """What this deployment allows and charges. Creates nothing, costs nothing."""
        return await self._driver.run(self.flows.limits(**options))


class AsyncModelRuns(
    AsyncRuns[CreateModelRun | CreateModelRunDict, ModelRun, ModelRunList, ModelRunEstimate, ModelRunLimits]
):
    """Model runs."""

    def list(
        self, options: CallOptions | None = None, **filters: Unpack[ListModelRunsQuery]
    ) -> AsyncPaged[ModelRunSummary, ModelRunList]:
        """Lists the runs of the workspace, newest first, without their answers. `limit` is the size of a page."""
        return _paged(self._driver, ModelRunList, self.flows.kind.path, filters, options)

    async def create_many(
        self, requests: Sequence[BatchedRequest], **options: Unpack[CreateManyOptions]
    ) -> Sequence[BatchedResult]:
        """Creates up to 100 runs in one call. Every request has a key before anything is sent, and its own result."""
        return await self._driver.run(_runs.create_many(self._driver.settings, requests, **options))

    async def create_from_prompt(
        self,
        prompt: str,
        request: CreateModelRunDict,
        variables: Mapping[str, Any] | None = None,
        version: int | None = None,
        label: str | None = None,
        **options: Unpack[CreateOptions],
    ) -> Created[ModelRun]:
        """
        Renders a prompt and creates a run from it, attributed to the version. Billable. `messages` of the request come
        after those of the prompt. For a known request key, returns its run, and ignores the label and the variables.
        """
        which = {"variables": variables, "version": version, "label": label}
        prompts = _observability.PromptFlows(self._driver.settings)
        return await self._driver.run(prompts.create_run(self.flows, prompt, dict(request), which, **options))


class AsyncToolRuns(AsyncRuns[CreateToolRun | CreateToolRunDict, ToolRun, ToolRunList, ToolRunEstimate, ToolRunLimits]):
    """Tool runs."""

    def list(
        self, options: CallOptions | None = None, **filters: Unpack[ListToolRunsQuery]
    ) -> AsyncPaged[ToolRunSummary, ToolRunList]:
        """Lists the runs of the workspace, newest first, without their outputs. `limit` is the size of a page."""
        return _paged(self._driver, ToolRunList, self.flows.kind.path, filters, options)


class AsyncComputeJobs(
    AsyncRuns[CreateComputeJob | CreateComputeJobDict, ComputeJob, ComputeJobList, ComputeJobEstimate, ComputeJobLimits]
):
    """Compute jobs."""

    def list(
        self, options: CallOptions | None = None, **filters: Unpack[ListComputeJobsQuery]
    ) -> AsyncPaged[ComputeJob, ComputeJobList]:
        """Lists the jobs of the workspace, newest first. `limit` is the size of a page."""
        return _paged(self._driver, ComputeJobList, self.flows.kind.path, filters, options)

    async def logs(
        self,
        id: str,
        stream: Literal["stdout", "stderr"] = "stdout",
        after: int = 0,
        follow: bool = True,
        **options: Unpack[CallOptions],
    ) -> AsyncIterator[ComputeJobLog]:
        """
        Reads what the code writes to one of its streams, part by part, also while it runs, and ends when the job has
        ended. `next` of a part, given as `after`, continues from there. With `follow=False`, ends with what is there.
        """
        while True:
            part, is_last = await self._driver.run(_runs.follow_log(self.flows, id, stream, after, follow, **options))
            if part.text:
                yield part
            if is_last:
                return
            after = part.next

    def artifact(self, id: str, name: str, headers: Mapping[str, str] | None = None) -> AsyncDownload:
        """
        A file that the job left, by its name in `artifacts`: `async with client.compute_jobs.artifact(id, name) as file`, and
        iterate over its bytes, or await `file.read()`. If the download breaks off, the client requests the rest.
        """
        return AsyncDownload(self._driver, _runs.artifact(id, name), headers)

    async def environments(self, **options: Unpack[CallOptions]) -> Sequence[ComputeEnvironment]:
        """The environments that code can run in, with their isolation, bounds and prices."""
        request = Request("GET", "/v1/developer/compute-environments")
        found = await self._driver.run(fetch(self._driver.settings, ComputeEnvironmentList, request, **options))
        return found.data


class AsyncModels:
    """The models of the catalog."""

    def __init__(self, driver: AsyncDriver) -> None:
        self._driver = driver

    def list(
        self, options: CallOptions | None = None, **filters: Unpack[ListModelsQuery]
    ) -> AsyncPaged[CatalogModel, ModelList]:
        """Lists what runs can name, by identifier."""
        return _paged(self._driver, ModelList, "/v1/developer/models", filters, options)

    async def get(self, id: str, **options: Unpack[CallOptions]) -> CatalogModel:
        """Gets a model by its exact identifier. Raises `NotFoundError` if the catalog has none."""
        request = Request("GET", f"/v1/developer/models/{segment(id, 'identifier of a model')}")
        return await self._driver.run(fetch(self._driver.settings, CatalogModel, request, **options))


class AsyncTools:
    """The tools of the catalog."""

    def __init__(self, driver: AsyncDriver) -> None:
        self._driver = driver

    def list(
        self, options: CallOptions | None = None, **filters: Unpack[ListToolsQuery]
    ) -> AsyncPaged[CatalogTool, ToolList]:
        """Lists what runs can name, by identifier."""
        return _paged(self._driver, ToolList, "/v1/developer/tools", filters, options)

    async def get(self, id: str, **options: Unpack[CallOptions]) -> CatalogTool:
        """Gets a tool by its exact identifier. Raises `NotFoundError` if the catalog has none."""
        request = Request("GET", f"/v1/developer/tools/{segment(id, 'identifier of a tool')}")
        return await self._driver.run(fetch(self._driver.settings, CatalogTool, request, **options))


class AsyncPrompts:
    """Texts in versions that never change, and labels that move from one version to another."""

    def __init__(self, driver: AsyncDriver) -> None:
        self._driver = driver
        self._flows = _observability.PromptFlows(driver.settings)

    async def save(
        self, version: CreatePromptVersion | CreatePromptVersionDict, **options: Unpack[KeyedOptions]
    ) -> SavedVersion:
        """Saves the next version of a prompt. Raises `VersionConflictError` if `parent_version` is not the latest."""
        return await self._driver.run(self._flows.save(version, **options))

    async def get(
        self, name: str, version: int | None = None, label: str | None = None, **options: Unpack[CallOptions]
    ) -> PromptVersion:
        """Gets a version by its number or a label; by default, the one with the label `production`."""
        return await self._driver.run(self._flows.get(name, version, label, **options))

    def list(
        self, options: CallOptions | None = None, **filters: Unpack[ListPromptsQuery]
    ) -> AsyncPaged[Prompt, PromptList]:
        """Lists the prompts of the workspace, by name."""
        return _paged(self._driver, PromptList, _observability.PROMPTS, filters, options)

    def versions(
        self, name: str, options: CallOptions | None = None, **filters: Unpack[ListPromptVersionsQuery]
    ) -> AsyncPaged[PromptVersionSummary, PromptVersionList]:
        """Lists the versions of a prompt, newest first, without their content."""
        path = f"{_observability.prompt_path(name)}/versions"
        return _paged(self._driver, PromptVersionList, path, filters, options)

    async def label(
        self,
        name: str,
        label: str,
        version: int,
        if_on: PromptVersion | None = None,
        **options: Unpack[CallOptions],
    ) -> PromptVersion:
        """
        Puts a label on a version, and returns it. `if_on` is the version that the label is on, as this client returned
        it: if the label has moved since, the move raises a `PreconditionFailedError`.
        """
        return await self._driver.run(self._flows.label(name, label, version, if_on, **options))

    async def render(
        self, name: str, request: RenderPromptDict | None = None, **options: Unpack[CallOptions]
    ) -> RenderedPrompt:
        """Returns messages for a model run, and its attribution."""
        return await self._driver.run(self._flows.render(name, request or {}, **options))

    async def diff(self, name: str, from_: int, to: int, **options: Unpack[CallOptions]) -> PromptDiff:
        """Shows what differs between two versions."""
        path = f"{_observability.prompt_path(name)}/diff"
        request = Request("GET", path, query_of({"from": from_, "to": to}))
        return await self._driver.run(fetch(self._driver.settings, PromptDiff, request, **options))

    async def usage(self, name: str, from_: Any = None, to: Any = None, **options: Unpack[CallOptions]) -> PromptUsage:
        """What the model runs of a prompt used and cost, by version: in the last 30 days, or between two moments."""
        path = f"{_observability.prompt_path(name)}/usage"
        request = Request("GET", path, query_of({"from": from_, "to": to}))
        return await self._driver.run(fetch(self._driver.settings, PromptUsage, request, **options))


class AsyncTraces:
    """What happened, run by run and span by span."""

    def __init__(self, driver: AsyncDriver) -> None:
        self._driver = driver

    def list(
        self, options: CallOptions | None = None, **filters: Unpack[ListTracesQuery]
    ) -> AsyncPaged[TraceSummary, TraceList]:
        """Lists traces; the one with the newest span comes first."""
        return _paged(self._driver, TraceList, f"{_observability.PATH}/traces", filters, options)

    async def get(self, trace_id: str, **options: Unpack[CallOptions]) -> Trace:
        """Gets all spans of a trace with their total cost."""
        path = f"{_observability.PATH}/traces/{_observability.hexadecimal('trace', trace_id)}"
        return await self._driver.run(fetch(self._driver.settings, Trace, Request("GET", path), **options))

    def list_spans(
        self, options: CallOptions | None = None, **filters: Unpack[ListSpansQuery]
    ) -> AsyncPaged[SpanSummary, SpanList]:
        """Lists the spans of all traces, newest first."""
        return _paged(self._driver, SpanList, f"{_observability.PATH}/spans", filters, options)

    async def get_span(self, trace_id: str, span_id: str, **options: Unpack[CallOptions]) -> Span:
        """Gets a span with its attributes, events, input and output."""
        trace = _observability.hexadecimal("trace", trace_id)
        path = f"{_observability.PATH}/traces/{trace}/spans/{_observability.hexadecimal('span', span_id)}"
        return await self._driver.run(fetch(self._driver.settings, Span, Request("GET", path), **options))

    def list_sessions(
        self, options: CallOptions | None = None, **filters: Unpack[ListSessionsQuery]
    ) -> AsyncPaged[Session, SessionList]:
        """Lists sessions; the one with the newest span comes first."""
        return _paged(self._driver, SessionList, f"{_observability.PATH}/sessions", filters, options)

    def list_end_users(
        self, options: CallOptions | None = None, **filters: Unpack[ListEndUsersQuery]
    ) -> AsyncPaged[EndUser, EndUserList]:
        """Lists end users; the one with the newest span comes first."""
        return _paged(self._driver, EndUserList, f"{_observability.PATH}/end-users", filters, options)


class AsyncScores:
    """How good runs, spans and sessions were."""

    def __init__(self, driver: AsyncDriver) -> None:
        self._driver = driver

    async def create(self, score: CreateScore | CreateScoreDict, **options: Unpack[KeyedOptions]) -> Score:
        """Saves a score, or returns the one that the request key saved."""
        return await self._driver.run(_observability.create_score(self._driver.settings, score, **options))

    def list(
        self, options: CallOptions | None = None, **filters: Unpack[ListScoresQuery]
    ) -> AsyncPaged[Score, ScoreList]:
        """Lists scores, newest first."""
        return _paged(self._driver, ScoreList, f"{_observability.PATH}/scores", filters, options)

    async def get(self, id: str, **options: Unpack[CallOptions]) -> Score:
        """Gets a score. Raises `NotFoundError` if the workspace has none with this id."""
        request = Request("GET", _observability.score_path(id))
        return await self._driver.run(fetch(self._driver.settings, Score, request, **options))

    async def delete(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Deletes a score. Returns once it does not exist, also if it never did."""
        await self._driver.run(delete(self._driver.settings, _observability.score_path(id), **options))


class AsyncCustomers:
    """The end users of the workspace and their budgets. The key needs `customers:read`, or `customers:write`."""

    def __init__(self, driver: AsyncDriver) -> None:
        self._driver = driver

    async def create(self, customer: CreateCustomer | CreateCustomerDict, **options: Unpack[KeyedOptions]) -> Customer:
        """
        Makes a customer before its first run, or returns the one that the request key made. Raises
        `CustomerExistsError` if the workspace has the end user already.
        """
        body = body_of(customer, CreateCustomer)
        return await self._driver.run(create_keyed(self._driver.settings, Customer, CUSTOMERS, body, **options))

    def list(
        self, options: CallOptions | None = None, **filters: Unpack[ListCustomersQuery]
    ) -> AsyncPaged[CustomerSummary, CustomerList]:
        """Lists customers, newest first."""
        return _paged(self._driver, CustomerList, CUSTOMERS, filters, options)

    def spending(
        self, options: CallOptions | None = None, **filters: Unpack[ListCustomerSpendingQuery]
    ) -> AsyncPaged[SpendingCustomer, SpendingCustomerList]:
        """
        Lists customers with what their runs were charged in a month: who was charged most first, unless `sort` says
        otherwise.
        """
        return _paged(self._driver, SpendingCustomerList, "/v1/developer/customer-spending", filters, options)

    async def get(self, end_user_id: str, **options: Unpack[CallOptions]) -> Customer:
        """Gets a customer with its budgets, its balance and its month. Raises `NotFoundError` if there is none."""
        request = Request("GET", _customer(end_user_id))
        return await self._driver.run(fetch(self._driver.settings, Customer, request, **options))

    async def update(
        self, end_user_id: str, change: UpdateCustomer | UpdateCustomerDict, **options: Unpack[CallOptions]
    ) -> Customer:
        """Changes what is given; None removes it. `{"state": "blocked"}` refuses its runs from then on."""
        request = Request("PATCH", _customer(end_user_id), body=body_of(change, UpdateCustomer))
        return await self._driver.run(fetch(self._driver.settings, Customer, request, **options))

    async def erase(self, end_user_id: str, **options: Unpack[CallOptions]) -> ErasedCustomer:
        """
        Erases a customer and what its runs were asked and answered. Repeat it while `open_runs` is above 0. Raises
        `NotFoundError` if there is none, also once an earlier attempt of this call has erased it.
        """
        request = Request("DELETE", _customer(end_user_id))
        return await self._driver.run(fetch(self._driver.settings, ErasedCustomer, request, **options))

    async def grant(
        self,
        end_user_id: str,
        grant: CreateCustomerGrant | CreateCustomerGrantDict,
        **options: Unpack[KeyedOptions],
    ) -> CustomerGrant:
        """Adds an amount, in units, to the prepaid balance of a customer. The first grant begins the balance."""
        body = body_of(grant, CreateCustomerGrant)
        return await self._driver.run(
            create_keyed(self._driver.settings, CustomerGrant, _grants(end_user_id), body, **options)
        )

    def grants(
        self, end_user_id: str, options: CallOptions | None = None, **filters: Unpack[ListCustomerGrantsQuery]
    ) -> AsyncPaged[CustomerGrant, CustomerGrantList]:
        """Lists what the customer was granted, newest first."""
        return _paged(self._driver, CustomerGrantList, _grants(end_user_id), filters, options)

    async def get_grant(self, end_user_id: str, grant_id: str, **options: Unpack[CallOptions]) -> CustomerGrant:
        """Gets a grant with what is left of it. Raises `NotFoundError` if there is none."""
        request = Request("GET", _grant(end_user_id, grant_id))
        return await self._driver.run(fetch(self._driver.settings, CustomerGrant, request, **options))

    async def revoke_grant(self, end_user_id: str, grant_id: str, **options: Unpack[CallOptions]) -> CustomerGrant:
        """Takes what is left of a grant."""
        request = Request("POST", f"{_grant(end_user_id, grant_id)}/revoke")
        return await self._driver.run(fetch(self._driver.settings, CustomerGrant, request, **options))

    async def settings(self, **options: Unpack[CallOptions]) -> CustomerSettings:
        """The budgets of customers that have none of their own."""
        request = Request("GET", CUSTOMER_SETTINGS)
        return await self._driver.run(fetch(self._driver.settings, CustomerSettings, request, **options))

    async def update_settings(
        self, change: UpdateCustomerSettings | UpdateCustomerSettingsDict, **options: Unpack[CallOptions]
    ) -> CustomerSettings:
        """Changes the budgets of customers that have none of their own."""
        request = Request("PATCH", CUSTOMER_SETTINGS, body=body_of(change, UpdateCustomerSettings))
        return await self._driver.run(fetch(self._driver.settings, CustomerSettings, request, **options))


CUSTOMERS = "/v1/developer/customers"
CUSTOMER_SETTINGS = "/v1/developer/customer-settings"


def _customer(end_user_id: object) -> str:
    return f"{CUSTOMERS}/{segment(end_user_id, 'end user, as runs name it')}"


def _grants(end_user_id: object) -> str:
    return f"{_customer(end_user_id)}/grants"


def _grant(end_user_id: object, grant_id: object) -> str:
    return f"{_grants(end_user_id)}/{segment(grant_id, 'id of a grant, cgr_...')}"


class AsyncKeys:
    """The API keys of the workspace. The key needs `keys:read`, or `keys:write`."""

    def __init__(self, driver: AsyncDriver) -> None:
        self._driver = driver

    async def create(self, key: CreateApiKey | CreateApiKeyDict, **options: Unpack[KeyedOptions]) -> CreatedApiKey:
        """
        Makes a key within the rights of the calling one; `secret` is shown only now. If the answer is lost, the repeat
        raises a `ConflictError` with `problem.key_id`: revoke that key, and make another one with a new request key.
        """
        body = body_of(key, CreateApiKey)
        return await self._driver.run(create_keyed(self._driver.settings, CreatedApiKey, KEYS, body, **options))

    def list(
        self, options: CallOptions | None = None, **filters: Unpack[ListApiKeysQuery]
    ) -> AsyncPaged[ApiKey, ApiKeyList]:
        """Lists keys, newest first."""
        return _paged(self._driver, ApiKeyList, KEYS, filters, options)

    async def get(self, id: str, **options: Unpack[CallOptions]) -> ApiKey:
        """Gets a key. Raises `NotFoundError` if there is none."""
        return await self._driver.run(fetch(self._driver.settings, ApiKey, Request("GET", _key(id)), **options))

    async def update(self, id: str, change: UpdateApiKey | UpdateApiKeyDict, **options: Unpack[CallOptions]) -> ApiKey:
        """Changes what is given; None removes a limit."""
        request = Request("PATCH", _key(id), body=body_of(change, UpdateApiKey))
        return await self._driver.run(fetch(self._driver.settings, ApiKey, request, **options))

    async def rotate(self, id: str, overlap_seconds: int, **options: Unpack[CallOptions]) -> RotatedApiKey:
        """
        Replaces the key by one with the same rights and money; the old one works for so long. Sent once: the text of
        the new key can be lost.
        """
        body = body_of({"overlap_seconds": overlap_seconds}, RotateApiKey)
        request = Request("POST", f"{_key(id)}/rotate", body=body)
        options["max_retries"] = 0
        return await self._driver.run(fetch(self._driver.settings, RotatedApiKey, request, **options))

    async def revoke(self, id: str, **options: Unpack[CallOptions]) -> RevokedApiKey:
        """Refuses the key from now on."""
        request = Request("POST", f"{_key(id)}/revoke")
        return await self._driver.run(fetch(self._driver.settings, RevokedApiKey, request, **options))


KEYS = "/v1/developer/keys"


def _key(id: object) -> str:
    return f"{KEYS}/{segment(id, 'id of a key, key_...')}"


class AsyncWebhookEndpoints:
    """Where the service sends messages. The key needs `webhooks:read`, or `webhooks:write` and `models:read`; for events of
    customers, `customers:read` too."""

    def __init__(self, driver: AsyncDriver) -> None:
        self._driver = driver

    async def create(
        self, endpoint: CreateWebhookEndpoint | CreateWebhookEndpointDict, **options: Unpack[KeyedOptions]
    ) -> CreatedWebhookEndpoint:
        """
        Makes an endpoint; `secret` is shown only now. If the answer is lost, the repeat raises a `ConflictError` with
        `problem.endpoint_id`: rotate the secret of that endpoint.
        """
        body = body_of(endpoint, CreateWebhookEndpoint)
        return await self._driver.run(
            create_keyed(self._driver.settings, CreatedWebhookEndpoint, ENDPOINTS, body, **options)
        )

    def list(
        self, options: CallOptions | None = None, **filters: Unpack[ListEndpointsQuery]
    ) -> AsyncPaged[WebhookEndpoint, WebhookEndpointList]:
        """Lists endpoints, newest first."""
        return _paged(self._driver, WebhookEndpointList, ENDPOINTS, filters, options)

    async def get(self, id: str, **options: Unpack[CallOptions]) -> WebhookEndpoint:
        """Gets an endpoint. Raises `NotFoundError` if there is none."""
        request = Request("GET", _endpoint(id))
        return await self._driver.run(fetch(self._driver.settings, WebhookEndpoint, request, **options))

    async def update(
        self, id: str, change: UpdateWebhookEndpoint | UpdateWebhookEndpointDict, **options: Unpack[CallOptions]
    ) -> WebhookEndpoint:
        """Changes what is given. `{"status": "disabled"}` sends it nothing more."""
        request = Request("PATCH", _endpoint(id), body=body_of(change, UpdateWebhookEndpoint))
        return await self._driver.run(fetch(self._driver.settings, WebhookEndpoint, request, **options))

    async def delete(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Deletes an endpoint with its messages. Returns once it does not exist, also if it never did."""
        await self._driver.run(delete(self._driver.settings, _endpoint(id), **options))

    async def rotate(self, id: str, overlap_seconds: int, **options: Unpack[CallOptions]) -> CreatedWebhookEndpoint:
        """
        Gives the endpoint a new secret; the one before signs as well for so long. Sent once: a second rotation ends the
        secret before the first one.
        """
        body = body_of({"overlap_seconds": overlap_seconds}, RotateWebhookSecret)
        request = Request("POST", f"{_endpoint(id)}/rotate", body=body)
        options["max_retries"] = 0
        return await self._driver.run(fetch(self._driver.settings, CreatedWebhookEndpoint, request, **options))

    def messages(
        self, id: str, options: CallOptions | None = None, **filters: Unpack[ListEndpointMessagesQuery]
    ) -> AsyncPaged[WebhookDelivery, WebhookDeliveryList]:
        """Lists what the endpoint was sent, newest first."""
        return _paged(self._driver, WebhookDeliveryList, f"{_endpoint(id)}/messages", filters, options)

    async def resend(self, id: str, message_id: str, **options: Unpack[CallOptions]) -> WebhookDelivery:
        """Sends a message once more."""
        path = f"{_endpoint(id)}/messages/{segment(message_id, 'id of a message, msg_...')}/resend"
        request = Request("POST", path)
        return await self._driver.run(fetch(self._driver.settings, WebhookDelivery, request, **options))


ENDPOINTS = "/v1/developer/webhook-endpoints"


def _endpoint(id: object) -> str:
    return f"{ENDPOINTS}/{segment(id, 'id of an endpoint, whe_...')}"


class AsyncAlerts:
    """What the workspace is alerted to. The key needs `webhooks:read`, or `webhooks:write`."""

    def __init__(self, driver: AsyncDriver) -> None:
        self._driver = driver

    def list(
        self, options: CallOptions | None = None, **filters: Unpack[ListAlertsQuery]
    ) -> AsyncPaged[Alert, AlertList]:
        """Lists thresholds that were crossed, newest first. The key needs `models:read` as well."""
        return _paged(self._driver, AlertList, "/v1/developer/alerts", filters, options)

    async def settings(self, **options: Unpack[CallOptions]) -> AlertSettings:
        """The thresholds, and who gets an email."""
        request = Request("GET", ALERT_SETTINGS)
        return await self._driver.run(fetch(self._driver.settings, AlertSettings, request, **options))

    async def update_settings(
        self, change: UpdateAlertSettings | UpdateAlertSettingsDict, **options: Unpack[CallOptions]
    ) -> AlertSettings:
        """Changes what is given; None turns an alert off."""
        request = Request("PATCH", ALERT_SETTINGS, body=body_of(change, UpdateAlertSettings))
        return await self._driver.run(fetch(self._driver.settings, AlertSettings, request, **options))


ALERT_SETTINGS = "/v1/developer/alert-settings"


class AsyncSavedExports:
    """Exports whose files are read again and again. The key needs `exports:read`, or `exports:write`."""

    def __init__(self, driver: AsyncDriver) -> None:
        self._driver = driver

    async def create(
        self, saved: CreateSavedExport | CreateSavedExportDict, **options: Unpack[KeyedOptions]
    ) -> SavedExport:
        """
        Saves what to export, or returns what the request key saved. Raises `ConflictError` if the workspace has too
        many.
        """
        body = body_of(saved, CreateSavedExport)
        return await self._driver.run(create_keyed(self._driver.settings, SavedExport, SAVED_EXPORTS, body, **options))

    def list(
        self, options: CallOptions | None = None, **filters: Unpack[ListSavedExportsQuery]
    ) -> AsyncPaged[SavedExport, SavedExportList]:
        """Lists saved exports, newest first."""
        return _paged(self._driver, SavedExportList, SAVED_EXPORTS, filters, options)

    async def get(self, id: str, **options: Unpack[CallOptions]) -> SavedExport:
        """Gets a saved export. Raises `NotFoundError` if there is none."""
        request = Request("GET", _saved_export(id))
        return await self._driver.run(fetch(self._driver.settings, SavedExport, request, **options))

    async def delete(self, id: str, **options: Unpack[CallOptions]) -> None:
        """Deletes a saved export. Returns once it does not exist, also if it never did."""
        await self._driver.run(delete(self._driver.settings, _saved_export(id), **options))

    def file(
        self, id: str, at: datetime | str | None = None, headers: Mapping[str, str] | None = None
    ) -> AsyncDownload:
        """
        The file: `async with client.saved_exports.file(id) as file`, and iterate over its bytes or `file.lines()`. `at`
        is the moment whose period it has: by default, the present one. A download that raises is only a part of the
        file.
        """
        return AsyncDownload(self._driver, Request("GET", f"{_saved_export(id)}/file", query_of({"at": at})), headers)


SAVED_EXPORTS = "/v1/developer/saved-exports"


def _saved_export(id: object) -> str:
    return f"{SAVED_EXPORTS}/{segment(id, 'id of a saved export, exp_...')}"


class AsyncWalletBilling:
    """The wallet, its payments by card and the auto-recharge. The key needs `billing:read`, or `billing:write`."""

    def __init__(self, driver: AsyncDriver) -> None:
        self._driver = driver

    async def wallet(self, **options: Unpack[CallOptions]) -> Wallet:
        """What the wallet has available, holds and owes, and the amounts that can be paid."""
        return await self._get(Wallet, f"{BILLING}/wallet", **options)

    def entries(
        self, options: CallOptions | None = None, **filters: Unpack[ListBillingEntriesQuery]
    ) -> AsyncPaged[Entry, EntryList]:
        """Lists the movements of credit, newest first."""
        return _paged(self._driver, EntryList, f"{BILLING}/entries", filters, options)

    def grants(
        self, options: CallOptions | None = None, **filters: Unpack[ListBillingGrantsQuery]
    ) -> AsyncPaged[Grant, GrantList]:
        """Lists credit that the operator gave, newest first."""
        return _paged(self._driver, GrantList, f"{BILLING}/grants", filters, options)

    async def create_payment(self, amount: int, **options: Unpack[KeyedOptions]) -> Payment:
        """
        Starts a payment, or returns the one that the request key started: somebody pays on its `checkout_url`. Raises
        `ConflictError` if the deployment takes no payments.
        """
        body = body_of({"amount": amount}, CreatePayment)
        flow = create_keyed(self._driver.settings, Payment, f"{BILLING}/payments", body, **options)
        return await self._driver.run(flow)

    def payments(
        self, options: CallOptions | None = None, **filters: Unpack[ListBillingPaymentsQuery]
    ) -> AsyncPaged[Payment, PaymentList]:
        """Lists payments by card, newest first."""
        return _paged(self._driver, PaymentList, f"{BILLING}/payments", filters, options)

    async def get_payment(self, id: str, **options: Unpack[CallOptions]) -> Payment:
        """Gets a payment. The wallet has its credit once its `state` is `succeeded`."""
        return await self._get(Payment, f"{BILLING}/payments/{segment(id, 'id of a payment, pay_...')}", **options)

    async def recharge(self, **options: Unpack[CallOptions]) -> AutoRecharge:
        """What is charged by itself when the wallet runs low, and to which card."""
        return await self._get(AutoRecharge, RECHARGE, **options)

    async def set_recharge(
        self, terms: UpdateAutoRecharge | UpdateAutoRechargeDict, **options: Unpack[CallOptions]
    ) -> AutoRecharge:
        """Sets all terms of the auto-recharge, which is on once a person has saved a card."""
        request = Request("PUT", RECHARGE, body=body_of(terms, UpdateAutoRecharge))
        return await self._driver.run(fetch(self._driver.settings, AutoRecharge, request, **options))

    async def remove_recharge(self, **options: Unpack[CallOptions]) -> None:
        """Removes the auto-recharge and the saved card."""
        await self._driver.run(delete(self._driver.settings, RECHARGE, **options))

    async def open_card_page(self, **options: Unpack[CallOptions]) -> CardSetup:
        """A page on which a person saves the card for the auto-recharge."""
        request = Request("POST", f"{RECHARGE}/card")
        return await self._driver.run(fetch(self._driver.settings, CardSetup, request, **options))

    async def details(self, **options: Unpack[CallOptions]) -> Billing:
        """The name, the address and the tax ids that invoices have."""
        return await self._get(Billing, DETAILS, **options)

    async def open_details_page(self, **options: Unpack[CallOptions]) -> BillingPage:
        """A page on which a person changes the billing details and sees all invoices."""
        request = Request("POST", f"{DETAILS}/page")
        return await self._driver.run(fetch(self._driver.settings, BillingPage, request, **options))

    async def _get(self, model: type[ModelT], path: str, **options: Unpack[CallOptions]) -> ModelT:
        return await self._driver.run(fetch(self._driver.settings, model, Request("GET", path), **options))


BILLING = "/v1/developer/billing"
RECHARGE = f"{BILLING}/auto-recharge"
DETAILS = f"{BILLING}/details"


class AsyncClient:
    """
    A client for asyncio and trio. Sends nothing when it is made, and raises a `UsageError` that says what to
    do if a setting is invalid. Without `base_url` and `api_key`, it reads `MODEL_RUN_BASE_URL` and `MODEL_RUN_KEY`.
    """

    def __init__(
        self,
        base_url: str | None = None,
        api_key: str | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        max_retries: int | None = None,
        retry: RetryOptions | Literal[False] | None = None,
        on_retry: Callable[[RetryEvent], object] | None = None,
        store: RequestStore | None = None,
        logger: logging.Logger | None = None,
        log_level: LogLevel | None = None,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        settings = read_settings(base_url, api_key, headers, max_retries, retry, on_retry, store, logger, log_level)
        self._driver = AsyncDriver(settings, http_client)
        self.model_runs = AsyncModelRuns(self._driver, _runs.MODEL_RUNS)
        self.tool_runs = AsyncToolRuns(self._driver, _runs.TOOL_RUNS)
        self.compute_jobs = AsyncComputeJobs(self._driver, _runs.COMPUTE_JOBS)
        self.models = AsyncModels(self._driver)
        self.tools = AsyncTools(self._driver)
        self.prompts = AsyncPrompts(self._driver)
        self.traces = AsyncTraces(self._driver)
        self.scores = AsyncScores(self._driver)
        self.customers = AsyncCustomers(self._driver)
        self.keys = AsyncKeys(self._driver)
        self.webhook_endpoints = AsyncWebhookEndpoints(self._driver)
        self.alerts = AsyncAlerts(self._driver)
        self.saved_exports = AsyncSavedExports(self._driver)
        self.billing = AsyncWalletBilling(self._driver)

    async def limits(self, **options: Unpack[CallOptions]) -> ModelRunLimits:
        """The limits of model runs, as `model_runs.limits` returns them."""
        return await self.model_runs.limits(**options)

    async def account(self, **options: Unpack[CallOptions]) -> Account:
        """What the API key can spend at the moment, and its limits. Creates nothing, costs nothing."""
        request = Request("GET", "/v1/developer/account")
        return await self._driver.run(fetch(self._driver.settings, Account, request, **options))

    async def metrics(self, query: MetricsQuery | MetricsQueryDict, **options: Unpack[CallOptions]) -> Metrics:
        """What runs cost, used and took. Raises `MetricsTooWideError` if the query asks for too much at once."""
        return await self._driver.run(_observability.metrics(self._driver.settings, query, **options))

    def export(self, headers: Mapping[str, str] | None = None, **query: Unpack[GetExportQuery]) -> AsyncDownload:
        """
        A file of runs, scores or spans: `async with client.export(...) as file`, and iterate over its bytes or
        `file.lines()`. A download that raises is only a part of the file.
        """
        request = Request("GET", f"{_observability.PATH}/export", query_of(query))
        return AsyncDownload(self._driver, request, headers)

    async def converse(
        self, request: CreateModelRun | CreateModelRunDict, **options: Unpack[_agents.ConverseOptions]
    ) -> _agents.Conversation:
        """
        Runs a conversation until the model answers without calls. Billable: a model run for each turn, a tool run for
        each call of a tool of the catalog, a compute job for each call of a `JobTool`. Errors have the `conversation`.
        """
        kinds = _agents.Kinds(self.model_runs.flows, self.tool_runs.flows, self.compute_jobs.flows)
        return await self._driver.run(_agents.converse(kinds, request, **options))

    async def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        json: Any = None,
        headers: Mapping[str, str] | None = None,
        timeout: float = 60,
    ) -> httpx.Response:
        """Sends a call once and as it is, follows no redirect, and returns the answer, whatever its status."""
        return await self._driver.raw(method, path, query or {}, json, headers, timeout)

    async def with_response(
        self, call: Callable[P, Awaitable[T]], /, *args: P.args, **kwargs: P.kwargs
    ) -> WithResponse[T]:
        """
        Calls a function of this client, and returns its result with the HTTP answer:
        `await client.with_response(client.model_runs.get, id)`.
        """
        answers: builtins.list[httpx.Response] = []
        token = heard.set(answers)
        try:
            data = await call(*args, **kwargs)
        finally:
            heard.reset(token)
        if not answers:
            raise NoAnswerError("The function got no answer that could be returned.")
        return WithResponse(data, answers[0])

    async def close(self) -> None:
        """Closes the connections, unless they belong to an `http_client` of yours."""
        await self._driver.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()
