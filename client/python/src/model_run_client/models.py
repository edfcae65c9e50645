# Generated from the contract by scripts/python-client.ts. Never edit it.

# ruff: noqa
from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field
from typing_extensions import NotRequired, Required, TypedDict

from ._model import ContractModel, Moment

# An object whose tag this version does not know stays as it is.
FIRST = Field(union_mode="left_to_right")

CONTRACT_VERSION = "1.1.0"


class ModelRunLimits(ContractModel):
    """What this deployment allows and charges."""
    max_prompt_chars: int
    """The most Unicode code points that all strings of `messages` and `tools` that are sent to the model
    may have together.
    """
    max_output_tokens: int
    """The highest `maxOutputTokens` of a run. A model may have a lower one."""
    fee_basis_points: int
    """The fee, in hundredths of a percent of the cost. A model may have its own."""


class Fault(ContractModel):
    """One part of the request that is at fault, named by a pointer, a parameter or a header."""
    pointer: str | None = None
    """JSON pointer into the body, as a URI fragment."""
    parameter: str | None = None
    """Name of a path or query parameter."""
    header: str | None = None
    """Name of a request header."""
    detail: str
    """What is wrong there."""
    code: FaultCode


class Problem(ContractModel):
    """Why a request was refused (RFC 9457). `code` is for programs, `title` and `detail` are for people.
    The members after `errors` are there only for the codes that they name.
    """
    type: str
    """The address that names this kind of problem, under the public address of the deployment."""
    title: str
    """What this kind of problem is, the same for every problem with this code."""
    status: int
    """The HTTP status."""
    detail: str
    """What is wrong with this request in particular."""
    code: ProblemCode
    request_id: str
    """The value of `X-Request-Id`."""
    errors: list[Fault] | None = None
    """The parts of the request that are at fault, if there are such parts."""
    required_amount: int | None = None
    """The hold that the run needs. With `insufficient_credit`, `spending_limit_reached`, `end_user_budget_reached` and
    `hold_above_maximum`.
    """
    available_amount: int | None = None
    """What the paying account can still hold. With `insufficient_credit`. What is left of the limit, the budget or the prepaid
    balance, with `spending_limit_reached` and `end_user_budget_reached`.
    """
    account: Literal["wallet", "key_credit"] | str | None = None
    """The account that would have paid. With `insufficient_credit`."""
    period: LimitPeriod | None = None
    limit_amount: int | None = None
    """The limit or the budget that does not leave the hold. For a prepaid balance, what was granted without what expired, and
    what runs held that were pending when it began. With `spending_limit_reached` and `end_user_budget_reached`.
    """
    spent_amount: int | None = None
    """What the runs of the period were charged. With `spending_limit_reached` and `end_user_budget_reached`."""
    held_amount: int | None = None
    """What the pending runs of the period hold. With `spending_limit_reached` and `end_user_budget_reached`."""
    resets_at: Moment | None = None
    """When the period ends, and the limit starts over. With `spending_limit_reached` and `end_user_budget_reached`, and
    absent for a budget in total and a balance. A run that ends before gives back what it did not cost.
    """
    currency: str | None = None
    """ISO 4217 code of the currency of the amounts."""
    scale: int | None = None
    """How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00."""
    key_id: str | None = None
    """The key that the request key has made. With the `conflict` of creating a key."""
    endpoint_id: str | None = None
    """The webhook endpoint that the request key has made. With the `conflict` of creating an endpoint."""
    affordable_max_output_tokens: int | None = None
    """The highest `maxOutputTokens` that the credit covers for this same conversation. With
    `insufficient_credit`, and absent if the credit covers none.
    """
    max_reserved_amount: int | None = None
    """The bound that the request gave. With `hold_above_maximum`."""
    max_output_tokens: int | None = None
    """The highest `maxOutputTokens` that this deployment takes for this model. With `max_output_tokens_exceeded`."""
    max_timeout_seconds: int | None = None
    """The highest `timeoutSeconds` that this deployment takes for this tool. With `timeout_exceeded`."""
    latest_version: int | None = None
    """The latest version of the prompt, 0 if it has none. With `version_conflict`."""
    prompt_chars: int | None = None
    """The size of the input, as an estimate has it. With `prompt_too_large`."""
    max_prompt_chars: int | None = None
    """The limit of the deployment. With `prompt_too_large` where the input is beyond it."""
    context_length: int | None = None
    """The context of the model in tokens. With `prompt_too_large` where the input can't fit into it."""
    min_prompt_tokens: int | None = None
    """The least number of tokens that the messages can have; the model may count more. Together with
    `contextLength`, which it is above.
    """
    quota: QuotaName | None = None
    limit: int | None = None
    """The most that the quota allows. With `quota_exceeded` and `ingest_quota_exceeded`."""
    used: int | None = None
    """How much of it is used. With `quota_exceeded` and `ingest_quota_exceeded`."""
    requested: int | None = None
    """How much more the request would use, if the quota counts that exactly. With `quota_exceeded`."""
    frees_at: Moment | None = None
    """When some of the quota becomes free by itself. With `quota_exceeded` and `ingest_quota_exceeded`, and absent if
    it is free as soon as jobs end, or where nothing expires.
    """


class CacheControl(ContractModel):
    """Marks the end of a prefix that the provider should keep in its cache: the tools, and all messages up to and including
    what has this mark. Later requests with the same prefix read it from the cache, and are charged `cacheRead` for it
    (`usage.cachedPromptTokens`). Keeping it is charged `cacheWrite` (`usage.cacheWriteTokens`), so a hold covers that.
    Providers differ in how long a prefix must be, and in how many marks a request may have, which is often four.
    A provider whose API has no such marks does not get them: it caches what it wants, and the run is the same without
    them. No provider gets marks for a model without the price `cacheWrite`.
    """
    type: Literal["ephemeral"]
    """The kind of cache."""
    ttl: Literal["5m", "1h"] | str | None = None
    """How long the provider shall keep it after its last use: 5 minutes if it is left out. With `1h`, the hold covers
    the price `cacheWrite1h`. A provider that has only one duration uses that, and for a model without that price,
    the mark is one of 5 minutes.
    """


class TextPart(ContractModel):
    """A text."""
    type: Literal["text"]
    """The kind of part."""
    text: str
    """The text."""
    cache_control: CacheControl | None = None


class SystemMessage(ContractModel):
    """Instructions that frame the conversation."""
    role: Literal["system"]
    """The kind of message."""
    content: SystemContent


class ImageUrl(ContractModel):
    """Where the image is, or the image itself."""
    url: str
    """An `https` URL, which the provider fetches and this service never does; or the image as a `data` URL in base64:
    PNG, JPEG, WebP or GIF.
    """
    detail: Literal["auto", "low", "high"] | str | None = None
    """How closely the model should look at the image. Models without such levels ignore it."""


class ImagePart(ContractModel):
    """An image. Needs `image` in `inputModalities`."""
    type: Literal["image_url"]
    """The kind of part."""
    image_url: ImageUrl
    cache_control: CacheControl | None = None


class InputFile(ContractModel):
    """The file and its name."""
    filename: str
    """The name, which the model may be shown."""
    file_data: str
    """The file as a `data` URL in base64, a PDF or a kind of text."""


class FilePart(ContractModel):
    """A file. Needs `file` in `inputModalities`."""
    type: Literal["file"]
    """The kind of part."""
    file: InputFile
    cache_control: CacheControl | None = None


class InputAudio(ContractModel):
    """The sound and its format."""
    data: str
    """The sound in base64, without a `data` URL around it."""
    format: Literal["wav", "mp3"] | str
    """The format."""


class AudioPart(ContractModel):
    """Sound. Needs `audio` in `inputModalities`."""
    type: Literal["input_audio"]
    """The kind of part."""
    input_audio: InputAudio
    cache_control: CacheControl | None = None


class UserMessage(ContractModel):
    """What the user says."""
    role: Literal["user"]
    """The kind of message."""
    content: UserContent


class CalledFunction(ContractModel):
    """The function that is called."""
    name: str
    """Its name, as the model wrote it."""
    arguments: str
    """The arguments as JSON text, as the model wrote it. It may be broken, so parse it with care."""


class ToolCall(ContractModel):
    """A call that the model makes."""
    id: str
    """Names the call within its message. Its result names it as `tool_call_id`."""
    type: Literal["function"]
    """The kind of call."""
    function: CalledFunction


class AssistantMessage(ContractModel):
    """What the model said. The `message` of a completed run is one, and `messages` of a request always takes it
    back unchanged. It gains no members: what is new is next to it.

    It holds what the provider said, and leaves out what it did not say: any member but `role` may be absent,
    because the model may have said nothing but its reasoning, or nothing at all. An answer has no null beside
    `content`; in a request null means absent. Half a surrogate pair and the NUL character, which strict JSON
    readers or databases refuse, are U+FFFD wherever the provider wrote them. Reasoning beyond the bounds of
    `reasoning_details`, or that gives the message more than 25,000 JSON values, is left out as a whole. A message
    that is beyond the other bounds is left out; the run still has its `text`.
    """
    role: Literal["assistant"]
    """The kind of message."""
    content: str | None = None
    """The text; may be absent, null or empty. In an answer it is empty or null where the provider said so, and
    absent if it said nothing of it.
    """
    refusal: str | None = None
    """The text with which the model declines, if the provider gives it apart from `content`.
    `finishReason` stays what the provider said. A provider without a member for it gets it as `content`.
    """
    tool_calls: list[ToolCall] | None = None
    """The calls that the model makes. The messages directly after hold one result for each."""
    reasoning_details: list[dict[str, Any]] | None = None
    """Reasoning as the provider gave it; where it gave text, one entry of the type `reasoning.text`. Send it
    back unchanged: entries, members, their order and every digit of a number are kept, those that this
    document does not name included. What a provider attaches to the message or to a call for its own use, such as
    signatures, is here as well. Models whose `capabilities.reasoningDetails` is false are not given it;
    then it is neither counted as prompt nor held for.
    """


class ToolMessage(ContractModel):
    """The result of one call of the assistant message before."""
    role: Literal["tool"]
    """The kind of message."""
    tool_call_id: str
    """The `id` of the call that this is the result of."""
    name: str | None = None
    """The name of the function that was called. May be left out; where it is given, it is that of the call."""
    content: ToolResultContent


class ToolDefinition(ContractModel):
    """A function that the model may call."""
    name: str
    """Names the function; unique among the tools."""
    description: str
    """Tells the model what the function does and when to call it."""
    parameters: dict[str, Any]
    """A JSON Schema of the arguments, passed on as it is: with its members in their order, and with every digit
    of its numbers.
    """
    strict: bool | None = None
    """Whether the arguments have to fit `parameters`. Only for models that have `structured_outputs` among their
    `supportedParameters`.
    """
    cache_control: CacheControl | None = None


class SelectedFunction(ContractModel):
    """The function to call."""
    name: str
    """The name of one of the tools given."""


class NamedToolChoice(ContractModel):
    """Asks for a call of one function."""
    type: Literal["function"]
    """The kind of tool."""
    function: SelectedFunction


class ReasoningRequest(ContractModel):
    """How much the model is to think before it answers. Needs `reasoning` in `supportedParameters`."""
    effort: Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"] | str
    """The effort: `low`, `medium` and `high` are what most models know. Providers map an effort that a model does
    not have to one near it. More effort means more output tokens, which `maxOutputTokens` bounds as before.
    """


class JsonSchemaFormat(ContractModel):
    """The schema that the answer is to fit. With `json_schema` it is required, with other types refused."""
    name: str
    """Names the form for the model."""
    description: str | None = None
    """Tells the model what the form is for."""
    schema_: dict[str, Any]
    """A JSON Schema, passed on as it is: with its members in their order, and with every digit of its numbers.
    Models know parts of the language, and refuse the rest.
    """
    strict: bool | None = None
    """Whether the answer has to fit, as far as the provider can see to it."""


class ResponseFormat(ContractModel):
    """The form of the answer. `text` is the same as absent. `json_object` asks for JSON of any form and needs
    `response_format` in `supportedParameters`; `json_schema` asks for JSON that fits a schema, and needs
    `structured_outputs` there. The bytes of it count into the hold, and no characters of it into `promptChars`.
    """
    type: Literal["text", "json_object", "json_schema"] | str
    """The kind of answer."""
    json_schema: JsonSchemaFormat | None = None


class AttributionInput(ContractModel):
    """What the run belongs to on your side. Echoed on the run, and usable as filters of the list. A provider
    gets at most a keyed hash of it. Without any member it is the same as absent.
    """
    session_id: str | None = None
    """The session or conversation."""
    end_user_id: str | None = None
    """The end user."""
    prompt_id: str | None = None
    """The prompt template."""
    prompt_version: str | None = None
    """The version of the prompt template."""


class CreateModelRun(ContractModel):
    """The run to create, or to estimate. An optional member that is null means the same as one that is absent. A
    member that an object has twice is refused, and so are the NUL character and half a surrogate pair in any text or
    name, a number beyond a double, more than 64 levels, and more than 50,000 values and members.
    """
    model: str
    """The exact identifier of a model of the catalog. A display name is refused."""
    messages: list[Message]
    """The conversation, oldest first. It ends with a user message or with the results of all calls of the
    assistant message before. Its size together with `tools` is bounded by `maxPromptChars`, and by the context
    of the model where that proves it too long.
    """
    max_output_tokens: int
    """The most tokens to generate. The limit in force is `maxOutputTokens` of the limits, or the model's own."""
    tools: list[ToolDefinition] | None = None
    """The functions that the model may call. Their names differ from each other. An empty list is the same as none."""
    tool_choice: ToolChoice | None = None
    parallel_tool_calls: bool | None = None
    """Whether the model may make several calls in one message. Only together with `tools`."""
    temperature: float | None = None
    """How freely the model chooses its words: 0 keeps to the likeliest. If `supportedParameters` of the model does not
    name it, the request is refused with `unsupported_parameter`. If it is absent, the provider decides. Both hold
    for all members from here to `response_format`.
    """
    top_p: float | None = None
    """The model chooses among the likeliest tokens that together have this probability."""
    stop: list[str] | None = None
    """Generation ends before the first of these texts. None of it is in the answer."""
    seed: int | None = None
    """With the same seed and request a model tries to answer the same. No provider promises it."""
    reasoning: ReasoningRequest | None = None
    response_format: ResponseFormat | None = None
    max_reserved_amount: int | None = None
    """Refuse the run if its hold would be larger than this."""
    expires_after_seconds: int | None = None
    """Fail the run with `run_expired`, free of charge, if it is not sent to the provider within so many seconds. The
    run says when in `expiresAt`. The deployment has a limit of its own, and the shorter one holds.
    """
    attribution: AttributionInput | None = None
    metadata: MetadataInput | None = None


class Payer(ContractModel):
    """Who would pay for the run."""
    account: Literal["wallet", "key_credit"] | str
    """The workspace's wallet, or the key's own credit."""


class ModelRunEstimate(ContractModel):
    """What creating this run now would hold. It binds nobody."""
    model: str
    """The identifier of the model."""
    currency: str
    """ISO 4217 code of the currency of the amounts."""
    scale: int
    """How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00."""
    reserved_amount: int
    """The hold that creation would take, and the most that the run could cost."""
    fee_basis_points: int
    """The fee that the hold includes, in hundredths of a percent of the cost."""
    covered: bool
    """Whether the paying account covers that hold at the moment, and every spending limit of the key leaves it."""
    payer: Payer
    prompt_chars: int
    """The size of the input, counted as `maxPromptChars` counts it."""
    price_version: str
    """Names the price list that was used; the same as in the catalog."""


class BatchedRequest(ContractModel):
    """One run to create, with its request key."""
    idempotency_key: str
    """The request key, in its bare form. It is the key that `Idempotency-Key` would have."""
    request: CreateModelRun


class CreateModelRunBatch(ContractModel):
    """The runs to create. The bounds of a body, in bytes and in values, hold for all of them together."""
    requests: list[BatchedRequest]
    """One for each run."""


class Attribution(ContractModel):
    """The attribution that the run was created with."""
    session_id: str | None = None
    """The session or conversation."""
    end_user_id: str | None = None
    """The end user."""
    prompt_id: str | None = None
    """The prompt template."""
    prompt_version: str | None = None
    """The version of the prompt template."""


class BillableRun(ContractModel):
    """What a saved run has, whatever it is a run of."""
    created_at: Moment
    """When the run was saved, in UTC with milliseconds."""
    updated_at: Moment
    """When the run last changed."""
    finished_at: Moment | None = None
    """When the run became terminal. Only terminal runs have it."""
    cancel_requested_at: Moment | None = None
    """When somebody first asked for the run to be canceled, if that was before its end."""
    content_purged_at: Moment | None = None
    """When the content of the run was purged: what it was asked, what it answered, and the logs and artifacts of a job.
    Everything else of the run stays. Only purged runs have it.
    """
    currency: str
    """ISO 4217 code of the currency of the amounts."""
    scale: int
    """How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00."""
    reserved_amount: int
    """The hold that was taken at creation, and the most that the run can cost."""
    idempotency_key: str
    """The request key that created the run, in its bare form."""
    key_id: str
    """Names the API key that created the run."""
    trace_id: str | None = None
    """The trace that the run is part of: that of its `parent`, that of the `traceparent` header of its creation, or one
    of its own, whose id is the UUID of the run.
    """
    provider: str | None = None
    """The provider that the run goes to, by its name in this deployment."""
    provider_reference: str | None = None
    """The provider's name for the run, if it has one: include it when you ask the provider for help."""
    provider_amount: int | None = None
    """The cost that the provider reported, if it did."""
    list_amount: int | None = None
    """The cost by the price list, if the run was charged from it."""
    fee_basis_points: int | None = None
    """The fee that was applied, in hundredths of a percent of the cost."""
    fee_amount: int | None = None
    """The part of `chargedAmount` that is the fee."""
    charged_amount: int | None = None
    """What the run cost you, fee included. Never above `reservedAmount`."""
    absorbed_amount: int | None = None
    """The part of the cost beyond the hold, if there is one. The deployment bears it."""
    expires_at: Moment | None = None
    """When the run fails with `run_expired`, unless it is sent before. In `reserved` and `queued`, as long as it
    is not sent.
    """
    attribution: Attribution | None = None
    metadata: Metadata | None = None


class ModelRunQueue(ContractModel):
    """Why the run waits in `queued`, and when it is tried again; `expiresAt` says until when. It was tried before,
    and for certain not executed.
    """
    reason: str
    """Why the last attempt came to nothing, for people."""
    attempts: int
    """How often it was tried."""
    next_attempt_at: Moment | None = None
    """When it is tried next, as soon as there is room then. Absent if `expiresAt` comes first."""


class ModelRunReconciliation(ContractModel):
    """What is known about a run whose outcome is not, in `needs_reconciliation`, or whose price is not, in `received`;
    and what happens next.
    """
    reason: str
    """How the outcome, or the price, came to be unknown, for people."""
    attempts: int
    """How often the provider was asked."""
    last_checked_at: Moment | None = None
    """When it was last asked. Absent before the first time."""
    next_check_at: Moment | None = None
    """When it is asked next, if nobody reads the run before: a read asks at once where the last time is more than
    2 seconds ago.
    """
    deadline: Moment
    """When the search ends, after one more check; where the provider's records cannot be reached then, an hour later at most."""
    on_deadline: Literal["fail_uncharged", "charge_list_price", "complete_uncharged"] | str
    """What happens then. In `needs_reconciliation`, `fail_uncharged` fails the run with `outcome_unknown` and
    releases the hold. In `received`, `charge_list_price` completes it at the price list, and
    `complete_uncharged` completes it without a charge, because its tokens were not counted either. More may be
    added.
    """


