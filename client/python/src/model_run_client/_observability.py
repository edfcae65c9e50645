"""Traces, metrics, scores, exports, prompts and catalogs: the requests behind the functions of both clients."""

from __future__ import annotations

import re
import weakref
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from typing_extensions import Unpack

from ._core import CallOptions, Flow, Request, Settings, body_of, query_of, read, send
from ._keyed import KeyedOptions, create_keyed, keyed
from ._model import ContractModel
from ._runs import Created, CreateOptions, RunFlows, call_options, cause_of, fetch, segment
from .errors import ClientError, IdempotencyKeyReuseError, PreconditionFailedError, UsageError, annotate
from .models import (
    CreatePromptVersion,
    CreateScore,
    Metrics,
    MetricsQuery,
    ModelRun,
    PromptVersion,
    RenderedPrompt,
    RenderPrompt,
    Score,
    TraceSpan,
    UpdatePromptLabel,
)

PATH = "/v1/developer/observability"
PROMPTS = f"{PATH}/prompts"


@dataclass(frozen=True)
class SavedVersion:
    """A version of a prompt that was saved, or found by its request key."""

    version: PromptVersion
    request_key: str
    replayed: bool
    """Whether the version existed before, so that this request saved nothing."""


@dataclass(frozen=True)
class TraceNode:
    """A span with its child spans, in the order of the trace."""

    span: TraceSpan
    children: list[TraceNode]


def tree_of(spans: list[TraceSpan]) -> list[TraceNode]:
    """The spans of a trace as trees: one tree, unless the parents of some spans are missing."""
    roots: list[TraceNode] = []
    # The last node at each depth: a span one level below that follows it is its child.
    open_nodes: list[TraceNode] = []
    for span in spans:
        node = TraceNode(span, [])
        del open_nodes[span.depth :]
        (open_nodes[-1].children if open_nodes else roots).append(node)
        open_nodes.append(node)
    return roots


def hexadecimal(what: str, text: object) -> str:
    if isinstance(text, str) and re.fullmatch(r"[0-9a-fA-F]+", text):
        return text.lower()
    raise UsageError(f"Give the id of a {what} in hexadecimal digits.")


def metrics(settings: Settings, query: object, **options: Unpack[CallOptions]) -> Flow[Metrics]:
    request = Request("POST", f"{PATH}/metrics/query", body=body_of(query, MetricsQuery))
    return (yield from fetch(settings, Metrics, request, **options))


def create_score(settings: Settings, score: object, **options: Unpack[KeyedOptions]) -> Flow[Score]:
    return (yield from create_keyed(settings, Score, f"{PATH}/scores", body_of(score, CreateScore), **options))


def score_path(id: object) -> str:
    if isinstance(id, str) and re.fullmatch(r"[\w-]+", id):
        return f"{PATH}/scores/{id}"
    raise UsageError("Give the id of a score, scr_...")


class PromptFlows:
    """The functions of prompts that are more than one request."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        # The tags of versions that this client returned: a version has no member for its tag.
        self._tags: dict[int, tuple[weakref.ref[PromptVersion], str]] = {}

    def save(self, version: object, **options: Unpack[KeyedOptions]) -> Flow[SavedVersion]:
        reply, key = yield from keyed(self.settings, PROMPTS, body_of(version, CreatePromptVersion), options)
        replayed = reply.headers.get("idempotent-replayed") == "true"
        return SavedVersion(self._tagged(reply.data, reply.headers), key, replayed)

    def get(
        self, name: str, version: int | None, label: str | None, **options: Unpack[CallOptions]
    ) -> Flow[PromptVersion]:
        request = Request("GET", prompt_path(name), query_of({"version": version, "label": label}))
        reply = yield from send(self.settings, request, **options)
        return self._tagged(reply.data, reply.headers)

    def label(
        self, name: str, label: str, version: int, if_on: PromptVersion | None, **options: Unpack[CallOptions]
    ) -> Flow[PromptVersion]:
        headers: dict[str, str] = {}
        if if_on is not None:
            headers["If-Match"] = self._tag_of(if_on)
        path = f"{prompt_path(name)}/labels/{segment(label, 'name of a label')}"
        body = body_of({"version": version}, UpdatePromptLabel)
        try:
            reply = yield from send(self.settings, Request("PUT", path, headers=headers, body=body), **options)
            return self._tagged(reply.data, reply.headers)
        except PreconditionFailedError:
            # It may have been this very move, whose answer was lost.
            try:
                found = yield from self.get(name, None, label, **options)
            except ClientError:
                found = None
            if found is not None and found.version == version:
                return found
            raise

    def create_run(
        self,
        runs: RunFlows[ModelRun, Any, Any, Any],
        prompt: str,
        request: Mapping[str, Any],
        which: Mapping[str, Any],
        **options: Unpack[CreateOptions],
    ) -> Flow[Created[ModelRun]]:
        """Looks the key up first, so that a label that has moved since does not cause a second run."""
        key = options.get("idempotency_key")
        call = call_options(options)

        def find() -> Flow[Created[ModelRun] | None]:
            run = None if key is None else (yield from runs.find(key, **call))
            if run is None or key is None or run.attribution is None or run.attribution.prompt_id != prompt:
                return None
            return Created(run, key, True)

        try:
            known = yield from find()
            if known is not None:
                return known
            given = {name: value for name, value in which.items() if value is not None}
            rendered = yield from self.render(prompt, given, **call)
            attribution: Any = request.get("attribution") or {}
            if isinstance(attribution, ContractModel):
                attribution = attribution.model_dump(mode="json", exclude_unset=True)
            members: dict[str, Any] = {
                **request,
                "messages": [*_dumped(rendered.messages), *(request.get("messages") or [])],
                "attribution": {**attribution, **_dumped([rendered.attribution])[0]},
            }
            return (yield from runs.create(members, **options))
        except IdempotencyKeyReuseError as error:
            # Another caller has meanwhile used the key, with an earlier text of the prompt.
            winner = yield from find()
            if winner is None:
                raise annotate(error, request_key=key) from error.__cause__
            return winner
        except Exception as error:
            raise annotate(error, request_key=key) from cause_of(error)

    def render(self, name: str, request: object, **options: Unpack[CallOptions]) -> Flow[RenderedPrompt]:
        sent = Request("POST", f"{prompt_path(name)}/render", body=body_of(request, RenderPrompt))
        return (yield from fetch(self.settings, RenderedPrompt, sent, **options))

    def _tagged(self, data: object, headers: Mapping[str, str]) -> PromptVersion:
        version = read(PromptVersion, data)
        tag = headers.get("etag")
        if tag is not None:
            key = id(version)
            self._tags[key] = (weakref.ref(version, lambda _: self._tags.pop(key, None)), tag)
        return version

    def _tag_of(self, version: PromptVersion) -> str:
        reference, tag = self._tags.get(id(version), (None, ""))
        if reference is None or reference() is not version:
            raise UsageError("if_on is no version as this client gave it: read it again.")
        return tag


def prompt_path(name: object) -> str:
    return f"{PROMPTS}/{segment(name, 'name of a prompt')}"


def _dumped(models: Iterable[ContractModel]) -> list[dict[str, Any]]:
    return [each.model_dump(mode="json", exclude_unset=True) for each in models]
