"""
A client of the Model Run API that never buys a run twice. `Client` blocks, `AsyncClient` is for event loops; both have
the same functions. `model_run_client.models` has the objects of the contract.
"""

from ._agents import (
    AnyTool,
    Conversation,
    ConverseOptions,
    JobTool,
    RunTerms,
    Tool,
    ToolContext,
    ToolRunTerms,
)
from ._async_client import AsyncClient, AsyncDownload, AsyncPaged
from ._client import Client, Download, Paged
from ._core import CallOptions, LogLevel, RetryEvent, RetryOptions, WithResponse
from ._generated import VERSION
from ._keyed import KeyedOptions
from ._model import ContractModel
from ._money import MoneyUnit, format_money
from ._observability import SavedVersion, TraceNode, tree_of
from ._runs import (
    BatchedRequest,
    BatchedResult,
    Created,
    CreateManyOptions,
    CreateOptions,
    FinishOptions,
    OnceOptions,
    WaitOptions,
    expect_completed,
    is_completed,
    is_failed,
    is_terminal,
)
from .errors import (
    AnyRun,
    ClientError,
    CreditLimitError,
    DeadlineError,
    NoAnswerError,
    ProblemError,
    ProxyError,
    RunFailedError,
    TurnLimitError,
    UsageError,
    WebhookVerificationError,
)
from .once import FileRequestStore, MemoryRequestStore, RequestStore, SavedRequest
from .webhooks import WebhookEvent, verify_webhook

__version__ = VERSION

__all__ = [
    "VERSION",
    "AnyRun",
    "AnyTool",
    "AsyncClient",
    "AsyncDownload",
    "AsyncPaged",
    "BatchedRequest",
    "BatchedResult",
    "CallOptions",
    "Client",
    "ClientError",
    "ContractModel",
    "Conversation",
    "ConverseOptions",
    "CreateManyOptions",
    "CreateOptions",
    "Created",
    "CreditLimitError",
    "DeadlineError",
    "Download",
    "FileRequestStore",
    "FinishOptions",
    "JobTool",
    "KeyedOptions",
    "LogLevel",
    "MemoryRequestStore",
    "MoneyUnit",
    "NoAnswerError",
    "OnceOptions",
    "Paged",
    "ProblemError",
    "ProxyError",
    "RequestStore",
    "RetryEvent",
    "RetryOptions",
    "RunFailedError",
    "RunTerms",
    "SavedRequest",
    "SavedVersion",
    "Tool",
    "ToolContext",
    "ToolRunTerms",
    "TraceNode",
    "TurnLimitError",
    "UsageError",
    "WaitOptions",
    "WebhookEvent",
    "WebhookVerificationError",
    "WithResponse",
    "__version__",
    "expect_completed",
    "format_money",
    "is_completed",
    "is_failed",
    "is_terminal",
    "tree_of",
    "verify_webhook",
]