class ModelRunUsage(ContractModel):
    """Token counts as the provider reported them. A count that it did not report is left out."""
    prompt_tokens: int | None = None
    """Tokens of the input."""
    completion_tokens: int | None = None
    """Tokens that were generated, reasoning included."""
    cached_prompt_tokens: int | None = None
    """Those of the input that came from the provider's cache."""
    cache_write_tokens: int | None = None
    """Those of the input that the provider put into its cache, for later runs."""
    cache_write1h_tokens: int | None = None
    """Those of `cacheWriteTokens` that the provider keeps for an hour; it keeps the others for five minutes. Left out if
    the provider does not tell them apart.
    """
    reasoning_tokens: int | None = None
    """Those of the generated tokens that were reasoning."""


class ModelRunError(ContractModel):
    """Why the run failed. A failed run costs nothing."""
    code: ModelRunErrorCode
    message: str
    """What happened, for people. Where the provider refused the request for what it asks, its own words
    follow in quotation marks: one line of at most 1,000 characters, without what could be a secret. They
    are not given where it refused the deployment's account (`providerStatus` 401, 402). With `outcome_unknown`,
    it also says how the outcome came to be unknown.
    """
    retryable: bool
    """Whether a new run, under a new request key, could succeed. The old key gives this failure for ever."""
    provider_status: int | None = None
    """The HTTP status that the provider answered with, if it did."""


class ModelRunSummary(BillableRun):
    """A saved run as the list shows it, without the text and the message of the answer."""
    id: str
    """Names the run for ever; keep it for support and billing."""
    model: str
    """The identifier of the model that the run was created with."""
    state: ModelRunState
    queue: ModelRunQueue | None = None
    reconciliation: ModelRunReconciliation | None = None
    finish_reason: Literal["stop", "length", "tool_calls", "content_filter", "cancelled", "other"] | str | None = None
    """Why generation ended: `stop`, `length`, `tool_calls`, `content_filter`, `cancelled` or `other`; more may be
    added. On completed runs where it is known.
    """
    usage: ModelRunUsage | None = None
    error: ModelRunError | None = None


class ModelRun(ModelRunSummary):
    """A saved run: its summary, and the text and message of the answer. The members beyond the required ones are
    there where they apply and are known: the answer and the amounts on completed runs, `error` on failed ones.
    """
    text: str | None = None
    """The text that was generated, the same as `message.content`; empty if the provider gave an empty
    one. On completed runs whose provider gave a text.
    """
    message: AssistantMessage | None = None


class BatchedResult(ContractModel):
    """What creating this run alone would have been answered with. Either `run` or `problem` is there."""
    idempotency_key: str
    """The request key of the request."""
    status: int
    """The status of `createModelRun`, such as 200, 202 or 402."""
    replayed: bool | None = None
    """Whether the run was there already. Only beside `run`."""
    run: ModelRun | None = None
    problem: Problem | None = None
    retry_after_seconds: int | None = None
    """What `Retry-After` would be, if a refusal has one."""


class ModelRunBatch(ContractModel):
    """The result of each request of a batch."""
    results: list[BatchedResult]
    """In the order of the requests."""


class ModelRunList(ContractModel):
    """A page of the workspace's runs, newest first."""
    data: list[ModelRunSummary]
    """The runs of this page. It may be short, or empty, while there are more."""
    next_cursor: str | None
    """Give it as `cursor` to read on; null at the end."""


class ToolRunLimits(ContractModel):
    """What this deployment allows and charges for tool runs."""
    max_input_bytes: int
    """The most bytes that `input` may have as JSON."""
    max_output_bytes: int
    """The most bytes that an answer may have. Of a larger one nothing is kept, and the run fails with `answer_unusable`."""
    max_output_values: int
    """The most JSON values that an answer may have: objects, arrays, texts, numbers, and the others. Beyond it, the run
    fails with `answer_unusable`.
    """
    max_output_depth: int
    """The most levels of objects and arrays that an answer may have, with those of the message of an MCP server. Beyond
    it, the run fails with `answer_unusable`.
    """
    max_output_parts: int
    """The most parts that `content` of an answer may have. Beyond it, the run fails with `answer_unusable`."""
    max_timeout_seconds: int
    """The highest `timeoutSeconds` of a run. A tool may have a lower one."""
    fee_basis_points: int
    """The fee, in hundredths of a percent of the cost."""


class ParentInput(ContractModel):
    """The run that requested this one, and by which of its tool calls. It is returned with the run, and lists can be filtered by it."""
    run_id: str
    """The `id` of that run. Whether there is such a run is not looked at."""
    tool_call_id: Annotated[str | None, Field(validation_alias="toolCallId", serialization_alias="toolCallId")] = None
    """The `id` of the call in the message of that run."""


class CreateToolRun(ContractModel):
    """The run to create, or to estimate. An optional member that is null means the same as one that is absent. The input is
    checked against the schema of the tool before anything is held. A member that an object has twice is refused, and so
    are the NUL character and half a surrogate pair in any text or name, a number beyond a double, more than 64 levels,
    and more than 50,000 values and members.
    """
    tool: str
    """The exact identifier of a tool of the catalog."""
    input: dict[str, Any]
    """The arguments of the call, as `inputSchema` of the tool has them. Passed on as it is. At most `maxInputBytes` as
    JSON.
    """
    version: str | None = None
    """Refuse the run with `tool_version_changed` unless the tool has this version. Left out, the run takes the version
    of the catalog, and says which one that was.
    """
    timeout_seconds: int | None = None
    """The most time that the call may take, from when it is sent. Then its server is asked to stop, and the run fails with
    `timed_out`. Without it, the maximum of the tool applies. If the tool is priced by the second, the hold covers all of it.
    """
    max_reserved_amount: int | None = None
    """Refuse the run if its hold would be larger than this."""
    expires_after_seconds: int | None = None
    """Fail the run with `run_expired`, free of charge, if it is not sent within so many seconds. The run says when in
    `expiresAt`. The deployment has a limit of its own, and the shorter one holds.
    """
    parent: ParentInput | None = None
    attribution: AttributionInput | None = None
    metadata: MetadataInput | None = None


class ToolRunEstimate(ContractModel):
    """What creating this run now would hold. It binds nobody."""
    tool: str
    """The identifier of the tool."""
    tool_version: str
    """The version of the tool that a run would be created with."""
    timeout_seconds: int
    """The most time that the call may take."""
    currency: str
    """ISO 4217 code of the currency of the amounts."""
    scale: int
    """How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00."""
    reserved_amount: int
    """The hold that creation would take, and the most that the run could cost."""
    fee_basis_points: int
    """The fee that the hold includes, in hundredths of a percent of the cost."""
    covered: bool
    """Whether the paying account covers that hold at the moment, and every spending limit of the key leaves it."""
    payer: Payer


class RunQueue(ContractModel):
    """Why the run waits in `queued`, and when it is tried again; `expiresAt` says until when. It was tried before,
    and for certain not executed.
    """
    reason: str
    """Why the last attempt came to nothing, for people."""
    attempts: int
    """How often it was tried."""
    next_attempt_at: Moment | None = None
    """When it is tried next, as soon as there is room then. Absent if `expiresAt` comes first."""


class RunReconciliation(ContractModel):
    """What is known about a run whose outcome is not, in `needs_reconciliation`, or whose price is not, in `received`;
    and what happens next.
    """
    reason: str
    """How the outcome, or the price, came to be unknown, for people."""
    attempts: int
    """How often the provider was asked."""
    last_checked_at: Moment | None = None
    """When it was last asked. Absent before the first time."""
    next_check_at: Moment | None = None
    """When it is asked next, if nobody reads the run before: a read asks at once where the last time is more than
    2 seconds ago.
    """
    deadline: Moment
    """When the search ends, after one more check; where the provider's records cannot be reached then, an hour later at most."""
    on_deadline: Literal["fail_uncharged", "charge_list_price", "complete_uncharged"] | str
    """What happens then. In `needs_reconciliation`, `fail_uncharged` fails the run with `outcome_unknown` and
    releases the hold. In `received`, `charge_list_price` completes it at the price list, and
    `complete_uncharged` completes it without a charge, because its tokens were not counted either. More may be
    added.
    """


class ToolRunProgress(ContractModel):
    """The progress of the tool, as it was last reported. While it works, if it reports any."""
    value: float
    """Rises as the work goes on."""
    total: float | None = None
    """What `value` is at the end. Where it is known."""
    message: str | None = None
    """What the tool says that it does, for people."""


class ToolRunUsage(ContractModel):
    """What the call used. A count that is not known is left out."""
    duration_ms: int | None = None
    """Milliseconds from sending to the answer. Seconds that have begun are charged, up to the time-out."""
    units: int | None = None
    """The units that the tool says it used, up to the maximum of its price. Where it is priced by units."""


class ToolRunError(ContractModel):
    """Why the run failed. A failed run costs nothing."""
    code: ToolRunErrorCode
    message: str
    """What happened, for people."""
    retryable: bool
    """Whether a new run, under a new request key, could succeed. The old key gives this failure for ever."""
    provider_status: int | None = None
    """The HTTP status that the server of the tool answered with, if it did."""


class Parent(ContractModel):
    """The run that requested this one, as the create named it."""
    run_id: str
    """The `id` of that run."""
    tool_call_id: Annotated[str | None, Field(validation_alias="toolCallId", serialization_alias="toolCallId")] = None
    """The `id` of the call in the message of that run."""


class ToolRunSummary(BillableRun):
    """A saved tool run as the list shows it, without its output."""
    id: str
    """Names the run for ever; keep it for support and billing. The server of the tool gets it with the call."""
    tool: str
    """The identifier of the tool that the run was created with."""
    tool_version: str
    """The version of the tool that the run was created with."""
    state: RunState
    queue: RunQueue | None = None
    reconciliation: RunReconciliation | None = None
    progress: ToolRunProgress | None = None
    usage: ToolRunUsage | None = None
    error: ToolRunError | None = None
    parent: Parent | None = None


class ToolRunList(ContractModel):
    """A page of the workspace's tool runs, newest first."""
    data: list[ToolRunSummary]
    """The runs of this page. It may be short, or empty, while there are more."""
    next_cursor: str | None
    """Give it as `cursor` to read on; null at the end."""


class ToolContent(ContractModel):
    """One part of an answer; `type` says what else it has: `text` for `text`, `data` and `mimeType` for `image` and `audio`,
    `uri` for `resource_link`, `resource` for `resource`. More types may be added.
    """
    type: Literal["text", "image", "audio", "resource_link", "resource"] | str
    """What the part is."""


class ToolOutput(ContractModel):
    """What the tool answered, with the values that its server sent. On completed runs, and on those that failed with
    `tool_error`, `invalid_output` or, as `raw`, `answer_unusable`.
    """
    content: list[ToolContent]
    """Texts, images, sounds, links to resources and resources, after the Model Context Protocol."""
    structured: dict[str, Any] | None = None
    """The answer as JSON, in the form of `outputSchema` of the tool. Where the tool gives one."""
    is_error: bool | None = None
    """The tool was carried out and says that it failed. Absent if it does not."""
    raw: str | None = None
    """The answer as its server sent it, if it cannot be used and is within `maxOutputBytes`. Then `content` is empty.
    For an MCP server, it is the message, or its result. On runs that failed with `answer_unusable`.
    """


class ToolRun(ToolRunSummary):
    """A saved tool run: its summary, and what the tool answered. The members beyond the required ones are there if they
    apply and are known: the amounts on completed runs, `error` on failed ones.
    """
    output: ToolOutput | None = None


class ComputeJobLimits(ContractModel):
    """What this deployment allows and charges for compute jobs."""
    max_input_bytes: int
    """The most bytes that source, command, input and files may have together."""
    max_log_bytes: int
    """The most bytes that are kept of what the code writes to both streams."""
    max_artifact_bytes: int
    """The most bytes that the artifacts of a job may have together."""
    max_timeout_seconds: int
    """The highest `timeoutSeconds` of a job. An environment may have a lower one."""
    fee_basis_points: int
    """The fee, in hundredths of a percent of the cost."""


class ComputeFileInput(ContractModel):
    """A file, with `content` or `contentBase64`; one without both is empty."""
    path: str
    """Relative to the working directory, with forward slashes and without `..`. It has at most 64 names between them,
    of at most 255 bytes each.
    """
    content: str | None = None
    """The content as text."""
    content_base64: str | None = None
    """The content as Base64."""


class ComputeResourcesInput(ContractModel):
    """What the code may use; it is charged whether it is used or not."""
    cpu_millis: int | None = None
    """Thousandths of a processor. Left out, 1000, or what the environment has where that is less."""
    memory_mb: int | None = None
    """Memory in mebibytes. Left out, 128, or what the environment has where that is less."""


class CreateComputeJob(ContractModel):
    """The job to create, or to estimate. An optional member that is null means the same as one that is absent. `source` or
    `command` is there, as `kind` of the environment says. Source, command, input and files together have at most
    `maxInputBytes`. A member that an object has twice is refused, and so are the NUL character and half a surrogate pair
    in any text or name, a number beyond a double, more than 64 levels, and more than 50,000 values and members.
    """
    environment: str
    """The identifier of an environment of the catalog."""
    timeout_seconds: int
    """The most time in which the code may run, from its own start. Then it is ended, and what it took is charged. The hold
    covers all of it. Time in which its machine keeps it waiting for a processor does not count, if the engine
    measures that; this adds at most 60 seconds. Code that used all the processor time that its processors have in
    `timeoutSeconds` is ended as well.
    """
    source: str | None = None
    """The program, for an environment of the kind `source`."""
    command: list[str] | None = None
    """The program and its arguments, for an environment of the kind `command`."""
    stdin: str | None = None
    """What the code reads from its standard input."""
    files: list[ComputeFileInput] | None = None
    """Files in the working directory of the code, in at most 1000 folders."""
    env: dict[str, str] | None = None
    """Variables of the environment of the code."""
    outputs: list[str] | None = None
    """Paths of files to keep as artifacts when the code has ended, written as that of a file. One that is not there then, is no file, or does not
    fit into `maxArtifactBytes` any more is left out.
    """
    resources: ComputeResourcesInput | None = None
    max_reserved_amount: int | None = None
    """Refuse the run if its hold would be larger than this."""
    expires_after_seconds: int | None = None
    """Fail the run with `run_expired`, free of charge, if it is not sent within so many seconds. The run says when in
    `expiresAt`. The deployment has a limit of its own, and the shorter one holds.
    """
    parent: ParentInput | None = None
    attribution: AttributionInput | None = None
    metadata: MetadataInput | None = None


class ComputeResources(ContractModel):
    """What the code may use."""
    cpu_millis: int
    """Thousandths of a processor."""
    memory_mb: int
    """Memory in mebibytes."""


class ComputeJobEstimate(ContractModel):
    """What creating this run now would hold. It binds nobody."""
    environment: str
    """The environment."""
    resources: ComputeResources
    timeout_seconds: int
    """The most time that the code may take."""
    currency: str
    """ISO 4217 code of the currency of the amounts."""
    scale: int
    """How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00."""
    reserved_amount: int
    """The hold that creation would take, and the most that the run could cost."""
    fee_basis_points: int
    """The fee that the hold includes, in hundredths of a percent of the cost."""
    covered: bool
    """Whether the paying account covers that hold at the moment, and every spending limit of the key leaves it."""
    payer: Payer


class ComputeJobUsage(ContractModel):
    """What the job used. On completed jobs."""
    billable_ms: int
    """The milliseconds in which the code could run, from its start to its end: memory is charged for them, and with the
    clock `wall` the processors too. Time in which its machine kept it waiting for a processor does not count, if the
    engine measures that. Never above the time-out.
    """
    cpu_ms: int | None = None
    """Milliseconds of a processor that the code used, if the engine reports them. With the clock `processor`, they are
    charged, or a tenth of `billableMs` times the processors that were sold, if that is more. They are then never
    above the time-out times those processors.
    """
    billed_time: BilledTime | None = None
    max_memory_bytes: int | None = None
    """The most memory that it had at once. If the engine reports it."""


class ComputeJobLogSizes(ContractModel):
    """How much was kept of what the code wrote. On completed jobs."""
    stdout_bytes: int
    """Of its standard output."""
    stderr_bytes: int
    """Of its standard error."""
    truncated: bool
    """Whether it wrote more than `maxLogBytes`. What came later was not kept."""


class ComputeJobArtifact(ContractModel):
    """A file that was kept."""
    name: str
    """The path that stood in `outputs`."""
    bytes: int
    """Its size."""
    sha256: str
    """Its SHA-256."""


class ComputeJobError(ContractModel):
    """Why the job failed. A failed job costs nothing."""
    code: ComputeJobErrorCode
    message: str
    """What happened, for people."""
    retryable: bool
    """Whether a new job, under a new request key, could succeed. The old key gives this failure for ever."""
    provider_status: int | None = None
    """The HTTP status that the engine answered with, if it did."""


class ComputeJob(BillableRun):
    """A saved compute job. The members beyond the required ones are there if they apply and are known: the amounts,
    `result` and what belongs to it on completed jobs, `error` on failed ones.
    """
    id: str
    """Names the job for ever; keep it for support and billing."""
    environment: str
    """The environment that the job was created with."""
    state: ComputeJobState
    queue: RunQueue | None = None
    reconciliation: RunReconciliation | None = None
    started_at: Moment | None = None
    """When the code began, by the clock of the engine. On completed jobs, and on reads of a job whose code runs."""
    ended_at: Moment | None = None
    """When the code ended, by the clock of the engine. On completed jobs."""
    result: ComputeJobResult | None = None
    exit_code: int | None = None
    """What the code ended with. Absent if it was ended."""
    signal: str | None = None
    """The signal that ended the code, if one did."""
    usage: ComputeJobUsage | None = None
    logs: ComputeJobLogSizes | None = None
    artifacts: list[ComputeJobArtifact] | None = None
    """The files that were kept. On completed jobs."""
    missing_outputs: list[str] | None = None
    """The paths of `outputs` of which no file was kept, on completed jobs that have any: it was not there at the end,
    was no regular file, or did not fit into `maxArtifactBytes`.
    """
    outputs_expire_at: Moment | None = None
    """When `logs` and `artifacts` expire at the latest: from then on they answer 404. On jobs that have left logs. A
    workspace that keeps content for fewer days removes them earlier: see `contentPurgedAt`.
    """
    error: ComputeJobError | None = None
    parent: Parent | None = None


class ComputeJobList(ContractModel):
    """A page of the workspace's compute jobs, newest first."""
    data: list[ComputeJob]
    """The jobs of this page. It may be short, or empty, while there are more."""
    next_cursor: str | None
    """Give it as `cursor` to read on; null at the end."""


class ComputeJobLog(ContractModel):
    """A part of what a job has written to one of its streams."""
    stream: Literal["stdout", "stderr"] | str
    """The stream. More may be added."""
    after: int
    """How many bytes of the stream stand before this part."""
    next: int
    """Give it as `after` to read on."""
    text: str
    """The part, as far as it was written. Empty if nothing is there by now."""
    ended: bool
    """Whether the job has ended and nothing comes behind this part."""
    elsewhere: bool | None = None
    """True if another machine of the service has the job, and what it has written by now cannot be read here. It is
    there once the job has ended.
    """


class ReachedAddresses(ContractModel):
    """Addresses that code reaches over TCP."""
    cidr: str
    """The addresses."""
    ports: list[int]
    """The ports at each of them."""
    names: list[str] | None = None
    """Names by which the code reaches it, if it is one address. No other name leads anywhere."""


class ComputePricing(ContractModel):
    """Prices as exact decimals in the currency of the deployment."""
    per_job: str
    """Of each job that started."""
    per_cpu_second: str
    """Of one processor for a second, by the millisecond of the clock in `billedTime`."""
    per_gib_second: str
    """Of a gibibyte of memory for a second, by the millisecond."""


class ComputeEnvironment(ContractModel):
    """What code can run in."""
    id: str
    """The identifier to give as `environment`."""
    description: str | None = None
    """What it is, for people. Where the operator says."""
    kind: Literal["source", "command"] | str
    """What a job brings: the `source` of a program, or a `command`. More may be added."""
    isolation: Literal["container", "wasm", "gvisor", "vm"] | str
    """What isolates the code from the machine. More may be added.

    | Isolation | Meaning |
    | - | - |
    | `container` | A container: the kernel of the machine, with limits |
    | `wasm` | WebAssembly in a process with limits |
    | `gvisor` | A kernel of its own in user space |
    | `vm` | A virtual machine |
    """
    network: Literal["none", "allowlist"] | str
    """The network that the code reaches. More may be added.

    | Network | Meaning |
    | - | - |
    | `none` | None, not even the machine that it runs on |
    | `allowlist` | The hosts in `allowlist`, over TCP |
    """
    allowlist: list[ReachedAddresses] | None = None
    """What the code reaches. Absent if `network` is `none`."""
    max_cpu_millis: int
    """The most that a job may have of processors, in thousandths of one."""
    max_memory_mb: int
    """The most memory that a job may have, in mebibytes."""
    max_timeout_seconds: int
    """The highest `timeoutSeconds` of a job."""
    billed_time: BilledTime
    pricing: ComputePricing


class ComputeEnvironmentList(ContractModel):
    """The catalog of environments. A listing does not promise capacity."""
    data: list[ComputeEnvironment]
    """The environments, by identifier."""


class ToolUnitPricing(ContractModel):
    """What the tool charges by a count of its own. Where it does."""
    name: str
    """What is counted."""
    price: str
    """For each of them."""
    max: int
    """The most that a call is charged for."""


class ToolPricing(ContractModel):
    """US dollars without the fee, as decimals. A hold covers the most that the run can cost."""
    per_call: str
    """For each call that is answered."""
    per_second: str | None = None
    """For each second that has begun between sending and the answer. Where time is charged."""
    per_unit: ToolUnitPricing | None = None


class CatalogTool(ContractModel):
    """A tool that runs can name."""
    id: str
    """The exact identifier to give as `tool`."""
    version: str
    """The SHA-256 of the definition that the server gave, in the canonical form of RFC 8785. It changes with every change
    of the definition.
    """
    function_name: str
    """What to call it in the `tools` of a model run."""
    title: str | None = None
    """What people call it. Where the server says."""
    description: str | None = None
    """What it does, for models and people. Where the server says."""
    input_schema: dict[str, Any]
    """The JSON Schema (2020-12) of `input`."""
    output_schema: dict[str, Any] | None = None
    """The JSON Schema of `output.structured`. Where the tool promises a form."""
    annotations: dict[str, Any] | None = None
    """What the server says of the effects of the tool, such as `readOnlyHint`, after the Model Context Protocol. Nothing
    proves it.
    """
    pricing: ToolPricing
    max_timeout_seconds: int
    """The highest `timeoutSeconds`, and the one of a run that gives none."""
    errors_are_answers: bool
    """Whether an answer that says that the tool failed completes the run and is charged. Elsewhere it fails the run with
    `tool_error`, free of charge.
    """


class ToolList(ContractModel):
    """A page of the catalog of tools. A listing does not promise capacity."""
    data: list[CatalogTool]
    """The tools of this page, by identifier."""
    next_cursor: str | None
    """Give it as `cursor` to read on; null at the end."""


class PlacedLabel(ContractModel):
    """A label and the version that it is on."""
    label: str
    """The label."""
    version: int
    """The number of the version. Each prompt counts from 1, without gaps."""


class Prompt(ContractModel):
    """A prompt, with what its labels are on."""
    name: str
    """The name of the prompt. It is the `promptId` of runs that are attributed to it."""
    latest_version: int
    """The number of the newest version."""
    labels: list[PlacedLabel]
    """The labels, by name."""
    created_at: Moment
    """When its first version was saved."""
    updated_at: Moment
    """When a version was saved, or a label moved, last."""


class PromptList(ContractModel):
    """A page of the workspace's prompts, by name."""
    data: list[Prompt]
    """The prompts of this page."""
    next_cursor: str | None
    """Give it as `cursor` to read on; null at the end."""


class PromptMessageInput(ContractModel):
    """One message."""
    role: Literal["system", "user", "assistant"] | str
    """Who says it."""
    content: str
    """The text, with variables and references."""


class CreatePromptVersion(ContractModel):
    """The version to save: a `text` or `messages`, one of them. In their texts `{{name}}` is a variable and `{{> other}}` stands
    for the text of another prompt. A member that an object has twice is refused, and so are the NUL character and half a
    surrogate pair in any text or name.
    """
    name: str
    """Names the prompt in the workspace for ever. Slashes make folders."""
    text: str | None = None
    """What the user says. A model run gets it as one message of the user."""
    messages: list[PromptMessageInput] | None = None
    """The conversation, oldest first. It ends with a message of the user, or the run adds one."""
    config: dict[str, Any] | None = None
    """What the caller wants to keep with the version, such as the model. Given back as it is, and never read here. At most
    65,536 bytes as JSON.
    """
    variables: dict[str, Any] | None = None
    """The JSON Schema (2020-12) of the values, as one object. Where it has `properties`, they name each variable of the texts
    and no other. At most 65,536 bytes as JSON, without references to other documents.
    """
    labels: list[str] | None = None
    """The labels that this version takes over from the versions that have them now."""
    comment: str | None = None
    """Why there is this version, for people."""
    parent_version: int | None = None
    """The version that this one was made from: 0 if there must be none yet. Where it is not the latest one, the save is
    refused with `version_conflict`. Left out, the save comes behind whatever is there.
    """


class PromptVersionSummary(ContractModel):
    """A version as the list shows it, without what it says."""
    name: str
    """The name of the prompt. It is the `promptId` of runs that are attributed to it."""
    version: int
    """The number of the version. Each prompt counts from 1, without gaps."""
    labels: list[str]
    """The labels that are on this version now, by name."""
    content_hash: str
    """The SHA-256 of what the version says, in the canonical form of RFC 8785: its text or messages, configuration, schema and
    the versions that it refers to. Versions that say the same have the same.
    """
    comment: str | None = None
    """Why there is this version. Where the save said so."""
    parent_version: int | None = None
    """The version that it was made from. Where the save said so."""
    created_at: Moment
    """When it was saved."""
    key_id: str | None = None
    """The API key that saved it. Where it was one, and not a person or the command line."""


class PromptMessage(ContractModel):
    """One message, with its variables and references."""
    role: Literal["system", "user", "assistant"] | str
    """Who says it."""
    content: str
    """The text."""


class PromptReference(ContractModel):
    """A version of another prompt."""
    name: str
    """The name of the prompt. It is the `promptId` of runs that are attributed to it."""
    version: int
    """The number of the version. Each prompt counts from 1, without gaps."""


class PromptVersion(PromptVersionSummary):
    """A version of a prompt, and what it says."""
    text: str | None = None
    """The text, as it was saved."""
    messages: list[PromptMessage] | None = None
    """The messages, as they were saved."""
    variable_names: list[str]
    """The variables that a rendering needs, those of its references too, by name."""
    variables: dict[str, Any] | None = None
    """The JSON Schema of the values. Where the version has one."""
    config: dict[str, Any] | None = None
    """What the save wanted to be kept with the version. Where it did."""
    references: list[PromptReference]
    """The versions of other prompts that it is made of, directly or by others, by name. They were settled when it was
    saved, so that it says the same for ever.
    """


class PromptVersionList(ContractModel):
    """A page of the versions of a prompt, newest first."""
    data: list[PromptVersionSummary]
    """The versions of this page."""
    next_cursor: str | None
    """Give it as `cursor` to read on; null at the end."""


class UpdatePromptLabel(ContractModel):
    """Where the label goes."""
    version: int
    """A version of the prompt."""


class RenderPrompt(ContractModel):
    """Which version to render, by its number or a label, and the values of its variables."""
    version: int | None = None
    """The version. Not together with `label`."""
    label: str | None = None
    """The label that is on the version, or `latest`. Left out together with `version`, it is `production`."""
    variables: dict[str, Any] | None = None
    """The values by the names of the variables. A text is put in as it is, anything else as JSON. Null is no value."""


class RenderedMessage(ContractModel):
    """One message of a model run."""
    role: Literal["system", "user", "assistant"] | str
    """Who says it."""
    content: str
    """The text."""


class PromptAttribution(ContractModel):
    """Links a model run to this version. Send it as `attribution` of the run."""
    prompt_id: str
    """The name of the prompt."""
    prompt_version: str
    """The number of the version."""


class RenderedPrompt(ContractModel):
    """A version whose variables are replaced by values."""
    name: str
    """The name of the prompt. It is the `promptId` of runs that are attributed to it."""
    version: int
    """The number of the version. Each prompt counts from 1, without gaps."""
    messages: list[RenderedMessage]
    """The messages, as `messages` of a model run takes them."""
    attribution: PromptAttribution
    config: dict[str, Any] | None = None
    """What the save wanted to be kept with the version. Where it did."""
    content_hash: str
    """The SHA-256 of what the version says, in the canonical form of RFC 8785: its text or messages, configuration, schema and
    the versions that it refers to. Versions that say the same have the same.
    """
    references: list[PromptReference]
    """The versions of other prompts that it is made of, directly or by others, by name. They were settled when it was
    saved, so that it says the same for ever.
    """


class DiffBlock(ContractModel):
    """One or more whole lines."""
    kind: Literal["same", "removed", "added"] | str
    """What happened to them."""
    text: str
    """The lines, each with its end."""


class PromptChange(ContractModel):
    """A part of the versions, in lines."""
    part: Literal["content", "config", "variables"] | str
    """`content` is the text or the messages, each below a line with its role in brackets; `config` and `variables` are JSON
    with sorted members. More may be added.
    """
    blocks: list[DiffBlock]
    """Lines that follow each other and have one fate. Those of `same` and `removed` make up the part of `fromVersion`, those of `same` and `added` that of `toVersion`."""


class PromptDiff(ContractModel):
    """What differs between two versions."""
    name: str
    """The name of the prompt. It is the `promptId` of runs that are attributed to it."""
    from_version: int
    """The number of the version. Each prompt counts from 1, without gaps."""
    to_version: int
    """The number of the version. Each prompt counts from 1, without gaps."""
    changes: list[PromptChange]
    """The parts that differ. Empty if the versions say the same."""


class PromptLatency(ContractModel):
    """Milliseconds from the creation to the end of completed runs, each percentile within 2 %. Absent if none has completed."""
    p50: int
    """Half of them took at most this long."""
    p95: int
    """95 of a hundred took at most this long."""
    p99: int
    """99 of a hundred took at most this long."""


class PromptVersionUsage(ContractModel):
    """The runs of one version."""
    version: str | None = None
    """The `promptVersion` that the runs were created with. Absent for those without one."""
    runs: int
    """The runs, those that have not ended too."""
    completed: int
    """Those that completed."""
    failed: int
    """Those that failed."""
    prompt_tokens: int
    """The tokens of their prompts, if they were counted."""
    completion_tokens: int
    """The tokens of their answers, if they were counted."""
    charged_amount: int
    """What they were charged, fees included."""
    latency_ms: PromptLatency | None = None


class PromptUsage(ContractModel):
    """What the model runs of a prompt used and cost, by version."""
    name: str
    """The name of the prompt. It is the `promptId` of runs that are attributed to it."""
    start: Moment
    """Where the span begins."""
    end: Moment
    """Where it ends. A run counts by the moment of its creation."""
    currency: str
    """ISO 4217 code of the currency of the amounts."""
    scale: int
    """How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00."""
    versions: list[PromptVersionUsage]
    """The versions that runs are attributed to, newest first. At most the 1,000 with the most runs."""


class ModelCapabilities(ContractModel):
    """What the model can do besides answering in text."""
    tools: bool
    """Whether it calls functions."""
    reasoning_details: Annotated[bool, Field(validation_alias="reasoningDetails", serialization_alias="reasoningDetails")]
    """Whether it gets the `reasoning_details` of earlier turns, or at least their text. If not, they are accepted and
    left out, and count neither as prompt nor for the hold.
    """


class ModelPricingTier(ContractModel):
    """The prices that hold once the input has more tokens than the tier says. Those left out stay as they are below it;
    where they are left out there too, the tier's own `prompt` or `completion` applies.
    """
    above_prompt_tokens: int
    """The tier applies to inputs with more tokens than this."""
    prompt: str | None = None
    """Per token of input."""
    completion: str | None = None
    """Per token that is generated."""
    request: str | None = None
    """Per run."""
    cache_read: str | None = None
    """Per token of input that comes from the provider's cache."""
    cache_write: str | None = None
    """Per token of input that is put into the provider's cache."""
    cache_write1h: str | None = None
    """Per token of input that is put into the provider's cache for an hour."""
    reasoning: str | None = None
    """Per token of reasoning."""


class ModelPricing(ContractModel):
    """Prices in whole units of `currency`, as decimal strings: per token, `request` per run, and `image` per
    image. The fee comes on top. Tokens of a component that is left out are charged like the others of their kind: those of the cache
    like `prompt`, those of reasoning like `completion`. Without `request` there is no price per run.
    """
    currency: str
    """ISO 4217 code of the currency of the prices."""
    prompt: str
    """Per token of input."""
    completion: str
    """Per token that is generated."""
    request: str | None = None
    """Per run. Where it is left out, there is no price per run."""
    image: str | None = None
    """Per image of the input, beside its tokens. Where it is left out, there is no price per image."""
    cache_read: str | None = None
    """Per token of input that comes from the provider's cache. Where it is left out, `prompt` applies."""
    cache_write: str | None = None
    """Per token of input that is put into the provider's cache. Where it is left out, `prompt` applies."""
    cache_write1h: str | None = None
    """Per token of input that is put into the provider's cache for an hour. Where it is left out, `cacheWrite` applies."""
    reasoning: str | None = None
    """Per token of reasoning. Where it is left out, `completion` applies."""
    tiers: list[ModelPricingTier] | None = None
    """Prices that replace the above for long inputs."""


class Model(ContractModel):
    """A model that runs can name."""
    id: str
    """The exact identifier to give as `model`."""
    name: str
    """What people call it. Not accepted as `model`."""
    context_length: int | None = None
    """The most tokens of input and output together, if it is known."""
    max_output_tokens: int | None = None
    """The model's own maximum of `maxOutputTokens`, if it has one below the deployment's."""
    capabilities: ModelCapabilities
    input_modalities: list[InputModality]
    """What a user message may hold for this model. A part of another kind is refused with `unsupported_input`."""
    supported_parameters: list[SupportedParameter]
    """What a request may ask of this model beyond its messages and tools. A member of a request that is not named
    here is refused with `unsupported_parameter`.
    """
    pricing: ModelPricing
    fallback_pricing: list[ModelPricing] | None = None
    """The prices of those who may answer instead, in order, if the one before was not sent a run. A run is held for at
    the dearest, and charged at the prices of who answered. Absent if there is nobody else.
    """
    fee_basis_points: int | None = None
    """The fee of runs of this model, in hundredths of a percent of the cost, if it is not the `feeBasisPoints` of the
    limits of the account.
    """
    price_version: str
    """Names the price list that these prices are from."""


class ModelList(ContractModel):
    """A page of the catalog. A listing does not promise capacity."""
    data: list[Model]
    """The models of this page, by identifier."""
    next_cursor: str | None
    """Give it as `cursor` to read on; null at the end."""


class ObservabilityLimits(ContractModel):
    """What this deployment takes and keeps of spans."""
    max_body_bytes: int
    """The most bytes that a body of spans may have, compressed or not."""
    max_spans_per_request: int
    """The most spans that a body may have."""
    max_attributes_per_span: int
    """The attributes that are kept of a span. `truncated` says whether some were left out."""
    max_attribute_chars: int
    """The characters that are kept of the value of an attribute. `truncated` says whether some were left out."""
    max_events_per_span: int
    """The events that are kept of a span. `truncated` says whether some were left out."""
    max_age_days: int
    """The days that a span may have started ago when it comes."""
    max_spans_per_day: int
    """The spans that the workspace may send in a day of UTC."""
    retention_days: int
    """The days that spans which programs sent are kept. Spans of runs are kept as long as the runs."""
    max_trace_spans: int
    """The most spans that reading a trace gives. `GET /spans?traceId=` gives all of them in pages."""


class SpanTotals(ContractModel):
    """What spans add up to. `chargedAmount` is of completed runs, and is what the ledger has of them; what programs reported
    is never part of it.
    """
    runs: int
    """The runs among them."""
    pending_runs: int
    """The runs that have not ended, whose charge is not known yet."""
    client_spans: int
    """The spans that programs sent."""
    errors: int
    """The spans whose status is `error`."""
    currency: str
    """ISO 4217 code of the currency of the amounts."""
    scale: int
    """How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00."""
    charged_amount: int
    """What the completed runs were charged together, fee included."""
    reported_cost: str | None = None
    """What programs reported as the cost of their spans, in total. Only if one did. A span counts only if no span of the
    group below it reports a cost: a parent that repeats the sum of its children is not counted again.
    """


class SpanSpread(ContractModel):
    """When the first and the last of the spans began, and what they add up to."""
    started_at: Moment
    """When the first span began."""
    last_started_at: Moment
    """When the last span began."""
    last_finished_at: Moment | None = None
    """When the last span ended. Absent while a run has not ended."""
    totals: SpanTotals
    is_partial: bool | None = None
    """There are more spans than a list adds up: the totals are of the newest 1,000 runs and the newest 1,000 spans that
    programs sent. Absent if they are of all.
    """


class TraceSummary(SpanSpread):
    """A trace as the list shows it."""
    trace_id: str
    """Names the trace. Of a run that was created without `traceparent`, the UUID of the run."""
    name: str | None = None
    """The name of its first span."""
    session_id: str | None = None
    """The session that its newest span names, of those that name one."""
    end_user_id: str | None = None
    """The end user that its newest span names, of those that name one."""


class TraceList(ContractModel):
    """A page of traces, the one with the newest span first."""
    data: list[TraceSummary]
    """The traces of this page. It may be short, or empty, while there are more."""
    next_cursor: str | None
    """Give it as `cursor` to read on; null at the end."""


class SpanUsage(ContractModel):
    """The tokens that were used. A count that is not known is left out."""
    input_tokens: int | None = None
    """Tokens of the input, with those that came from a cache."""
    output_tokens: int | None = None
    """Tokens of the output, with those of reasoning."""
    cached_input_tokens: int | None = None
    """Tokens of the input that came from a cache."""
    reasoning_tokens: int | None = None
    """Tokens of the output that were spent on reasoning."""


class SpanRun(ContractModel):
    """The run that the span is derived from, and its money. Only on spans of runs."""
    id: str
    """The `id` of the run."""
    state: str
    """The state of the run."""
    currency: str
    """ISO 4217 code of the currency of the amounts."""
    scale: int
    """How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00."""
    reserved_amount: int
    """The hold that was taken at creation."""
    charged_amount: int | None = None
    """What the run cost, fee included. Only on completed runs."""
    fee_amount: int | None = None
    """The part of `chargedAmount` that is the fee."""


class SpanSummary(ContractModel):
    """A span as lists show it. The span of a run says what the run is and cost; a span that a program sent says what that
    program reported, and none of it is ever added to what was charged. What is not known is left out.
    """
    trace_id: str
    """The trace that the span is part of."""
    span_id: str
    """Names the span in its trace. That of a run is the last 16 digits of the UUID of the run."""
    parent_span_id: str | None = None
    """The span that this one is part of. Absent at the root. It may be one that was never sent."""
    source: SpanSourceName
    name: str
    """What was done, for people."""
    kind: SpanKindName
    status: SpanStatusName
    status_message: str | None = None
    """What went wrong, for people."""
    started_at: Moment
    """When it began. For a run, when the run was saved."""
    finished_at: Moment | None = None
    """When it ended. Absent while a run is pending."""
    duration_ms: int | None = None
    """How long it took, in milliseconds, rounded down."""
    operation: str | None = None
    """What kind of work it was, by the semantic conventions for generative AI."""
    model: str | None = None
    """The model that did it."""
    tool: str | None = None
    """The tool that was called."""
    usage: SpanUsage | None = None
    session_id: str | None = None
    """The session or conversation."""
    end_user_id: str | None = None
    """The end user."""
    run: SpanRun | None = None
    service: str | None = None
    """The program that sent the span, by the `service.name` of its resource."""
    reported_cost: str | None = None
    """What the program reported as the cost of the work, in US dollars unless the program means another currency. No charge of
    this service.
    """
    truncated: bool | None = None
    """Something of the span was beyond the limits and was left out. Absent if nothing was."""


class TraceSpan(SpanSummary):
    """A span with its place in the tree."""
    depth: int
    """How many spans it is part of. 0 at the root, and if its parent is not there."""


class Trace(ContractModel):
    """A trace as a tree."""
    trace_id: str
    """Names the trace."""
    started_at: Moment
    """When its first span began."""
    totals: SpanTotals
    spans: list[TraceSpan]
    """Its spans, each behind the one that it is part of, and those of one span by their start. `depth` says how deep a
    span is in the tree.
    """
    is_partial: bool | None = None
    """The trace has more spans than `maxTraceSpans`: `spans` has the first of them. `totals` is of all runs, and of the
    newest 100,000 spans that programs sent. Absent if `spans` has all.
    """


class SpanEvent(ContractModel):
    """Something that happened at a moment of a span."""
    name: str
    """What happened."""
    at: Moment
    """When it happened."""
    attributes: dict[str, Any] | None = None
    """What is said of it, by name."""


class Span(SpanSummary):
    """A span with all that is known of it."""
    attributes: dict[str, Any]
    """What is said of the span, by name. The names of a run's span are those of the semantic conventions for
    generative AI. Integers beyond 2^53 are text.
    """
    input: str | None = None
    """The input, as the program reported it, cut to the limit."""
    output: str | None = None
    """The output, as the program reported it, cut to the limit."""
    events: list[SpanEvent] | None = None
    """The events, as the program reported them."""


class SpanList(ContractModel):
    """A page of spans, newest first."""
    data: list[SpanSummary]
    """The spans of this page. It may be short, or empty, while there are more."""
    next_cursor: str | None
    """Give it as `cursor` to read on; null at the end."""


class Session(SpanSpread):
    """A session, and what its spans add up to."""
    session_id: str
    """The session or conversation, as attribution or spans name it."""
    end_user_id: str | None = None
    """The end user that its newest span names, of those that name one."""


class SessionList(ContractModel):
    """A page of sessions, the one with the newest span first."""
    data: list[Session]
    """The sessions of this page. It may be short, or empty, while there are more."""
    next_cursor: str | None
    """Give it as `cursor` to read on; null at the end."""


class EndUser(SpanSpread):
    """An end user, and what the spans add up to."""
    end_user_id: str
    """The end user, as attribution or spans name them."""


class EndUserList(ContractModel):
    """A page of end users, the one with the newest span first."""
    data: list[EndUser]
    """The end users of this page. It may be short, or empty, while there are more."""
    next_cursor: str | None
    """Give it as `cursor` to read on; null at the end."""


class OtlpPartialSuccess(ContractModel):
    """What was not taken of the request. Absent if all was."""
    rejected_spans: str | None = None
    """The number of spans that were not taken. They will not be taken when they come again."""
    error_message: str | None = None
    """Why, for people."""


class OtlpTracesSaved(ContractModel):
    """An `ExportTraceServiceResponse` as OTLP/JSON."""
    partial_success: OtlpPartialSuccess | None = None


class CustomerSummary(ContractModel):
    """An end user of the workspace, as lists have it."""
    end_user_id: str
    """The end user, as runs name it in `attribution.endUserId`."""
    state: Literal["active", "blocked", "erasing"] | str
    """`active`, or `blocked`: a blocked customer creates no runs. An `erasing` one creates none either, and is gone once its runs
    have ended and its erasure is repeated. More may be added.
    """
    created_at: Moment
    """When the customer was made, or when its first run was created, in UTC with milliseconds."""
    name: str | None = None
    """What people call it. Absent if nobody said."""
    metadata: CustomerMetadata | None = None
    has_own_budgets: bool
    """Whether the customer has budgets of its own, or an empty list of them. Otherwise the defaults of the workspace apply."""
    has_balance: bool
    """Whether the customer has a prepaid balance, which also bounds what its runs cost."""


class CustomerList(ContractModel):
    """A page of customers, newest first. A page may be short, or empty, and still have a cursor."""
    data: list[CustomerSummary]
    """The customers of this page."""
    next_cursor: str | None
    """Give it as `cursor` to read on; null at the end."""


class CustomerBudgetsInput(ContractModel):
    """The most that the runs of the customer may cost, an integer with `scale` digits after its decimal point. Without
    a member, or with null, there is no such budget; an object without members means that the customer has no budgets.
    Null in place of the object means that it has none of its own: the defaults of the workspace apply.
    """
    day_amount: int | None = None
    """In a day of the calendar, in UTC."""
    month_amount: int | None = None
    """In a month of the calendar, in UTC."""
    total_amount: int | None = None
    """In all."""


class CreateCustomer(ContractModel):
    """The customer to make."""
    end_user_id: str
    """The end user, as its runs will name it in `attribution.endUserId`. It cannot be changed."""
    name: str | None = None
    """What people call it."""
    metadata: CustomerMetadataInput | None = None
    state: Literal["active", "blocked"] | str | None = None
    """Whether the customer may create runs; `active` if absent."""
    budgets: CustomerBudgetsInput | None = None
    has_balance: bool | None = None
    """With true, the customer is prepaid, and none of its runs fits until something is granted; false if absent."""


class CustomerBudget(ContractModel):
    """The most that the runs of a customer may cost in a period, and how much of it is used."""
    period: Literal["day", "month", "total"] | str
    """A `day` or a `month` of the calendar in UTC, or all time together. More may be added."""
    limit_amount: int
    """The most that the runs of the period may cost together."""
    spent_amount: int
    """What the runs of the period were charged."""
    held_amount: int
    """What the pending runs of the period hold."""
    available_amount: int
    """What is left. The hold of a run has to fit into it."""
    resets_at: Moment | None = None
    """When the period ends, and the budget starts over. Absent if it never does."""


class CustomerBalance(ContractModel):
    """The prepaid balance of a customer, null if it has none. `grantedAmount` is the sum of the other four. `period` is `balance` in the
    problem and the message that say that it refused a run.
    """
    granted_amount: int
    """The sum of the grants since the balance began."""
    spent_amount: int
    """What of it was charged for runs."""
    held_amount: int
    """What of it pending runs hold."""
    available_amount: int
    """What is left. The hold of a run has to fit into it."""
    expired_amount: int
    """What was left of grants that expired or were revoked."""


class Customer(ContractModel):
    """An end user of the workspace, with what it spends and may spend."""
    end_user_id: str
    """The end user, as runs name it in `attribution.endUserId`."""
    state: Literal["active", "blocked", "erasing"] | str
    """`active`, or `blocked`: a blocked customer creates no runs. An `erasing` one creates none either, and is gone once its runs
    have ended and its erasure is repeated. More may be added.
    """
    created_at: Moment
    """When the customer was made, or when its first run was created, in UTC with milliseconds."""
    name: str | None = None
    """What people call it. Absent if nobody said."""
    metadata: CustomerMetadata | None = None
    has_own_budgets: bool
    """Whether the customer has budgets of its own, or an empty list of them. Otherwise the defaults of the workspace apply."""
    has_balance: bool
    """Whether the customer has a prepaid balance, which also bounds what its runs cost."""
    currency: str
    """ISO 4217 code of the currency of the amounts."""
    scale: int
    """How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00."""
    month_spent_amount: int
    """What its runs of this month, in UTC, were charged. A run belongs to the month of its creation."""
    budgets: list[CustomerBudget]
    """The budgets that apply, each with what is left of it; empty if there are none."""
    balance: CustomerBalance | None


class ErasedCustomer(ContractModel):
    """What an erasure has erased."""
    erased_runs: int
    """Runs whose content and attribution this request erased."""
    erased_spans: int
    """Spans that this request erased."""
    open_runs: int
    """Runs that are not erased, because they have not ended. Above 0, the customer is still there."""


class UpdateCustomer(ContractModel):
    """What changes. A member that is absent stays as it is, and null removes it."""
    name: str | None = None
    """What people call it; null for no name."""
    metadata: CustomerMetadataInput | None = None
    state: Literal["active", "blocked"] | str | None = None
    """Blocked, the customer creates no runs from the answer on."""
    budgets: CustomerBudgetsInput | None = None
    has_balance: bool | None = None
    """Whether the customer is prepaid. True begins a balance of nothing, unless it has one; false ends it."""


class CustomerGrant(ContractModel):
    """A part of the wallet that the workspace has granted to a customer, to spend on its runs."""
    id: str
    """Names the grant."""
    note: str | None = None
    """What it was given for, such as the name of the package. Absent if nobody said."""
    amount: int
    """How much was granted."""
    left_amount: int
    """What of it is neither spent nor taken."""
    expired_amount: int | None = None
    """What was left of it when it had expired or was revoked, and was taken. Absent if it is nothing."""
    created_at: Moment
    """When it was given."""
    expires_at: Moment | None = None
    """When it expires, or was revoked; absent if it never does. In the past, the rest is held for runs, or is about to be taken."""
    currency: str
    """ISO 4217 code of the currency of the amounts."""
    scale: int
    """How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00."""


class CustomerGrantList(ContractModel):
    """A page of grants, newest first."""
    data: list[CustomerGrant]
    """The grants of this page."""
    next_cursor: str | None
    """Give it as `cursor` to read on; null at the end."""


class CreateCustomerGrant(ContractModel):
    """What to grant."""
    amount: int
    """How much, an integer with `scale` digits after its decimal point."""
    expires_at: Moment | None = None
    """When what is left of it ends, which is in the future; it never does if absent."""
    note: str | None = None
    """What it is for, such as the name of the package."""


class SpendingCustomer(ContractModel):
    """A customer with what its runs were charged in a month, with its budgets and what is left of its balance."""
    end_user_id: str
    """The end user, as runs name it in `attribution.endUserId`."""
    state: Literal["active", "blocked", "erasing"] | str
    """`active`, or `blocked`: a blocked customer creates no runs. An `erasing` one creates none either, and is gone once its runs
    have ended and its erasure is repeated. More may be added.
    """
    created_at: Moment
    """When the customer was made, or when its first run was created, in UTC with milliseconds."""
    name: str | None = None
    """What people call it. Absent if nobody said."""
    metadata: CustomerMetadata | None = None
    has_own_budgets: bool
    """Whether the customer has budgets of its own, or an empty list of them. Otherwise the defaults of the workspace apply."""
    has_balance: bool
    """Whether the customer has a prepaid balance, which also bounds what its runs cost."""
    runs: int
    """Its runs that were charged in the month."""
    charged_amount: int
    """What they were charged."""
    budgets: list[CustomerBudget]
    """The budgets that apply, each with what is left of it; empty if there are none."""
    balance_available_amount: int | None = None
    """What is left of its prepaid balance. Absent if it has none."""


class CustomerTotal(ContractModel):
    """The sums of the month over all customers that match, and over the workspace."""
    customers: int
    """How many customers match."""
    runs: int
    """Their runs that were charged."""
    charged_amount: int
    """What they were charged."""
    all_runs: int
    """All runs of the workspace that were charged, also those of no customer."""
    all_charged_amount: int
    """What they were charged. It is the sum of `providerAmount` and `feeAmount` of the statement in the dashboard."""


class SpendingCustomerList(ContractModel):
    """A page of customers, with sums over all pages."""
    month: str
    """The month."""
    time_zone: str
    """The time zone of the month, by its name in the IANA database."""
    from_: Moment
    """When the month begins in the time zone."""
    to: Moment
    """When it ends, and the next one begins."""
    data: list[SpendingCustomer]
    """The customers of this page."""
    next_cursor: str | None
    """Give it as `cursor` to read on; null at the end."""
    total: CustomerTotal
    currency: str
    """ISO 4217 code of the currency of the amounts."""
    scale: int
    """How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00."""


class DefaultBudgets(ContractModel):
    """The most that the runs of each of these customers may cost. Without a member, there is no such budget."""
    day_amount: int | None = None
    """In a day of the calendar, in UTC."""
    month_amount: int | None = None
    """In a month of the calendar, in UTC."""
    total_amount: int | None = None
    """In all."""


class CustomerSettings(ContractModel):
    """What holds for customers without budgets of their own."""
    currency: str
    """ISO 4217 code of the currency of the amounts."""
    scale: int
    """How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00."""
    default_budgets: DefaultBudgets


class DefaultBudgetsInput(ContractModel):
    """The most that the runs of each customer without budgets of its own may cost. A member that is absent or null is no such
    budget; null and an object without members mean that there are no default budgets.
    """
    day_amount: int | None = None
    """In a day of the calendar, in UTC."""
    month_amount: int | None = None
    """In a month of the calendar, in UTC."""
    total_amount: int | None = None
    """In all."""


class UpdateCustomerSettings(ContractModel):
    """What changes. A member that is absent stays as it is."""
    default_budgets: DefaultBudgetsInput | None = None


class AccountBalance(ContractModel):
    """An account that pays for runs of the key."""
    account: Literal["wallet", "key_credit"] | str
    """The workspace's wallet, or the key's own credit."""
    available_amount: int
    """What it can still hold."""
    held_amount: int
    """What it holds for pending runs. For the wallet, these are the runs of all keys that spend from it."""


class SpendingLimit(ContractModel):
    """What the key may spend in a period of the calendar, in UTC. A run counts in the period in which it was created: with
    its hold while it is pending, and with its charge once it has ended. A key that was rotated and the key in its place
    share their limits and what is used of them.
    """
    period: LimitPeriod
    of_key_id: str | None = None
    """The key that created this one, if it is a limit of that key: what that key and all keys that it created spend
    counts together.
    """
    limit_amount: int
    """The most that the runs of a period may cost and hold."""
    spent_amount: int
    """What the runs of this period were charged."""
    held_amount: int
    """What pending runs of this period hold."""
    available_amount: int
    """What is left of the limit."""
    resets_at: Moment
    """When the period ends, and the next one begins with the whole limit."""


class RequestRate(ContractModel):
    """The requests of the key, in all processes of the service together, as in `RateLimit`."""
    limit: int
    """The most requests in a window."""
    remaining: int
    """How many are left of this window."""
    window_seconds: int
    """How long a window is."""
    resets_at: Moment
    """When this window ends."""


class PendingRuns(ContractModel):
    """The runs of the workspace that have not ended. Each that ends makes room for another one."""
    limit: int
    """The most that there may be at once."""
    count: int
    """How many there are."""


class Quota(ContractModel):
    """The most that a workspace may store, send in a day, or have in use at once. What would exceed it is refused
    with `quota_exceeded` or `ingest_quota_exceeded`.
    """
    quota: QuotaName
    unit: Literal["bytes", "spans", "cpu_millis", "mebibytes", "customers"] | str
    """What `limit` and `used` count. More may be added."""
    limit: int
    """The most that there may be."""
    used: int
    """How much there is. What jobs leave may exceed the limit, by the outputs of jobs that ran already."""
    frees_at: Moment | None = None
    """When some of it becomes free by itself: the end of the day, or when the first of what is stored expires. Absent
    if nothing is used, if it is free as soon as jobs end or customers are erased, or if nothing expires.
    """


class Account(ContractModel):
    """What a key can spend at the moment, and the limits that apply to it."""
    key_id: str
    """The key that asks."""
    currency: str
    """ISO 4217 code of the currency of the amounts."""
    scale: int
    """How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00."""
    spendable_amount: int
    """What the key can spend: what its `accounts` have available together, or what a spending limit leaves where that is
    less. The hold of one run comes out of one account, so it has to fit into one of them, and into every limit.
    """
    accounts: list[AccountBalance]
    """The accounts that pay, in the order in which they are asked: the key's own credit before the wallet where it has
    both, else one of them.
    """
    spending_limits: list[SpendingLimit]
    """The spending limits of the key; empty if it has none."""
    request_rate: RequestRate
    pending_runs: PendingRuns
    quotas: list[Quota]
    """The quotas of the workspace, which all of its keys share, each with how much of it is used."""
    storage_price_per_gb_day: str | None = None
    expires_at: Moment | None = None
    """When the key stops working. Absent if it does not expire."""
    models: list[str] | None = None
    """The models that the key may name: exact identifiers, and prefixes that end in `/*`. Absent if it may name every
    model of the catalog.
    """


class Person(ContractModel):
    """Somebody who did something."""
    id: str
    """Names the user."""
    name: str
    """What people call the user."""


class KeySpendingLimit(ContractModel):
    """What the key may spend in a period of the calendar, in UTC. A run counts in the period in which it was created. A key
    that was rotated and the key in its place share their limits and what is used of them. A key that has limits and the keys
    that it has created count together.
    """
    period: Literal["day", "month"] | str
    """The period that the limit is for. More may be added."""
    limit_amount: int
    """The most that the runs of a period may cost and hold."""
    spent_amount: int
    """What the runs of this period were charged."""
    held_amount: int
    """What pending runs of this period hold."""
    available_amount: int
    """What is left of the limit."""
    resets_at: Moment
    """When the period ends, and the next one begins with the whole limit."""


class ApiKey(ContractModel):
    """A key of the workspace, without its secret."""
    id: str
    """Names the key."""
    name: str
    """What people call the key."""
    prefix: str
    """How the secret begins."""
    last4: str
    """How the secret ends."""
    scopes: list[Scope]
    """The permissions of the key."""
    status: Literal["active", "expired", "revoked"] | str
    """Whether the key works, and if not, why."""
    created_at: Moment
    """When it was made."""
    created_by: Person | None = None
    created_by_key_id: str | None = None
    """The key that created it, or the one in its place after a rotation: this key is within its rights and ends with it. Only
    where a key created it.
    """
    expires_at: Moment | None = None
    """When it stops working, or stopped. Absent if it does not expire."""
    revoked_at: Moment | None = None
    """When it was revoked, if it was."""
    last_used_at: Moment | None = None
    """When it was last used, to the minute. Absent before the first time."""
    rotated_to: str | None = None
    """The key that replaced it, if it was rotated."""
    rotated_from: str | None = None
    """The key that it replaced, if a rotation made it."""
    pays_from: Literal["wallet", "key_credit"] | str
    """What pays for its runs first: the wallet, or credit that is set aside for this key. A key that was rotated and the
    key in its place spend the same credit.
    """
    credit_amount: int | None = None
    """What is left of the credit that only this key spends. Absent if it spends the wallet, and if it was rotated:
    the key in its place has the same credit.
    """
    wallet_fallback: bool
    """Whether the wallet pays where the key's own credit does not cover a run."""
    spent_amount: int
    """What the runs of this key were charged, to any account. It may be ten seconds old."""
    spent_with_predecessors_amount: int
    """The same together with the keys whose place it took, one after the other: what the program that uses it was
    charged, however often its key was rotated. It may be ten seconds old. After a rotation it is 0 if it could not be
    added up in time.
    """
    held_amount: int
    """What is held for the pending runs of this key. It may be ten seconds old."""
    spending_limits: list[KeySpendingLimit]
    """Its spending limits, with what is used of them at this moment; empty if it has none."""
    models: list[str] | None = None
    """The models that it may name: exact identifiers, and prefixes that end in `/*`. Absent if it may name every
    model, or every one that the key that created it may name, which always applies as well.
    """
    purpose: Literal["playground"] | str | None = None
    """What the service made it for: `playground`, for a person who runs something from the pages of the dashboard. Nobody
    has the secret of such a key. Absent if somebody made it. More may be added.
    """


class ApiKeyList(ContractModel):
    """A page of keys, newest first."""
    data: list[ApiKey]
    """The keys of this page."""
    next_cursor: str | None
    """Give it as `cursor` to read on; null at the end."""


class CreateApiKey(ContractModel):
    """The key to make."""
    name: str
    """What people call the key. It is text, whatever it looks like, kept without blanks around it. Blanks alone are no
    name, and a character that changes the direction of text is refused.
    """
    scopes: list[ScopeInput]
    """The permissions of the key. One does not include another. A key can give the permissions that it has itself,
    except for `keys:write` and `billing:write`.
    """
    expires_at: Moment | None = None
    """When the key stops working, a moment to come. Without it, the key does not expire, or expires with the key that
    creates it.
    """
    credit_amount: int | None = None
    """Credit that only this key spends, taken out of the wallet. Without it, the key spends the wallet, or what the key that
    creates it spends.
    """
    wallet_fallback: bool | None = None
    """Whether the wallet pays where the key's own credit does not cover a run. Only with `creditAmount`."""
    day_limit_amount: int | None = None
    """The most that runs of one day, in UTC, may cost and hold. Without it, a day has no limit but that of the key that
    creates it.
    """
    month_limit_amount: int | None = None
    """The same of a month of the calendar, in UTC."""
    models: list[str] | None = None
    """The models that the key may name: exact identifiers, and prefixes that end in `/*`. Without it, the key may name
    every model.
    """


class CreatedApiKey(ContractModel):
    """A new key and its secret."""
    key: ApiKey
    secret: str
    """The key itself. It is shown once and kept nowhere."""


class UpdateApiKey(ContractModel):
    """What to change; members that are left out stay as they are."""
    name: str | None = None
    """What people call the key. It is text, whatever it looks like, kept without blanks around it. Blanks alone are no
    name, and a character that changes the direction of text is refused.
    """
    expires_at: Moment | None = None
    """When the key stops working, a moment to come; null for a key that does not expire."""
    credit_amount: int | None = None
    """What is to be left of the credit that only this key spends, beside what is held for its runs. The difference comes out
    of the wallet or goes back to it. A key that has spent the wallet spends its own credit from then on.
    """
    wallet_fallback: bool | None = None
    """Whether the wallet pays where the key's own credit does not cover a run. Only a key with such credit can."""
    day_limit_amount: int | None = None
    """The most that runs of one day, in UTC, may cost and hold; null for no limit of a day."""
    month_limit_amount: int | None = None
    """The same of a month of the calendar, in UTC; null for no limit of a month."""
    models: list[str] | None = None
    """The models that the key may name: exact identifiers, and prefixes that end in `/*`; null for every model."""


class RotateApiKey(ContractModel):
    """How long the old key keeps working."""
    overlap_seconds: int
    """From 0, which ends the old key at once, to 90 days."""


class RotatedApiKey(ContractModel):
    """The new key and its secret, and how long the old one works beside it."""
    key: ApiKey
    secret: str
    """The key itself. It is shown once and kept nowhere."""
    old_works_until: Moment
    """When the old key stops working."""


class RevokedApiKey(ContractModel):
    """The revoked key, and what that did. What its runs were charged and hold is shown as before it, and as 0 if it
    could not be added up in time.
    """
    key: ApiKey
    returned_amount: int
    """What went back to the wallet at once, also of keys that it created. More follows as runs under way end."""
    failed_runs: int
    """The runs that had not been sent yet and have failed."""


class Grant(ContractModel):
    """Credit that the operator gave until it expires. What is charged to the wallet or to the credit of keys is spent from grants first,
    and from the one that expires first before the others. What is left is taken soon after the expiry. What runs hold then
    is still theirs: only what they release is taken.
    """
    id: str
    """Names the grant."""
    reason: Literal["welcome", "goodwill", "promotion"] | str
    """Why it was given. More may be added."""
    amount: int
    """How much was given."""
    left_amount: int
    """What of it is neither spent nor taken."""
    expired_amount: int | None = None
    """What was left of it when it had expired or was revoked, and was taken. Absent if it is nothing."""
    created_at: Moment
    """When it was given."""
    expires_at: Moment
    """When it expires, or was revoked. In the past, the rest is held for runs, or is about to be taken."""


class PaymentBounds(ContractModel):
    """Which amounts can be paid by card. Absent if the deployment takes no payments."""
    least_amount: int
    """The least amount of one payment."""
    most_amount: int
    """The largest amount of one payment."""
    step_amount: int
    """Each amount is a multiple of it."""
    is_taxed: bool | None = None
    """Whether taxes are paid on top of the amount. The page to pay on shows how much. Absent if not."""


class Wallet(ContractModel):
    """The money of the workspace."""
    available_amount: int
    """What new runs and new keys can take."""
    held_amount: int
    """What is held for pending runs, whether the wallet pays or the credit of a key."""
    spent_amount: int
    """What the runs of the workspace and its stored bytes were charged, fees included, whether the wallet paid or the credit of a key. All
    that was ever credited, and not taken back and not expired, is the sum of the available, held and spent amount and the credit of keys.
    """
    key_credit_amount: int
    """What keys with credit of their own have left together. It is not part of the available amount."""
    currency: str
    """ISO 4217 code of the currency of the amounts."""
    scale: int
    """How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00."""
    low_balance_amount: int | None = None
    """The wallet is low once it has less than this available. Absent if nobody wants to be warned."""
    is_low: bool
    """Whether it has less than that."""
    debt_amount: int | None = None
    """What payments that were refunded or contested have left unpaid. Whatever becomes available in the wallet pays it first, but
    for the credit of grants. Absent if it is nothing.
    """
    debt_stops_runs: bool | None = None
    """Whether no run is created until that is paid, whatever would pay for it. Absent if not, and without a debt."""
    grants: list[Grant]
    """Credit that the operator gave and that has something left, in the order in which it is spent: before credit that was paid
    for. It is part of the other amounts.
    """
    payments: PaymentBounds | None = None


class Entry(ContractModel):
    """A movement of money. Entries are never changed."""
    id: str
    """Names the entry."""
    kind: Literal["top_up", "payment", "refund", "refund_reversed", "grant", "grant_expired", "hold", "capture", "fee", "release", "transfer_out", "transfer_in", "storage", "loss"] | str
    """| Kind | Meaning |
    | - | - |
    | `top_up` | The wallet was credited |
    | `payment` | The wallet was credited with a payment by card |
    | `refund` | The wallet gave back a payment that was refunded or contested |
    | `refund_reversed` | The wallet was credited again, because the bank decided against the payer |
    | `grant` | The operator gave credit that expires |
    | `grant_expired` | What was left of a grant, when it had expired or was revoked |
    | `hold` | Credit was held for a run, or for the stored bytes of a day |
    | `capture` | What the provider asked for a run, out of the hold |
    | `fee` | The fee of a run, out of the hold |
    | `release` | What was left of a hold |
    | `transfer_out` | Credit left this account for another one of the workspace |
    | `transfer_in` | Credit came from another account of the workspace |
    | `storage` | What stored bytes cost for a day, out of the hold |
    | `loss` | What a run cost beyond its hold, or stored bytes beyond the available credit; the deployment bears it |

    More may be added.
    """
    amount: int
    """How much was moved. It is never negative."""
    direction: Literal["in", "out", "none"] | str
    """Whether the available amount of the account rose, fell, or stayed."""
    account: Literal["wallet", "key_credit"] | str
    """The account that it belongs to, the wallet or the credit of a key."""
    run_id: str | None = None
    """The run that it belongs to, if it belongs to one."""
    key_id: str | None = None
    """The key that made the run, or whose credit it is now, after rotations as well."""
    reference: str | None = None
    """The name of the payment, with `top_up`; its id, with `payment`; its id and a number, with `refund` and `refund_reversed`; the
    name of the grant, with `grant`, and a number after it, with `grant_expired`; for stored bytes their day, in UTC.
    """
    created_at: Moment
    """When it was made."""
    wallet_balance_amount: int | None = None
    """What the wallet had available right after this entry. In lists that are not narrowed to a kind, a run or a key,
    and that begin within the newest 100,000 entries of the wallet.
    """


class EntryList(ContractModel):
    """A page of entries, newest first."""
    data: list[Entry]
    """The entries of this page."""
    next_cursor: str | None
    """Give it as `cursor` to read on; null at the end."""


class GrantList(ContractModel):
    """A page of grants, newest first."""
    data: list[Grant]
    """The grants of this page."""
    next_cursor: str | None
    """Give it as `cursor` to read on; null at the end."""


class Payment(ContractModel):
    """A payment by card."""
    id: str
    """Names the payment."""
    state: Literal["open", "succeeded", "expired", "failed"] | str
    """| State | Meaning |
    | - | - |
    | `open` | Nobody has paid yet, or the provider has not said so |
    | `succeeded` | The wallet was credited |
    | `expired` | Nobody paid in time |
    | `failed` | The saved card was declined: `declineReason` says why |

    More may be added.
    """
    is_automatic: bool | None = None
    """Whether the auto-recharge made it. Absent if somebody started it."""
    decline_reason: Literal["card_declined", "insufficient_funds", "expired_card", "authentication_required", "card_removed", "refused"] | str | None = None
    """| Reason | Meaning |
    | - | - |
    | `card_declined` | The bank declined, without a reason of the following |
    | `insufficient_funds` | The card has too little |
    | `expired_card` | The card has expired |
    | `authentication_required` | The bank wants its customer to confirm each payment |
    | `card_removed` | The provider no longer has the card |
    | `refused` | The provider refused the charge; the operator has to look into it |

    Only with `failed`. More may be added.
    """
    amount: int
    """What is added to the wallet."""
    tax_amount: int | None = None
    """The taxes that were paid on top of the amount, and are not added to the wallet. Absent if it is nothing."""
    returned_amount: int | None = None
    """What the payer has got back from the provider, or contests. The wallet gives back as much of it as it has available. Absent
    if it is nothing.
    """
    debt_amount: int | None = None
    """What the wallet has not given back yet, because it had less available. Absent if it is nothing."""
    is_disputed: bool | None = None
    """Whether the payer contests the payment, and the bank has not decided yet. Absent if not."""
    currency: str
    """ISO 4217 code of the currency of the amount."""
    scale: int
    """How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00."""
    checkout_url: str | None = None
    """The provider's page to pay on, while the payment is open."""
    receipt_url: str | None = None
    """The provider's page with the receipt and the invoice, if it has one."""
    invoice_url: str | None = None
    """The invoice as a PDF, at the provider, if it has one."""
    created_at: Moment
    """When it was started."""
    expires_at: Moment | None = None
    """Until when it can be paid, while it is open."""
    ended_at: Moment | None = None
    """When it succeeded or expired."""


class PaymentList(ContractModel):
    """A page of payments, newest first."""
    data: list[Payment]
    """The payments of this page."""
    next_cursor: str | None
    """Give it as `cursor` to read on; null at the end."""


class CreatePayment(ContractModel):
    """The amount of a payment."""
    amount: int
    """What to add to the wallet."""


class SavedCard(ContractModel):
    """The card that is charged, as people know it. Absent if none is saved."""
    brand: str
    """The brand, as the provider names it."""
    last4: str
    """The last four digits."""
    expires_in: str
    """The last month in which the card works."""


class AutoRecharge(ContractModel):
    """What is charged by itself when the wallet runs low. It charges nothing while the workspace has a debt or a contested payment."""
    state: Literal["none", "needs_card", "on", "off"] | str
    """| State | Meaning |
    | - | - |
    | `none` | Nobody has set it |
    | `needs_card` | It is set, and begins once a card is saved |
    | `on` | The card is charged when less than the threshold is available, unless `pausedBy` says why not |
    | `off` | It turned itself off after three declines in a row. Whoever sets it again, or saves another card, turns it on |

    More may be added.
    """
    paused_by: Literal["decline", "cap", "debt", "dispute", "suspension"] | str | None = None
    """| Reason | It goes on |
    | - | - |
    | `decline` | at `nextAttemptAt` |
    | `cap` | in the next month in UTC, or once the cap is raised |
    | `debt` | once the debt is paid |
    | `dispute` | once the bank has decided |
    | `suspension` | once the operator resumes the workspace |

    Absent if nothing stops it. More may be added.
    """
    next_attempt_at: Moment | None = None
    """When it tries again after a decline."""
    threshold_amount: int | None = None
    """The wallet is recharged once it has less than this available. Absent if nobody has set it."""
    recharge_amount: int | None = None
    """What one recharge adds to the wallet. Absent if nobody has set it."""
    month_cap_amount: int | None = None
    """The most that a month in UTC may cost. Absent if nobody has set it."""
    month_amount: int
    """What recharges of this month have come to, including one under way."""
    card: SavedCard | None = None
    declines: int | None = None
    """How often in a row the card was declined. Absent if the last recharge succeeded."""
    decline_reason: Literal["card_declined", "insufficient_funds", "expired_card", "authentication_required", "card_removed", "refused"] | str | None = None
    """Why the card was declined the last time, as in `declineReason` of a payment. Absent if the last recharge succeeded."""
    declined_at: Moment | None = None
    """When that was."""
    currency: str
    """ISO 4217 code of the currency of the amounts."""
    scale: int
    """How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00."""


class UpdateAutoRecharge(ContractModel):
    """When the wallet is recharged, with how much, and the most of a month."""
    threshold_amount: int
    """The wallet is recharged once it has less than this available."""
    recharge_amount: int
    """What one recharge adds to the wallet."""
    month_cap_amount: int
    """All recharges of a month in UTC together are at most this much."""


class CardSetup(ContractModel):
    """A page on which somebody saves a card."""
    checkout_url: str
    """The provider's page."""
    expires_at: Moment
    """Until when it works."""


class TaxId(ContractModel):
    """A tax id."""
    type: str
    """Which kind it is, as the provider names it."""
    value: str
    """The id."""


class Billing(ContractModel):
    """To whom invoices are made out."""
    name: str | None = None
    """The name of the customer. Absent if nobody has entered one."""
    address: list[str]
    """The lines of the address, from the street to the country. None if nobody has entered one."""
    tax_ids: list[TaxId]
    """Tax ids of the customer."""


class BillingPage(ContractModel):
    """A page of billing details and invoices."""
    billing_url: str
    """The provider's page."""


class WebhookEndpoint(ContractModel):
    """An address that gets messages about the runs of the workspace, without its secret."""
    id: str
    """Names the endpoint."""
    url: str
    """Where messages are sent."""
    description: str
    """What people say of it; empty if they say nothing."""
    event_types: list[WebhookEventType]
    """The events that it gets."""
    status: Literal["enabled", "disabled"] | str
    """Whether messages are sent to it."""
    created_at: Moment
    """When it was made."""
    created_by: Person | None = None
    last_delivered_at: Moment | None = None
    """When it last took a message, to the minute. Absent before the first time."""
    failing_since: Moment | None = None
    """The first attempt that failed since it last took a message. Absent if none did."""
    disabled_at: Moment | None = None
    """When it was disabled. Only while it is."""
    disabled_reason: Literal["by_user", "failing", "gone"] | str | None = None
    """Why it is disabled: somebody did it (`by_user`), it had failed for days (`failing`), or it answered 410 (`gone`).
    Only while it is. More may be added.
    """
    old_secret_signs_until: Moment | None = None
    """Until when the secret before the last rotation signs as well. Only until then."""


class WebhookEndpointList(ContractModel):
    """A page of endpoints, newest first."""
    data: list[WebhookEndpoint]
    """The endpoints of this page."""
    next_cursor: str | None
    """Give it as `cursor` to read on; null at the end."""


class CreateWebhookEndpoint(ContractModel):
    """The endpoint to make."""
    url: str
    """Where messages are sent: an `https` address of the public internet, without credentials and fragment. A deployment can
    allow `http` and private addresses.
    """
    description: str | None = None
    """What people say of it, such as what receives there."""
    event_types: list[WebhookEventTypeInput]
    """The events that it gets."""


class CreatedWebhookEndpoint(ContractModel):
    """An endpoint with its secret, which is shown this once."""
    endpoint: WebhookEndpoint
    secret: str
    """What its messages are signed with, after the Standard Webhooks specification. Receivers check messages with it."""


class UpdateWebhookEndpoint(ContractModel):
    """What to change; members that are left out stay as they are."""
    url: str | None = None
    """Where messages are sent: an `https` address of the public internet, without credentials and fragment. A deployment can
    allow `http` and private addresses.
    """
    description: str | None = None
    """What people say of it, such as what receives there."""
    event_types: list[WebhookEventTypeInput] | None = None
    """The events that it gets."""
    status: Literal["enabled", "disabled"] | str | None = None
    """Whether messages are sent to it."""


class RotateWebhookSecret(ContractModel):
    """How long the secret before signs as well."""
    overlap_seconds: int
    """From 0, which ends the secret before at once, to 90 days."""


class WebhookDelivery(ContractModel):
    """A message to an endpoint, and its state."""
    id: str
    """Names the message; the receiver finds it in the header `webhook-id`."""
    type: WebhookEventType
    run_id: str | None = None
    """The run that it is about. Absent if it is about none."""
    state: Literal["pending", "delivered", "failed"] | str
    """Whether it is to be sent (`pending`), was taken (`delivered`), or was not taken and is not sent any more
    (`failed`), because the endpoint was disabled. More may be added.
    """
    created_at: Moment
    """When the event happened."""
    attempts: int
    """How often it was sent."""
    last_attempt_at: Moment | None = None
    """When it was last sent. Absent before the first attempt."""
    last_status: int | None = None
    """The status that the last attempt was answered with. Absent if no answer came."""
    last_error: str | None = None
    """Why the last attempt failed, if it did."""
    delivered_at: Moment | None = None
    """When it was last taken. Absent before."""
    next_attempt_at: Moment | None = None
    """When it is sent next. Only while it is pending."""


class WebhookDeliveryList(ContractModel):
    """A page of messages, newest first."""
    data: list[WebhookDelivery]
    """The messages of this page."""
    next_cursor: str | None
    """Give it as `cursor` to read on; null at the end."""


class SavedExport(ContractModel):
    """An export that is read again and again."""
    id: str
    """Names the saved export."""
    name: str
    """What people call it, without links and addresses, and without characters that hide or reverse text."""
    dataset: Literal["runs", "charges", "scores", "spans"] | str
    """What it exports. More may be added."""
    format: Literal["ndjson", "csv", "parquet"] | str
    """Of the file. More may be added."""
    period: Literal["previous_day", "current_month", "previous_month"] | str
    """What its file has, by the calendar of the workspace when the file is read. More may be added."""
    end_user_id: str | None = None
    """The end user whose rows it has. Absent for those of all end users."""
    created_at: Moment
    """When it was saved, in UTC with milliseconds."""


class SavedExportList(ContractModel):
    """A page of saved exports, newest first."""
    data: list[SavedExport]
    """The saved exports of this page."""
    next_cursor: str | None
    """Give it as `cursor` to read on; null at the end."""


class CreateSavedExport(ContractModel):
    """What to export."""
    name: str
    """What people call it, without links and addresses, and without characters that hide or reverse text."""
    dataset: Literal["runs", "charges", "scores", "spans"] | str
    """What to export."""
    format: Literal["ndjson", "csv", "parquet"] | str
    """Of the file."""
    period: Literal["previous_day", "current_month", "previous_month"] | str
    """What its file has, by the calendar of the workspace when the file is read. The current month is the whole month, as far as it
    has happened.
    """
    end_user_id: str | None = None
    """Only the rows of this end user."""


class Alert(ContractModel):
    """A threshold that was crossed."""
    id: str
    """Names the alert."""
    kind: Literal["credit.low", "key.limit_near", "runs.failure_rate_high", "grant.expiring", "recharge.off", "workspace.suspended"] | str
    """Which threshold, named as the type of the webhook. `grant.expiring` is raised a week before granted credit expires, and
    `workspace.suspended` when the operator suspends the workspace; these two are no webhooks. More may be added.
    """
    raised_at: Moment
    """When it was found."""
    recovered_at: Moment | None = None
    """When it was found to be over. Absent until then."""
    detail: dict[str, Any]
    """The figures as they were. Its members depend on `kind`, and are those of the webhook."""


class AlertList(ContractModel):
    """A page of alerts, newest first."""
    data: list[Alert]
    """The alerts of this page."""
    next_cursor: str | None
    """Give it as `cursor` to read on; null at the end."""


class AlertSettings(ContractModel):
    """The thresholds, and who gets an email."""
    currency: str
    """ISO 4217 code of the currency of the amount."""
    scale: int
    """How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00."""
    low_balance_amount: int | None = None
    """Alert once the wallet, with what is held, has less than this. Absent for no alert."""
    key_limit_percent: int | None = None
    """Alert once a key has spent this share of its limit of a day or of a month. Absent for no alert."""
    failure_rate_percent: int | None = None
    """Alert once this share of the runs that ended in the window has failed. Absent for no alert."""
    failure_window_minutes: int
    """How far the rate of failures looks back, by when runs ended."""
    failure_min_runs: int
    """With fewer runs that ended in the window there is no alert."""
    mail_to: Literal["nobody", "owners", "admins"] | str
    """Who gets an email, if the deployment sends email; `admins` are owners and admins. More may be added."""
    sends_mail: bool
    """Whether the deployment sends email. Webhook endpoints get alerts in any case."""


class UpdateAlertSettings(ContractModel):
    """What to change; members that are left out stay."""
    low_balance_amount: int | None = None
    """Alert once the wallet, with what is held, has less than this; null for no alert."""
    key_limit_percent: int | None = None
    """Alert once a key has spent this share of its limit of a day or of a month; null for no alert."""
    failure_rate_percent: int | None = None
    """Alert once this share of the runs that ended in the window has failed; null for no alert."""
    failure_window_minutes: int | None = None
    """How far the rate of failures looks back, by when runs ended."""
    failure_min_runs: int | None = None
    """With fewer runs that ended in the window there is no alert."""
    mail_to: Literal["nobody", "owners", "admins"] | str | None = None
    """Who gets an email, if the deployment sends email; `admins` are owners and admins."""


class MetricsFilter(ContractModel):
    """Only runs that have one of the values."""
    dimension: str
    """One of the dimensions, whether rows are grouped by it or not."""
    values: list[str]
    """The values, any of which a run has to have."""


class MetricsQuery(ContractModel):
    """Which figures of which runs."""
    measures: list[Literal["charged", "count", "tokens", "latency", "errorRate", "reportedCost", "reportedTokens"] | str]
    """What each row has.

    | Measure | Meaning |
    | - | - |
    | `charged` | What the runs cost, fees included, in the unit of the answer |
    | `count` | How many runs were created |
    | `tokens` | What models counted, as far as it was reported |
    | `latency` | How long completed runs took from their creation to their end, as percentiles |
    | `errorRate` | Which part of the runs that have ended failed |
    | `reportedCost` | What the spans that programs sent say that the work cost. Nothing of it was charged here |
    | `reportedTokens` | What these spans say of tokens |

    The last two are sums over spans by when they started, over 7 days and 250,000 spans at most, and more where the
    deployment has a store for more, and by `model`, `tool`, `sessionId` and `endUserId` only. They are never part of the figures of runs. Of each figure, a span counts only if no span
    below it reports that figure, among the spans that the query takes: a parent that repeats the sum of its children is
    not counted again.
    """
    dimensions: list[str] | None = None
    """What rows are grouped by: `kind`, `model`, `tool`, `environment`, `keyId`, `state`, `errorCode`, `promptId`,
    `promptVersion`, `endUserId`, `sessionId`, and `metadata.` with the name of a label.
    """
    filters: list[MetricsFilter] | None = None
    """Only runs that pass all of them."""
    from_: Moment
    """The beginning of the span."""
    to: Moment
    """The end of the span, which is not part of it."""
    interval: Literal["hour", "day"] | str | None = None
    """The length of a point in time. Without it, the whole span is one point."""


class MetricsGroup(ContractModel):
    """What the runs of the row have in common: the dimensions that were asked for. A dimension is absent if the runs have no
    such value, as a tool run has no model.
    """
    kind: Literal["model_run", "tool_run", "compute_job"] | str | None = None
    """What was bought. More kinds may be added."""
    model: str | None = None
    """The model, for model runs."""
    tool: str | None = None
    """The tool, for tool runs."""
    environment: str | None = None
    """The environment, for compute jobs."""
    key_id: str | None = None
    """The API key that created the runs."""
    state: str | None = None
    """The state, as in runs."""
    error_code: str | None = None
    """The code of the error, for failed runs."""
    prompt_id: str | None = None
    """The prompt that the runs are attributed to."""
    prompt_version: str | None = None
    """The version of the prompt."""
    end_user_id: str | None = None
    """The end user."""
    session_id: str | None = None
    """The session."""
    metadata: dict[str, str] | None = None
    """The labels that were asked for, by their names without `metadata.` before them."""


class MetricsTokens(ContractModel):
    """What was counted. A count that nobody reported is absent; one that only some reported is the sum of theirs."""
    input_tokens: int | None = None
    """Tokens of the input, with those that were read from a cache."""
    output_tokens: int | None = None
    """Tokens that were generated, with those of reasoning."""
    cached_input_tokens: int | None = None
    """Those of the input that were read from a cache."""
    reasoning_tokens: int | None = None
    """Those of the output that were spent on reasoning."""


class MetricsLatency(ContractModel):
    """How long completed runs took from their creation to their end, in milliseconds: half, 95 and 99 of 100 took no longer.
    Durations are counted in classes, each 3 % wider than the one before: a figure is within 1.5 % of the exact one, and
    within 1 ms below 33 ms. Absent if none is completed.
    """
    p50: int
    """The median."""
    p95: int
    """The 95th percentile."""
    p99: int
    """The 99th percentile."""


class MetricsRow(ContractModel):
    """The figures of one group at one point in time. Only the measures that were asked for, and only if they are known."""
    start: Moment | None = None
    """The beginning of the hour or day. Absent without `interval`."""
    group: MetricsGroup
    charged: int | None = None
    """What the runs cost, fees included."""
    count: int | None = None
    """How many runs were created."""
    tokens: MetricsTokens | None = None
    latency: MetricsLatency | None = None
    error_rate: float | None = None
    """Which part of the runs that have ended failed, rounded to six digits. Absent if none has ended."""
    reported_cost: str | None = None
    """What programs reported as the cost of their spans, in total, in US dollars unless the programs mean another currency. Only if one did."""
    reported_tokens: MetricsTokens | None = None


class Metrics(ContractModel):
    """The figures that were asked for."""
    from_: Moment
    """The beginning of the span, widened to a whole hour or day."""
    to: Moment
    """The end of the span, widened likewise."""
    currency: str
    """ISO 4217 code of the currency of `charged`."""
    scale: int
    """How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00."""
    data: list[MetricsRow]
    """By time, and those of one time by cost. A group without runs is left out; without dimensions and interval there is
    always one row.
    """


class ScoredSpan(ContractModel):
    """The span that was judged."""
    trace_id: str
    """The id of its trace, in lowercase hexadecimal."""
    span_id: str
    """Its id, in lowercase hexadecimal."""


class ScoreAttribution(ContractModel):
    """What the run that was judged is attributed to. Only for scores of runs, and only what the run has."""
    session_id: str | None = None
    """The session."""
    end_user_id: str | None = None
    """The end user."""
    prompt_id: str | None = None
    """The prompt."""
    prompt_version: str | None = None
    """The version of the prompt."""


class Score(ContractModel):
    """How good a run, a span or a session was, in the eyes of a person or a program. It never changes."""
    id: str
    """Identifies the score."""
    created_at: Moment
    """When it was saved, in UTC with milliseconds."""
    name: str
    """What was judged."""
    data_type: Literal["numeric", "categorical", "boolean"] | str
    """What the value is. More may be added."""
    value: ScoreValue
    source: Literal["human", "automatic"] | str
    """Who judged. More may be added."""
    comment: str | None = None
    """Why, for people. Absent if nobody said."""
    run_id: str | None = None
    """The run that was judged. A score has this, `span` or `sessionId`."""
    span: ScoredSpan | None = None
    session_id: str | None = None
    """The session that was judged."""
    attribution: ScoreAttribution | None = None
    key_id: str | None = None
    """The API key that saved it. Where it was one, and not a person in the dashboard."""


class ScoreList(ContractModel):
    """A page of scores, newest first. A page may be short, or empty, and still have a cursor."""
    data: list[Score]
    """The scores of this page."""
    next_cursor: str | None
    """Give it as `cursor` to read on; null at the end."""


class ScoredSpanInput(ContractModel):
    """The span that is judged. Whether there is such a span is not looked at, because spans may come later."""
    trace_id: str
    """The id of its trace, in lowercase hexadecimal."""
    span_id: str
    """Its id, in lowercase hexadecimal."""


class CreateScore(ContractModel):
    """How good one thing was. It names exactly one of `runId`, `span` and `sessionId`."""
    name: str
    """What is judged, the same for all scores that you want to compare."""
    value: ScoreValueInput
    source: Literal["human", "automatic"] | str
    """Who judged, a person or a program."""
    comment: str | None = None
    """Why, for people."""
    run_id: str | None = None
    """The run that is judged. What it is attributed to is saved with the score."""
    span: ScoredSpanInput | None = None
    session_id: str | None = None
    """The session that is judged."""


class Liveness(ContractModel):
    """The process answers."""
    status: Literal["ok"]
    """Always `ok`."""


class Readiness(ContractModel):
    """The process takes requests."""
    status: Literal["ready"]
    """Always `ready`; a process that is not answers 503."""
    claims: Literal["refused"] | str | None = None
    """`refused` while no run is started, because the database may lack what had been saved. What is there is read as usual, and after a time no more runs are created."""


class OpenApiDocument(ContractModel):
    """This document, with everything in one JSON object."""
    openapi: str
    """The version of the OpenAPI specification."""
    info: dict[str, Any]
    """The title and the version of the contract."""
    paths: dict[str, Any]
    """The operations by path."""


class RequestCollection(ContractModel):
    """Requests in folders, in version 2.1 of Postman's format of collections."""
    info: dict[str, Any]
    """The name of the collection and the schema of its format."""
    item: list[dict[str, Any]]
    """A folder for each group of operations."""


class RunEventData(ContractModel):
    """The run as it was then."""
    id: str
    """The id of the run."""
    kind: Literal["model_run", "tool_run", "compute_job"] | str
    """What kind of run it is."""
    version: int
    """Rises with each change of the run. An endpoint gets the messages of one run in this order; a message that was
    sent once more can be older than what came before it.
    """
    state: RunState
    subject: str
    """What was bought, as a model, a tool or an environment."""
    currency: str
    """ISO 4217 code of the currency of the amounts."""
    scale: int
    """How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00."""
    reserved_amount: int
    """The hold."""
    charged_amount: int | None = None
    """What the run cost you. Of completed runs where it is known."""
    error_code: RunErrorCode | None = None


class RunEvent(ContractModel):
    """A run has come into a state. Read the run by its `id` for everything else."""
    type: Literal["run.completed", "run.failed", "run.needs_reconciliation"] | str
    """What happened."""
    timestamp: Moment
    """When it happened."""
    data: RunEventData


class CreditEventData(ContractModel):
    """What was there, and what was asked for."""
    currency: str
    """ISO 4217 code of the currency of the amounts."""
    scale: int
    """How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00."""
    available_amount: int
    """What the wallet could still hold."""
    held_amount: int
    """What was held for runs. What they are not charged comes back."""
    low_balance_amount: int
    """The amount at which the workspace wants to be warned. The other two together were below it."""


class CreditEvent(ContractModel):
    """The wallet has come below the amount at which the workspace wants to be warned."""
    type: Literal["credit.low"] | str
    """What happened."""
    timestamp: Moment
    """When that was noticed."""
    data: CreditEventData


class KeyLimitEventData(ContractModel):
    """The key, and what it has spent of which limit."""
    currency: str
    """ISO 4217 code of the currency of the amounts."""
    scale: int
    """How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00."""
    key_id: str
    """The id of the key."""
    key_name: str
    """What people call it."""
    period: Literal["day", "month"] | str
    """What the limit is of, in UTC."""
    limit_amount: int
    """The limit."""
    spent_amount: int
    """What its runs were charged in the period. What they hold is not counted."""
    threshold_percent: int
    """The share at which the workspace wants to be alerted."""


class KeyLimitEvent(ContractModel):
    """A key has spent the share of a limit at which the workspace wants to be alerted."""
    type: Literal["key.limit_near"] | str
    """What happened."""
    timestamp: Moment
    """When that was noticed."""
    data: KeyLimitEventData


class FailureRateEventData(ContractModel):
    """How many runs ended, and how many of them failed."""
    ended_runs: int
    """Runs of the window that ended; of the newest 10,000 runs."""
    failed_runs: int
    """How many of them failed."""
    window_minutes: int
    """How far it was looked back."""
    threshold_percent: int
    """The share at which the workspace wants to be alerted."""


class FailureRateEvent(ContractModel):
    """The share of runs that fail has come to the line of the workspace."""
    type: Literal["runs.failure_rate_high"] | str
    """What happened."""
    timestamp: Moment
    """When that was noticed."""
    data: FailureRateEventData


class RechargeOffEventData(ContractModel):
    """What was to be charged, and why the card was declined."""
    currency: str
    """ISO 4217 code of the currency of the amount."""
    scale: int
    """How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00."""
    recharge_amount: int
    """What one recharge adds to the wallet."""
    declines: int
    """How often in a row the card was declined."""
    decline_reason: Literal["card_declined", "insufficient_funds", "expired_card", "authentication_required", "card_removed", "refused"] | str
    """Why it was declined the last time."""


class RechargeOffEvent(ContractModel):
    """The saved card was declined three times in a row, and is not charged any more."""
    type: Literal["recharge.off"] | str
    """What happened."""
    timestamp: Moment
    """When that was noticed."""
    data: RechargeOffEventData


class BudgetReachedEventData(ContractModel):
    """The customer, its budget, and what the refused run needed."""
    currency: str
    """ISO 4217 code of the currency of the amounts."""
    scale: int
    """How many digits of an amount come after its decimal point. With 9, 1000000000 is 1.00."""
    end_user_id: str
    """The customer, as `attribution.endUserId` of its runs names it."""
    period: Literal["day", "month", "total", "balance"] | str
    """What the budget is of, in UTC; `total` is a budget without an end, `balance` the prepaid balance."""
    limit_amount: int
    """The budget; of a balance, what was granted without what expired."""
    spent_amount: int
    """What the runs of the period were charged."""
    held_amount: int
    """What the pending runs of the period hold. What they are not charged is left again."""
    required_amount: int
    """The hold that the refused run needed."""


class BudgetReachedEvent(ContractModel):
    """A budget of a customer has refused a run for the first time in its period."""
    type: Literal["budget.reached"] | str
    """What happened."""
    timestamp: Moment
    """When the run was refused."""
    data: BudgetReachedEventData


class CustomerBlockedEventData(ContractModel):
    """The customer, and who blocked it."""
    end_user_id: str
    """The customer, as `attribution.endUserId` of its runs names it."""
    key_id: str | None = None
    """The id of the key that blocked it, if a key did."""


class CustomerBlockedEvent(ContractModel):
    """A customer is blocked from now on."""
    type: Literal["customer.blocked"] | str
    """What happened."""
    timestamp: Moment
    """When it was blocked."""
    data: CustomerBlockedEventData


class CacheControlDict(TypedDict):
    """Marks the end of a prefix that the provider should keep in its cache: the tools, and all messages up to and including
    what has this mark. Later requests with the same prefix read it from the cache, and are charged `cacheRead` for it
    (`usage.cachedPromptTokens`). Keeping it is charged `cacheWrite` (`usage.cacheWriteTokens`), so a hold covers that.
    Providers differ in how long a prefix must be, and in how many marks a request may have, which is often four.
    A provider whose API has no such marks does not get them: it caches what it wants, and the run is the same without
    them. No provider gets marks for a model without the price `cacheWrite`.
    """
    type: Required[Literal["ephemeral"]]
    ttl: NotRequired[Literal["5m", "1h"] | None]


class TextPartDict(TypedDict):
    """A text."""
    type: Required[Literal["text"]]
    text: Required[str]
    cache_control: NotRequired[CacheControl | CacheControlDict | None]


class SystemMessageDict(TypedDict):
    """Instructions that frame the conversation."""
    role: Required[Literal["system"]]
    content: Required[SystemContentDict]


class ImageUrlDict(TypedDict):
    """Where the image is, or the image itself."""
    url: Required[str]
    detail: NotRequired[Literal["auto", "low", "high"] | None]


class ImagePartDict(TypedDict):
    """An image. Needs `image` in `inputModalities`."""
    type: Required[Literal["image_url"]]
    image_url: Required[ImageUrl | ImageUrlDict]
    cache_control: NotRequired[CacheControl | CacheControlDict | None]


class InputFileDict(TypedDict):
    """The file and its name."""
    filename: Required[str]
    file_data: Required[str]


class FilePartDict(TypedDict):
    """A file. Needs `file` in `inputModalities`."""
    type: Required[Literal["file"]]
    file: Required[InputFile | InputFileDict]
    cache_control: NotRequired[CacheControl | CacheControlDict | None]


class InputAudioDict(TypedDict):
    """The sound and its format."""
    data: Required[str]
    format: Required[Literal["wav", "mp3"]]


class AudioPartDict(TypedDict):
    """Sound. Needs `audio` in `inputModalities`."""
    type: Required[Literal["input_audio"]]
    input_audio: Required[InputAudio | InputAudioDict]
    cache_control: NotRequired[CacheControl | CacheControlDict | None]


class UserMessageDict(TypedDict):
    """What the user says."""
    role: Required[Literal["user"]]
    content: Required[UserContentDict]


class CalledFunctionDict(TypedDict):
    """The function that is called."""
    name: Required[str]
    arguments: Required[str]


class ToolCallDict(TypedDict):
    """A call that the model makes."""
    id: Required[str]
    type: Required[Literal["function"]]
    function: Required[CalledFunction | CalledFunctionDict]


class AssistantMessageDict(TypedDict):
    """What the model said. The `message` of a completed run is one, and `messages` of a request always takes it
    back unchanged. It gains no members: what is new is next to it.

    It holds what the provider said, and leaves out what it did not say: any member but `role` may be absent,
    because the model may have said nothing but its reasoning, or nothing at all. An answer has no null beside
    `content`; in a request null means absent. Half a surrogate pair and the NUL character, which strict JSON
    readers or databases refuse, are U+FFFD wherever the provider wrote them. Reasoning beyond the bounds of
    `reasoning_details`, or that gives the message more than 25,000 JSON values, is left out as a whole. A message
    that is beyond the other bounds is left out; the run still has its `text`.
    """
    role: Required[Literal["assistant"]]
    content: NotRequired[str | None]
    refusal: NotRequired[str | None]
    tool_calls: NotRequired[Sequence[ToolCall | ToolCallDict] | None]
    reasoning_details: NotRequired[Sequence[Mapping[str, Any]] | None]


class ToolMessageDict(TypedDict):
    """The result of one call of the assistant message before."""
    role: Required[Literal["tool"]]
    tool_call_id: Required[str]
    name: NotRequired[str | None]
    content: Required[ToolResultContentDict]


class ToolDefinitionDict(TypedDict):
    """A function that the model may call."""
    name: Required[str]
    description: Required[str]
    parameters: Required[Mapping[str, Any]]
    strict: NotRequired[bool | None]
    cache_control: NotRequired[CacheControl | CacheControlDict | None]


class SelectedFunctionDict(TypedDict):
    """The function to call."""
    name: Required[str]


class NamedToolChoiceDict(TypedDict):
    """Asks for a call of one function."""
    type: Required[Literal["function"]]
    function: Required[SelectedFunction | SelectedFunctionDict]


class ReasoningRequestDict(TypedDict):
    """How much the model is to think before it answers. Needs `reasoning` in `supportedParameters`."""
    effort: Required[Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"]]


class JsonSchemaFormatDict(TypedDict):
    """The schema that the answer is to fit. With `json_schema` it is required, with other types refused."""
    name: Required[str]
    description: NotRequired[str | None]
    schema_: Required[Mapping[str, Any]]
    strict: NotRequired[bool | None]


class ResponseFormatDict(TypedDict):
    """The form of the answer. `text` is the same as absent. `json_object` asks for JSON of any form and needs
    `response_format` in `supportedParameters`; `json_schema` asks for JSON that fits a schema, and needs
    `structured_outputs` there. The bytes of it count into the hold, and no characters of it into `promptChars`.
    """
    type: Required[Literal["text", "json_object", "json_schema"]]
    json_schema: NotRequired[JsonSchemaFormat | JsonSchemaFormatDict | None]


class AttributionInputDict(TypedDict):
    """What the run belongs to on your side. Echoed on the run, and usable as filters of the list. A provider
    gets at most a keyed hash of it. Without any member it is the same as absent.
    """
    session_id: NotRequired[str | None]
    end_user_id: NotRequired[str | None]
    prompt_id: NotRequired[str | None]
    prompt_version: NotRequired[str | None]


class CreateModelRunDict(TypedDict):
    """The run to create, or to estimate. An optional member that is null means the same as one that is absent. A
    member that an object has twice is refused, and so are the NUL character and half a surrogate pair in any text or
    name, a number beyond a double, more than 64 levels, and more than 50,000 values and members.
    """
    model: Required[str]
    messages: Required[Sequence[MessageDict]]
    max_output_tokens: Required[int]
    tools: NotRequired[Sequence[ToolDefinition | ToolDefinitionDict] | None]
    tool_choice: NotRequired[ToolChoiceDict]
    parallel_tool_calls: NotRequired[bool | None]
    temperature: NotRequired[float | None]
    top_p: NotRequired[float | None]
    stop: NotRequired[Sequence[str] | None]
    seed: NotRequired[int | None]
    reasoning: NotRequired[ReasoningRequest | ReasoningRequestDict | None]
    response_format: NotRequired[ResponseFormat | ResponseFormatDict | None]
    max_reserved_amount: NotRequired[int | None]
    expires_after_seconds: NotRequired[int | None]
    attribution: NotRequired[AttributionInput | AttributionInputDict | None]
    metadata: NotRequired[MetadataInputDict | None]


class BatchedRequestDict(TypedDict):
    """One run to create, with its request key."""
    idempotency_key: Required[str]
    request: Required[CreateModelRun | CreateModelRunDict]


class CreateModelRunBatchDict(TypedDict):
    """The runs to create. The bounds of a body, in bytes and in values, hold for all of them together."""
    requests: Required[Sequence[BatchedRequest | BatchedRequestDict]]


class ParentInputDict(TypedDict):
    """The run that requested this one, and by which of its tool calls. It is returned with the run, and lists can be filtered by it."""
    run_id: Required[str]
    tool_call_id: NotRequired[str | None]


class CreateToolRunDict(TypedDict):
    """The run to create, or to estimate. An optional member that is null means the same as one that is absent. The input is
    checked against the schema of the tool before anything is held. A member that an object has twice is refused, and so
    are the NUL character and half a surrogate pair in any text or name, a number beyond a double, more than 64 levels,
    and more than 50,000 values and members.
    """
    tool: Required[str]
    input: Required[Mapping[str, Any]]
    version: NotRequired[str | None]
    timeout_seconds: NotRequired[int | None]
    max_reserved_amount: NotRequired[int | None]
    expires_after_seconds: NotRequired[int | None]
    parent: NotRequired[ParentInput | ParentInputDict | None]
    attribution: NotRequired[AttributionInput | AttributionInputDict | None]
    metadata: NotRequired[MetadataInputDict | None]


class ComputeFileInputDict(TypedDict):
    """A file, with `content` or `contentBase64`; one without both is empty."""
    path: Required[str]
    content: NotRequired[str | None]
    content_base64: NotRequired[str | None]


class ComputeResourcesInputDict(TypedDict):
    """What the code may use; it is charged whether it is used or not."""
    cpu_millis: NotRequired[int | None]
    memory_mb: NotRequired[int | None]


class CreateComputeJobDict(TypedDict):
    """The job to create, or to estimate. An optional member that is null means the same as one that is absent. `source` or
    `command` is there, as `kind` of the environment says. Source, command, input and files together have at most
    `maxInputBytes`. A member that an object has twice is refused, and so are the NUL character and half a surrogate pair
    in any text or name, a number beyond a double, more than 64 levels, and more than 50,000 values and members.
    """
    environment: Required[str]
    timeout_seconds: Required[int]
    source: NotRequired[str | None]
    command: NotRequired[Sequence[str] | None]
    stdin: NotRequired[str | None]
    files: NotRequired[Sequence[ComputeFileInput | ComputeFileInputDict] | None]
    env: NotRequired[Mapping[str, str] | None]
    outputs: NotRequired[Sequence[str] | None]
    resources: NotRequired[ComputeResourcesInput | ComputeResourcesInputDict | None]
    max_reserved_amount: NotRequired[int | None]
    expires_after_seconds: NotRequired[int | None]
    parent: NotRequired[ParentInput | ParentInputDict | None]
    attribution: NotRequired[AttributionInput | AttributionInputDict | None]
    metadata: NotRequired[MetadataInputDict | None]


class PromptMessageInputDict(TypedDict):
    """One message."""
    role: Required[Literal["system", "user", "assistant"]]
    content: Required[str]


class CreatePromptVersionDict(TypedDict):
    """The version to save: a `text` or `messages`, one of them. In their texts `{{name}}` is a variable and `{{> other}}` stands
    for the text of another prompt. A member that an object has twice is refused, and so are the NUL character and half a
    surrogate pair in any text or name.
    """
    name: Required[str]
    text: NotRequired[str | None]
    messages: NotRequired[Sequence[PromptMessageInput | PromptMessageInputDict] | None]
    config: NotRequired[Mapping[str, Any] | None]
    variables: NotRequired[Mapping[str, Any] | None]
    labels: NotRequired[Sequence[str] | None]
    comment: NotRequired[str | None]
    parent_version: NotRequired[int | None]


class UpdatePromptLabelDict(TypedDict):
    """Where the label goes."""
    version: Required[int]


class RenderPromptDict(TypedDict):
    """Which version to render, by its number or a label, and the values of its variables."""
    version: NotRequired[int | None]
    label: NotRequired[str | None]
    variables: NotRequired[Mapping[str, Any] | None]


class CustomerBudgetsInputDict(TypedDict):
    """The most that the runs of the customer may cost, an integer with `scale` digits after its decimal point. Without
    a member, or with null, there is no such budget; an object without members means that the customer has no budgets.
    Null in place of the object means that it has none of its own: the defaults of the workspace apply.
    """
    day_amount: NotRequired[int | None]
    month_amount: NotRequired[int | None]
    total_amount: NotRequired[int | None]


class CreateCustomerDict(TypedDict):
    """The customer to make."""
    end_user_id: Required[str]
    name: NotRequired[str | None]
    metadata: NotRequired[CustomerMetadataInputDict | None]
    state: NotRequired[Literal["active", "blocked"] | None]
    budgets: NotRequired[CustomerBudgetsInput | CustomerBudgetsInputDict | None]
    has_balance: NotRequired[bool | None]


class UpdateCustomerDict(TypedDict):
    """What changes. A member that is absent stays as it is, and null removes it."""
    name: NotRequired[str | None]
    metadata: NotRequired[CustomerMetadataInputDict | None]
    state: NotRequired[Literal["active", "blocked"]]
    budgets: NotRequired[CustomerBudgetsInput | CustomerBudgetsInputDict | None]
    has_balance: NotRequired[bool]


class CreateCustomerGrantDict(TypedDict):
    """What to grant."""
    amount: Required[int]
    expires_at: NotRequired[datetime | str | None]
    note: NotRequired[str | None]


class DefaultBudgetsInputDict(TypedDict):
    """The most that the runs of each customer without budgets of its own may cost. A member that is absent or null is no such
    budget; null and an object without members mean that there are no default budgets.
    """
    day_amount: NotRequired[int | None]
    month_amount: NotRequired[int | None]
    total_amount: NotRequired[int | None]


class UpdateCustomerSettingsDict(TypedDict):
    """What changes. A member that is absent stays as it is."""
    default_budgets: NotRequired[DefaultBudgetsInput | DefaultBudgetsInputDict | None]


class CreateApiKeyDict(TypedDict):
    """The key to make."""
    name: Required[str]
    scopes: Required[Sequence[ScopeInputDict]]
    expires_at: NotRequired[datetime | str]
    credit_amount: NotRequired[int]
    wallet_fallback: NotRequired[bool]
    day_limit_amount: NotRequired[int]
    month_limit_amount: NotRequired[int]
    models: NotRequired[Sequence[str]]


class UpdateApiKeyDict(TypedDict):
    """What to change; members that are left out stay as they are."""
    name: NotRequired[str]
    expires_at: NotRequired[datetime | str | None]
    credit_amount: NotRequired[int]
    wallet_fallback: NotRequired[bool]
    day_limit_amount: NotRequired[int | None]
    month_limit_amount: NotRequired[int | None]
    models: NotRequired[Sequence[str] | None]


class RotateApiKeyDict(TypedDict):
    """How long the old key keeps working."""
    overlap_seconds: Required[int]


class CreatePaymentDict(TypedDict):
    """The amount of a payment."""
    amount: Required[int]


class UpdateAutoRechargeDict(TypedDict):
    """When the wallet is recharged, with how much, and the most of a month."""
    threshold_amount: Required[int]
    recharge_amount: Required[int]
    month_cap_amount: Required[int]


class CreateWebhookEndpointDict(TypedDict):
    """The endpoint to make."""
    url: Required[str]
    description: NotRequired[str]
    event_types: Required[Sequence[WebhookEventTypeInputDict]]


class UpdateWebhookEndpointDict(TypedDict):
    """What to change; members that are left out stay as they are."""
    url: NotRequired[str]
    description: NotRequired[str]
    event_types: NotRequired[Sequence[WebhookEventTypeInputDict]]
    status: NotRequired[Literal["enabled", "disabled"]]


class RotateWebhookSecretDict(TypedDict):
    """How long the secret before signs as well."""
    overlap_seconds: Required[int]


class CreateSavedExportDict(TypedDict):
    """What to export."""
    name: Required[str]
    dataset: Required[Literal["runs", "charges", "scores", "spans"]]
    format: Required[Literal["ndjson", "csv", "parquet"]]
    period: Required[Literal["previous_day", "current_month", "previous_month"]]
    end_user_id: NotRequired[str]


class UpdateAlertSettingsDict(TypedDict):
    """What to change; members that are left out stay."""
    low_balance_amount: NotRequired[int | None]
    key_limit_percent: NotRequired[int | None]
    failure_rate_percent: NotRequired[int | None]
    failure_window_minutes: NotRequired[int]
    failure_min_runs: NotRequired[int]
    mail_to: NotRequired[Literal["nobody", "owners", "admins"]]


class MetricsFilterDict(TypedDict):
    """Only runs that have one of the values."""
    dimension: Required[str]
    values: Required[Sequence[str]]


class MetricsQueryDict(TypedDict):
    """Which figures of which runs."""
    measures: Required[Sequence[Literal["charged", "count", "tokens", "latency", "errorRate", "reportedCost", "reportedTokens"]]]
    dimensions: NotRequired[Sequence[str] | None]
    filters: NotRequired[Sequence[MetricsFilter | MetricsFilterDict] | None]
    from_: Required[datetime | str]
    to: Required[datetime | str]
    interval: NotRequired[Literal["hour", "day"] | None]


class ScoredSpanInputDict(TypedDict):
    """The span that is judged. Whether there is such a span is not looked at, because spans may come later."""
    trace_id: Required[str]
    span_id: Required[str]


class CreateScoreDict(TypedDict):
    """How good one thing was. It names exactly one of `runId`, `span` and `sessionId`."""
    name: Required[str]
    value: Required[ScoreValueInputDict]
    source: Required[Literal["human", "automatic"]]
    comment: NotRequired[str | None]
    run_id: NotRequired[str | None]
    span: NotRequired[ScoredSpanInput | ScoredSpanInputDict | None]
    session_id: NotRequired[str | None]


class ListModelRunsQuery(TypedDict):
    limit: NotRequired[int]
    state: NotRequired[Literal["reserved", "queued", "submitting", "received", "needs_reconciliation", "completed", "failed"] | str | Sequence[Literal["reserved", "queued", "submitting", "received", "needs_reconciliation", "completed", "failed"] | str]]
    model: NotRequired[str]
    created_after: NotRequired[datetime | str]
    created_before: NotRequired[datetime | str]
    idempotency_key: NotRequired[str]
    session_id: NotRequired[str]
    end_user_id: NotRequired[str]
    prompt_id: NotRequired[str]
    prompt_version: NotRequired[str]
    key_id: NotRequired[str]
    metadata: NotRequired[Mapping[str, str]]


class ListToolRunsQuery(TypedDict):
    limit: NotRequired[int]
    state: NotRequired[Literal["reserved", "queued", "submitting", "received", "needs_reconciliation", "completed", "failed"] | str | Sequence[Literal["reserved", "queued", "submitting", "received", "needs_reconciliation", "completed", "failed"] | str]]
    tool: NotRequired[str]
    created_after: NotRequired[datetime | str]
    created_before: NotRequired[datetime | str]
    idempotency_key: NotRequired[str]
    session_id: NotRequired[str]
    end_user_id: NotRequired[str]
    prompt_id: NotRequired[str]
    prompt_version: NotRequired[str]
    key_id: NotRequired[str]
    metadata: NotRequired[Mapping[str, str]]
    parent_run_id: NotRequired[str]


class ListComputeJobsQuery(TypedDict):
    limit: NotRequired[int]
    state: NotRequired[Literal["reserved", "queued", "submitting", "running", "needs_reconciliation", "completed", "failed"] | str | Sequence[Literal["reserved", "queued", "submitting", "running", "needs_reconciliation", "completed", "failed"] | str]]
    environment: NotRequired[str]
    created_after: NotRequired[datetime | str]
    created_before: NotRequired[datetime | str]
    idempotency_key: NotRequired[str]
    session_id: NotRequired[str]
    end_user_id: NotRequired[str]
    prompt_id: NotRequired[str]
    prompt_version: NotRequired[str]
    key_id: NotRequired[str]
    metadata: NotRequired[Mapping[str, str]]
    parent_run_id: NotRequired[str]


class ListToolsQuery(TypedDict):
    limit: NotRequired[int]


class ListPromptsQuery(TypedDict):
    limit: NotRequired[int]


class ListPromptVersionsQuery(TypedDict):
    limit: NotRequired[int]


class ListModelsQuery(TypedDict):
    limit: NotRequired[int]
    supported_parameter: NotRequired[Literal["temperature", "top_p", "stop", "seed", "reasoning", "response_format", "structured_outputs"] | str | Sequence[Literal["temperature", "top_p", "stop", "seed", "reasoning", "response_format", "structured_outputs"] | str]]
    tools: NotRequired[bool]


class ListTracesQuery(TypedDict):
    limit: NotRequired[int]
    session_id: NotRequired[str]
    end_user_id: NotRequired[str]
    status: NotRequired[Literal["unset", "ok", "error"] | str]
    started_after: NotRequired[datetime | str]
    started_before: NotRequired[datetime | str]


class ListSpansQuery(TypedDict):
    limit: NotRequired[int]
    trace_id: NotRequired[str]
    source: NotRequired[Literal["run", "client"] | str]
    operation: NotRequired[str]
    model: NotRequired[str]
    tool: NotRequired[str]
    session_id: NotRequired[str]
    end_user_id: NotRequired[str]
    status: NotRequired[Literal["unset", "ok", "error"] | str]
    started_after: NotRequired[datetime | str]
    started_before: NotRequired[datetime | str]


class ListSessionsQuery(TypedDict):
    limit: NotRequired[int]
    session_id: NotRequired[str]
    end_user_id: NotRequired[str]
    started_after: NotRequired[datetime | str]
    started_before: NotRequired[datetime | str]


class ListEndUsersQuery(TypedDict):
    limit: NotRequired[int]
    session_id: NotRequired[str]
    end_user_id: NotRequired[str]
    started_after: NotRequired[datetime | str]
    started_before: NotRequired[datetime | str]


class ListCustomersQuery(TypedDict):
    limit: NotRequired[int]
    state: NotRequired[Literal["active", "blocked", "erasing"] | str]
    has_own_budgets: NotRequired[Literal["true", "false"] | str]
    created_after: NotRequired[datetime | str]
    created_before: NotRequired[datetime | str]


class ListCustomerGrantsQuery(TypedDict):
    limit: NotRequired[int]


class ListCustomerSpendingQuery(TypedDict):
    month: Required[str]
    time_zone: NotRequired[str]
    state: NotRequired[Literal["active", "blocked", "erasing"] | str]
    has_own_budgets: NotRequired[Literal["true", "false"] | str]
    search: NotRequired[str]
    sort: NotRequired[Literal["spent", "newest", "name"] | str]
    limit: NotRequired[int]


class ListApiKeysQuery(TypedDict):
    status: NotRequired[Literal["active", "expired", "revoked"] | str]
    created_by_key_id: NotRequired[str]
    created_after: NotRequired[datetime | str]
    created_before: NotRequired[datetime | str]
    limit: NotRequired[int]


class ListBillingEntriesQuery(TypedDict):
    kind: NotRequired[str]
    run_id: NotRequired[str]
    key_id: NotRequired[str]
    created_after: NotRequired[datetime | str]
    created_before: NotRequired[datetime | str]
    limit: NotRequired[int]


class ListBillingGrantsQuery(TypedDict):
    created_after: NotRequired[datetime | str]
    created_before: NotRequired[datetime | str]
    limit: NotRequired[int]


class ListBillingPaymentsQuery(TypedDict):
    state: NotRequired[Literal["open", "succeeded", "expired", "failed"] | str | Sequence[Literal["open", "succeeded", "expired", "failed"] | str]]
    created_after: NotRequired[datetime | str]
    created_before: NotRequired[datetime | str]
    limit: NotRequired[int]


class ListEndpointsQuery(TypedDict):
    limit: NotRequired[int]


class ListEndpointMessagesQuery(TypedDict):
    state: NotRequired[Literal["pending", "delivered", "failed"] | str]
    limit: NotRequired[int]


class ListSavedExportsQuery(TypedDict):
    created_after: NotRequired[datetime | str]
    created_before: NotRequired[datetime | str]
    limit: NotRequired[int]


class ListAlertsQuery(TypedDict):
    kind: NotRequired[str]
    state: NotRequired[Literal["open", "recovered"] | str]
    created_after: NotRequired[datetime | str]
    created_before: NotRequired[datetime | str]
    limit: NotRequired[int]


class ListScoresQuery(TypedDict):
    limit: NotRequired[int]
    run_id: NotRequired[str]
    trace_id: NotRequired[str]
    span_id: NotRequired[str]
    session_id: NotRequired[str]
    name: NotRequired[str]
    source: NotRequired[Literal["human", "automatic"] | str]
    prompt_id: NotRequired[str]
    prompt_version: NotRequired[str]
    created_after: NotRequired[datetime | str]
    created_before: NotRequired[datetime | str]


class GetExportQuery(TypedDict):
    dataset: Required[Literal["runs", "charges", "scores", "spans"] | str]
    format: Required[Literal["ndjson", "csv", "parquet"] | str]
    from_: Required[datetime | str]
    to: Required[datetime | str]
    end_user_id: NotRequired[str]

ProblemCode: TypeAlias = Literal["invalid_request", "malformed_json", "idempotency_key_missing", "invalid_cursor", "unauthorized", "insufficient_credit", "spending_limit_reached", "end_user_budget_reached", "workspace_in_debt", "insufficient_scope", "workspace_suspended", "customer_blocked", "model_not_allowed", "label_protected", "not_found", "method_not_allowed", "request_timeout", "conflict", "version_conflict", "customer_exists", "precondition_failed", "payload_too_large", "unsupported_media_type", "range_not_satisfiable", "exceeds_own_rights", "unknown_model", "max_output_tokens_exceeded", "unsupported_parameter", "unsupported_input", "prompt_too_large", "inconsistent_tool_calls", "unknown_tool", "tool_version_changed", "invalid_tool_input", "unknown_environment", "resources_exceeded", "invalid_path", "timeout_exceeded", "invalid_prompt", "invalid_variables", "prompt_limit_reached", "too_many_spans", "idempotency_key_reuse", "hold_above_maximum", "metrics_too_wide", "unknown_run", "too_many_scores", "rate_limited", "too_many_pending_runs", "ingest_quota_exceeded", "quota_exceeded", "headers_too_large", "internal_error", "overloaded", "shutting_down"] | str
FaultCode: TypeAlias = Literal["required", "additional_properties", "type", "const", "enum", "one_of", "discriminator", "minimum", "maximum", "exclusive_minimum", "min_length", "max_length", "min_items", "max_items", "max_properties", "property_names", "pattern", "format", "duplicate", "nul", "surrogate", "number", "depth", "values", "unknown", "repeated", "unsupported", "range", "invalid_cursor", "idempotency_key_reuse", "needs_tools", "unknown_tool", "unknown_environment", "resources_exceeded", "invalid_path", "unknown_call", "repeated_call", "repeated_result", "missing_result", "name_mismatch", "last_role", "model_not_allowed", "unknown_model", "max_output_tokens_exceeded", "prompt_too_large", "tool_version_changed", "invalid_tool_input", "timeout_exceeded", "hold_above_maximum", "template", "unknown_prompt", "version_conflict", "precondition_failed", "unknown_run", "conflict", "forbidden", "guessable", "needs_credit"] | str
LimitPeriod: TypeAlias = Literal["day", "month", "total", "balance"] | str
QuotaName: TypeAlias = Literal["stored_outputs", "stored_content", "stored_spans", "spans", "span_bytes", "received_bytes", "downloaded_bytes", "compute_cpu", "compute_memory", "customers"] | str
SystemContent: TypeAlias = str | list[TextPart]
SystemContentDict: TypeAlias = str | Sequence[TextPart | TextPartDict]
ContentPart: TypeAlias = Annotated[TextPart | ImagePart | FilePart | AudioPart | dict[str, Any], FIRST]
ContentPartDict: TypeAlias = TextPart | TextPartDict | ImagePart | ImagePartDict | FilePart | FilePartDict | AudioPart | AudioPartDict
UserContent: TypeAlias = str | list[ContentPart]
UserContentDict: TypeAlias = str | Sequence[ContentPartDict]
ToolResultContent: TypeAlias = str | list[TextPart]
ToolResultContentDict: TypeAlias = str | Sequence[TextPart | TextPartDict]
Message: TypeAlias = Annotated[SystemMessage | UserMessage | AssistantMessage | ToolMessage | dict[str, Any], FIRST]
MessageDict: TypeAlias = SystemMessage | SystemMessageDict | UserMessage | UserMessageDict | AssistantMessage | AssistantMessageDict | ToolMessage | ToolMessageDict
ToolChoice: TypeAlias = Literal["auto", "none", "required"] | str | None | NamedToolChoice
ToolChoiceDict: TypeAlias = Literal["auto", "none", "required"] | None | NamedToolChoice | NamedToolChoiceDict
MetadataInput: TypeAlias = dict[str, str]
MetadataInputDict: TypeAlias = Mapping[str, str]
Metadata: TypeAlias = dict[str, str]
ModelRunState: TypeAlias = Literal["reserved", "queued", "submitting", "received", "needs_reconciliation", "completed", "failed"] | str
ModelRunErrorCode: TypeAlias = Literal["provider_refused", "provider_unavailable", "run_expired", "outcome_unknown", "answer_lost", "key_revoked", "cancelled", "internal"] | str
RunState: TypeAlias = Literal["reserved", "queued", "submitting", "received", "needs_reconciliation", "completed", "failed"] | str
ToolRunErrorCode: TypeAlias = Literal["tool_error", "invalid_output", "answer_unusable", "timed_out", "needs_input", "provider_refused", "provider_unavailable", "run_expired", "outcome_unknown", "key_revoked", "cancelled", "internal"] | str
ComputeJobState: TypeAlias = Literal["reserved", "queued", "submitting", "running", "needs_reconciliation", "completed", "failed"] | str
ComputeJobResult: TypeAlias = Literal["exited", "timed_out", "out_of_memory", "cancelled"] | str
BilledTime: TypeAlias = Literal["processor", "wall"] | str
ComputeJobErrorCode: TypeAlias = Literal["environment_unavailable", "engine_lost", "run_expired", "provider_unavailable", "outcome_unknown", "key_revoked", "cancelled", "internal"] | str
InputModality: TypeAlias = Literal["text", "image", "file", "audio"] | str
SupportedParameter: TypeAlias = Literal["temperature", "top_p", "stop", "seed", "reasoning", "response_format", "structured_outputs"] | str
SpanSourceName: TypeAlias = Literal["run", "client"] | str
SpanKindName: TypeAlias = Literal["internal", "server", "client", "producer", "consumer"] | str
SpanStatusName: TypeAlias = Literal["unset", "ok", "error"] | str
OtlpTraces: TypeAlias = dict[str, Any]
OtlpTracesDict: TypeAlias = Mapping[str, Any]
CustomerMetadata: TypeAlias = dict[str, str]
CustomerMetadataInput: TypeAlias = dict[str, str]
CustomerMetadataInputDict: TypeAlias = Mapping[str, str]
Scope: TypeAlias = Literal["models:read", "models:run", "tools:read", "tools:run", "compute:read", "compute:run", "observability:read", "observability:run", "prompts:read", "prompts:run", "keys:read", "keys:write", "customers:read", "customers:write", "webhooks:read", "webhooks:write", "billing:read", "billing:write", "exports:read", "exports:write"] | str
ScopeInput: TypeAlias = Literal["models:read", "models:run", "tools:read", "tools:run", "compute:read", "compute:run", "observability:read", "observability:run", "prompts:read", "prompts:run", "keys:read", "keys:write", "customers:read", "customers:write", "webhooks:read", "webhooks:write", "billing:read", "billing:write", "exports:read", "exports:write"] | str
ScopeInputDict: TypeAlias = Literal["models:read", "models:run", "tools:read", "tools:run", "compute:read", "compute:run", "observability:read", "observability:run", "prompts:read", "prompts:run", "keys:read", "keys:write", "customers:read", "customers:write", "webhooks:read", "webhooks:write", "billing:read", "billing:write", "exports:read", "exports:write"]
WebhookEventType: TypeAlias = Literal["run.completed", "run.failed", "run.needs_reconciliation", "credit.low", "key.limit_near", "runs.failure_rate_high", "recharge.off", "budget.reached", "customer.blocked"] | str
WebhookEventTypeInput: TypeAlias = Literal["run.completed", "run.failed", "run.needs_reconciliation", "credit.low", "key.limit_near", "runs.failure_rate_high", "recharge.off", "budget.reached", "customer.blocked"] | str
WebhookEventTypeInputDict: TypeAlias = Literal["run.completed", "run.failed", "run.needs_reconciliation", "credit.low", "key.limit_near", "runs.failure_rate_high", "recharge.off", "budget.reached", "customer.blocked"]
ScoreValue: TypeAlias = float | str | bool
ScoreValueInput: TypeAlias = float | str | bool
ScoreValueInputDict: TypeAlias = float | str | bool
RunErrorCode: TypeAlias = Literal["provider_refused", "provider_unavailable", "run_expired", "outcome_unknown", "answer_lost", "key_revoked", "cancelled", "internal", "tool_error", "invalid_output", "answer_unusable", "timed_out", "needs_input", "environment_unavailable", "engine_lost"] | str

__all__ = [
    "Account",
    "AccountBalance",
    "Alert",
    "AlertList",
    "AlertSettings",
    "ApiKey",
    "ApiKeyList",
    "AssistantMessage",
    "AssistantMessageDict",
    "Attribution",
    "AttributionInput",
    "AttributionInputDict",
    "AudioPart",
    "AudioPartDict",
    "AutoRecharge",
    "BatchedRequest",
    "BatchedRequestDict",
    "BatchedResult",
    "BillableRun",
    "BilledTime",
    "Billing",
    "BillingPage",
    "BudgetReachedEvent",
    "BudgetReachedEventData",
    "CONTRACT_VERSION",
    "CacheControl",
    "CacheControlDict",
    "CalledFunction",
    "CalledFunctionDict",
    "CardSetup",
    "CatalogTool",
    "ComputeEnvironment",
    "ComputeEnvironmentList",
    "ComputeFileInput",
    "ComputeFileInputDict",
    "ComputeJob",
    "ComputeJobArtifact",
    "ComputeJobError",
    "ComputeJobErrorCode",
    "ComputeJobEstimate",
    "ComputeJobLimits",
    "ComputeJobList",
    "ComputeJobLog",
    "ComputeJobLogSizes",
    "ComputeJobResult",
    "ComputeJobState",
    "ComputeJobUsage",
    "ComputePricing",
    "ComputeResources",
    "ComputeResourcesInput",
    "ComputeResourcesInputDict",
    "ContentPart",
    "ContentPartDict",
    "CreateApiKey",
    "CreateApiKeyDict",
    "CreateComputeJob",
    "CreateComputeJobDict",
    "CreateCustomer",
    "CreateCustomerDict",
    "CreateCustomerGrant",
    "CreateCustomerGrantDict",
    "CreateModelRun",
    "CreateModelRunBatch",
    "CreateModelRunBatchDict",
    "CreateModelRunDict",
    "CreatePayment",
    "CreatePaymentDict",
    "CreatePromptVersion",
    "CreatePromptVersionDict",
    "CreateSavedExport",
    "CreateSavedExportDict",
    "CreateScore",
    "CreateScoreDict",
    "CreateToolRun",
    "CreateToolRunDict",
    "CreateWebhookEndpoint",
    "CreateWebhookEndpointDict",
    "CreatedApiKey",
    "CreatedWebhookEndpoint",
    "CreditEvent",
    "CreditEventData",
    "Customer",
    "CustomerBalance",
    "CustomerBlockedEvent",
    "CustomerBlockedEventData",
    "CustomerBudget",
    "CustomerBudgetsInput",
    "CustomerBudgetsInputDict",
    "CustomerGrant",
    "CustomerGrantList",
    "CustomerList",
    "CustomerMetadata",
    "CustomerMetadataInput",
    "CustomerMetadataInputDict",
    "CustomerSettings",
    "CustomerSummary",
    "CustomerTotal",
    "DefaultBudgets",
    "DefaultBudgetsInput",
    "DefaultBudgetsInputDict",
    "DiffBlock",
    "EndUser",
    "EndUserList",
    "Entry",
    "EntryList",
    "ErasedCustomer",
    "FailureRateEvent",
    "FailureRateEventData",
    "Fault",
    "FaultCode",
    "FilePart",
    "FilePartDict",
    "GetExportQuery",
    "Grant",
    "GrantList",
    "ImagePart",
    "ImagePartDict",
    "ImageUrl",
    "ImageUrlDict",
    "InputAudio",
    "InputAudioDict",
    "InputFile",
    "InputFileDict",
    "InputModality",
    "JsonSchemaFormat",
    "JsonSchemaFormatDict",
    "KeyLimitEvent",
    "KeyLimitEventData",
    "KeySpendingLimit",
    "LimitPeriod",
    "ListAlertsQuery",
    "ListApiKeysQuery",
    "ListBillingEntriesQuery",
    "ListBillingGrantsQuery",
    "ListBillingPaymentsQuery",
    "ListComputeJobsQuery",
    "ListCustomerGrantsQuery",
    "ListCustomerSpendingQuery",
    "ListCustomersQuery",
    "ListEndUsersQuery",
    "ListEndpointMessagesQuery",
    "ListEndpointsQuery",
    "ListModelRunsQuery",
    "ListModelsQuery",
    "ListPromptVersionsQuery",
    "ListPromptsQuery",
    "ListSavedExportsQuery",
    "ListScoresQuery",
    "ListSessionsQuery",
    "ListSpansQuery",
    "ListToolRunsQuery",
    "ListToolsQuery",
    "ListTracesQuery",
    "Liveness",
    "Message",
    "MessageDict",
    "Metadata",
    "MetadataInput",
    "MetadataInputDict",
    "Metrics",
    "MetricsFilter",
    "MetricsFilterDict",
    "MetricsGroup",
    "MetricsLatency",
    "MetricsQuery",
    "MetricsQueryDict",
    "MetricsRow",
    "MetricsTokens",
    "Model",
    "ModelCapabilities",
    "ModelList",
    "ModelPricing",
    "ModelPricingTier",
    "ModelRun",
    "ModelRunBatch",
    "ModelRunError",
    "ModelRunErrorCode",
    "ModelRunEstimate",
    "ModelRunLimits",
    "ModelRunList",
    "ModelRunQueue",
    "ModelRunReconciliation",
    "ModelRunState",
    "ModelRunSummary",
    "ModelRunUsage",
    "NamedToolChoice",
    "NamedToolChoiceDict",
    "ObservabilityLimits",
    "OpenApiDocument",
    "OtlpPartialSuccess",
    "OtlpTraces",
    "OtlpTracesDict",
    "OtlpTracesSaved",
    "Parent",
    "ParentInput",
    "ParentInputDict",
    "Payer",
    "Payment",
    "PaymentBounds",
    "PaymentList",
    "PendingRuns",
    "Person",
    "PlacedLabel",
    "Problem",
    "ProblemCode",
    "Prompt",
    "PromptAttribution",
    "PromptChange",
    "PromptDiff",
    "PromptLatency",
    "PromptList",
    "PromptMessage",
    "PromptMessageInput",
    "PromptMessageInputDict",
    "PromptReference",
    "PromptUsage",
    "PromptVersion",
    "PromptVersionList",
    "PromptVersionSummary",
    "PromptVersionUsage",
    "Quota",
    "QuotaName",
    "ReachedAddresses",
    "Readiness",
    "ReasoningRequest",
    "ReasoningRequestDict",
    "RechargeOffEvent",
    "RechargeOffEventData",
    "RenderPrompt",
    "RenderPromptDict",
    "RenderedMessage",
    "RenderedPrompt",
    "RequestCollection",
    "RequestRate",
    "ResponseFormat",
    "ResponseFormatDict",
    "RevokedApiKey",
    "RotateApiKey",
    "RotateApiKeyDict",
    "RotateWebhookSecret",
    "RotateWebhookSecretDict",
    "RotatedApiKey",
    "RunErrorCode",
    "RunEvent",
    "RunEventData",
    "RunQueue",
    "RunReconciliation",
    "RunState",
    "SavedCard",
    "SavedExport",
    "SavedExportList",
    "Scope",
    "ScopeInput",
    "ScopeInputDict",
    "Score",
    "ScoreAttribution",
    "ScoreList",
    "ScoreValue",
    "ScoreValueInput",
    "ScoreValueInputDict",
    "ScoredSpan",
    "ScoredSpanInput",
    "ScoredSpanInputDict",
    "SelectedFunction",
    "SelectedFunctionDict",
    "Session",
    "SessionList",
    "Span",
    "SpanEvent",
    "SpanKindName",
    "SpanList",
    "SpanRun",
    "SpanSourceName",
    "SpanSpread",
    "SpanStatusName",
    "SpanSummary",
    "SpanTotals",
    "SpanUsage",
    "SpendingCustomer",
    "SpendingCustomerList",
    "SpendingLimit",
    "SupportedParameter",
    "SystemContent",
    "SystemContentDict",
    "SystemMessage",
    "SystemMessageDict",
    "TaxId",
    "TextPart",
    "TextPartDict",
    "ToolCall",
    "ToolCallDict",
    "ToolChoice",
    "ToolChoiceDict",
    "ToolContent",
    "ToolDefinition",
    "ToolDefinitionDict",
    "ToolList",
    "ToolMessage",
    "ToolMessageDict",
    "ToolOutput",
    "ToolPricing",
    "ToolResultContent",
    "ToolResultContentDict",
    "ToolRun",
    "ToolRunError",
    "ToolRunErrorCode",
    "ToolRunEstimate",
    "ToolRunLimits",
    "ToolRunList",
    "ToolRunProgress",
    "ToolRunSummary",
    "ToolRunUsage",
    "ToolUnitPricing",
    "Trace",
    "TraceList",
    "TraceSpan",
    "TraceSummary",
    "UpdateAlertSettings",
    "UpdateAlertSettingsDict",
    "UpdateApiKey",
    "UpdateApiKeyDict",
    "UpdateAutoRecharge",
    "UpdateAutoRechargeDict",
    "UpdateCustomer",
    "UpdateCustomerDict",
    "UpdateCustomerSettings",
    "UpdateCustomerSettingsDict",
    "UpdatePromptLabel",
    "UpdatePromptLabelDict",
    "UpdateWebhookEndpoint",
    "UpdateWebhookEndpointDict",
    "UserContent",
    "UserContentDict",
    "UserMessage",
    "UserMessageDict",
    "Wallet",
    "WebhookDelivery",
    "WebhookDeliveryList",
    "WebhookEndpoint",
    "WebhookEndpointList",
    "WebhookEventType",
    "WebhookEventTypeInput",
    "WebhookEventTypeInputDict",
]
