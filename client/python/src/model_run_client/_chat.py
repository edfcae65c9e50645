"""
Chat completions as programs write and read them: how a request becomes a run under a request key, and a run an answer.
The TypeScript client has the same rules, so the same request has the same run and the same key in both.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from threading import Lock
from typing import Any, TypeAlias, cast

from .models import ModelRun
from .once import check_request_key, new_request_key

Members: TypeAlias = dict[str, Any]

_SAME = (
    "model",
    "tool_choice",
    "parallel_tool_calls",
    "temperature",
    "top_p",
    "seed",
    "response_format",
)
"""Parameters with the same name and form in a run. The service checks them."""
_OTHERWISE = (
    "messages",
    "tools",
    "max_tokens",
    "max_completion_tokens",
    "stop",
    "reasoning_effort",
    "user",
    "safety_identifier",
    "metadata",
    "stream",
    "stream_options",
)
_SAYS_NOTHING = {
    "n": ["1"],
    "logprobs": ["false"],
    "top_logprobs": ["0"],
    "frequency_penalty": ["0"],
    "presence_penalty": ["0"],
    "logit_bias": ["{}"],
    "metadata": ["{}"],
    "response_format": ['{"type":"text"}'],
    "modalities": ['["text"]'],
    "store": ["false"],
    "service_tier": ['"auto"', '"default"'],
}
"""For each parameter, the values that only state its default."""
_ADDED_TO_ANSWER = ("parsed", "annotations", "name")
"""What packages add to a model's message and send back with it: it repeats the content, or names their agent."""
_ADDED_TO_CALL = ("parsed_arguments", "index")
_ROLES = {
    "system": ("role", "content"),
    "user": ("role", "content"),
    "tool": ("role", "content", "tool_call_id", "name"),
    "assistant": ("role", "content", "refusal", "tool_calls", "reasoning_details", *_ADDED_TO_ANSWER),
}
_MOST_UNANSWERED = 1_000
"""Hashes whose keys are kept. A program that repeats none of them must not fill its memory."""


class NotCarried(Exception):
    """A member of a request that a run cannot carry."""

    def __init__(self, param: str, message: str, code: str = "unsupported_parameter", status: int = 400) -> None:
        super().__init__(message)
        self.param, self.message, self.code, self.status = param, message, code, status


# JSON as JavaScript reads and writes it: the hash of a request must not depend on the language of the client.


def read_body(text: str) -> Members:
    try:
        body = json.loads(text, parse_int=_read_int, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        body = None
    if _is_members(body):
        return cast("Members", body)
    raise NotCarried("body", "The body is no JSON object.", code="malformed_json")


def _read_int(text: str) -> int | float:
    return int(text) if len(text) <= 15 else float(text)


def _no_constant(name: str) -> None:
    raise ValueError(name)


def write_json(value: object, *, in_order: bool = False) -> str:
    """The text that `JSON.stringify` makes; `in_order` with the names of each object in one order."""
    if isinstance(value, Mapping):
        names = list(cast("Mapping[str, object]", value).items())
        if in_order:
            names.sort(key=lambda each: _position_of(each[0]))
        members = (f"{_write_text(name)}:{write_json(member, in_order=in_order)}" for name, member in names)
        return f"{{{','.join(members)}}}"
    if isinstance(value, (list, tuple)):
        items = cast("Sequence[object]", value)
        return f"[{','.join(write_json(item, in_order=in_order) for item in items)}]"
    if isinstance(value, str):
        return _write_text(value)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return _write_number(float(value))
    return json.dumps(value)


def _position_of(name: str) -> tuple[int, bytes]:
    """Names that are indexes come first, by their numbers; others by their UTF-16 code units."""
    if re.fullmatch(r"0|[1-9]\d{0,9}", name, re.ASCII) and int(name) < 2**32 - 1:
        return int(name), b""
    return 2**32, name.encode("utf-16-be", "surrogatepass")


def _write_text(text: str) -> str:
    written = json.dumps(text, ensure_ascii=False)
    return re.sub(r"[\ud800-\udfff]", lambda half: f"\\u{ord(half[0]):04x}", written)


def _write_number(value: float) -> str:
    if not math.isfinite(value):
        return "null"
    sign, digits, exponent = Decimal(repr(value)).normalize().as_tuple()
    assert isinstance(exponent, int)
    text, point = "".join(map(str, digits)), len(digits) + exponent
    if value == 0:
        return "0"
    if 0 < point <= 21:
        text = text.ljust(point, "0")
        written = text if len(text) == point else f"{text[:point]}.{text[point:]}"
    elif -6 < point <= 0:
        written = f"0.{'0' * -point}{text}"
    else:
        fraction = f".{text[1:]}" if len(text) > 1 else ""
        written = f"{text[0]}{fraction}e{point - 1:+d}"
    return f"-{written}" if sign else written


# A request.


@dataclass(frozen=True)
class Reading:
    """A request, read."""

    run: Members
    stream: bool
    """Whether the caller asked for an event stream."""
    include_usage: bool
    """Whether the stream ends with the usage."""


def read_request(body: Members, *, buffered_stream: bool, max_output_tokens: int | None, terms: Members) -> Reading:
    """Each parameter is converted, only states a default, or is refused by name: none is dropped."""
    members = _without_nulls(body)
    for name, texts in _SAYS_NOTHING.items():
        if name in members and write_json(members[name]) in texts:
            del members[name]
    _check_members(members, (*_SAME, *_OTHERWISE), "")
    run = {name: members[name] for name in _SAME if name in members}
    run["messages"] = _messages_of(members.get("messages"))
    run["maxOutputTokens"] = _bound_of(members, max_output_tokens)
    if members.get("tools", []) != []:
        run["tools"] = _tools_of(members["tools"])
    if "stop" in members:
        run["stop"] = [members["stop"]] if isinstance(members["stop"], str) else members["stop"]
    if "reasoning_effort" in members:
        run["reasoning"] = {"effort": members["reasoning_effort"]}
    run.update(_terms_of(members, terms))
    return Reading(run, *_stream_of(members, buffered_stream))


def _bound_of(members: Members, limit: int | None) -> object:
    old, bound = members.get("max_tokens"), members.get("max_completion_tokens")
    if old is not None and bound is not None and write_json(old) != write_json(bound):
        raise NotCarried("max_tokens", "'max_tokens' and 'max_completion_tokens' differ: give one of them.")
    for each in (bound, old, limit):
        if each is not None:
            return each
    raise NotCarried(
        "max_completion_tokens",
        "'max_completion_tokens' is missing: credit is held for as many tokens. Give it, or max_output_tokens to the "
        "transport.",
        code="missing_required_parameter",
    )


def _terms_of(members: Members, terms: Members) -> Members:
    user, safety, metadata = members.get("user"), members.get("safety_identifier"), members.get("metadata")
    if user is not None and safety is not None and user != safety:
        raise NotCarried("user", "'user' and 'safety_identifier' differ: give one of them.")
    found = dict(terms)
    end_user = user if safety is None else safety
    if end_user is not None:
        found["attribution"] = {**terms.get("attribution", {}), "endUserId": end_user}
    if metadata is not None:
        found["metadata"] = {**terms.get("metadata", {}), **metadata} if _is_members(metadata) else metadata
    return found


def _stream_of(members: Members, buffered: bool) -> tuple[bool, bool]:
    stream, options = members.get("stream"), members.get("stream_options")
    if stream is True and not buffered:
        raise NotCarried(
            "stream",
            "'stream' cannot be carried: a run is answered when it has ended. Leave it out, or give buffered_stream=True "
            "to the transport, which sends the whole answer as one chunk.",
        )
    if options is None:
        return stream is True, False
    if stream is not True or not _is_members(options):
        raise NotCarried("stream_options", "'stream_options' is for requests with 'stream': true.")
    rest = {name: value for name, value in options.items() if name != "include_usage"}
    if rest.get("include_obfuscation") in (None, False, 0, ""):
        rest.pop("include_obfuscation", None)
    _check_members(rest, (), "stream_options")
    return True, options.get("include_usage") is True


def _messages_of(messages: object) -> list[Members]:
    if not isinstance(messages, list):
        raise NotCarried("messages", "'messages' must be a list.")
    items = cast("list[object]", messages)
    return [_message_of(message, f"messages[{index}]") for index, message in enumerate(items)]


def _message_of(message: object, at: str) -> Members:
    members = _members_of(message)
    role = "system" if members.get("role") == "developer" else members.get("role")
    if not isinstance(role, str) or role not in _ROLES:
        raise NotCarried(f"{at}.role", f"'{at}.role' must be {', '.join(_ROLES)} or developer.")
    _check_members(members, _ROLES[role], at)
    given = _without_nulls(members)
    content, refusal, calls = (given.pop(name, None) for name in ("content", "refusal", "tool_calls"))
    if role == "assistant":
        for name in _ADDED_TO_ANSWER:
            given.pop(name, None)
    given["role"] = role
    if content is not None:
        given.update({"content": content} if role == "user" else _words_of(content, at))
    if refusal is not None:
        given["refusal"] = refusal
    if isinstance(calls, list) and calls:
        listed = cast("list[object]", calls)
        given["tool_calls"] = [_call_of(call, f"{at}.tool_calls[{index}]") for index, call in enumerate(listed)]
    return given


def _words_of(content: object, at: str) -> Members:
    """Joins a list of texts if a run takes only one; the text of a refusal is separate."""
    if not isinstance(content, list):
        return {"content": content}
    texts: dict[str, list[str]] = {"text": [], "refusal": []}
    for index, part in enumerate(cast("list[object]", content)):
        members, param = _members_of(part), f"{at}.content[{index}]"
        kind = members.get("type")
        text = members.get(kind) if isinstance(kind, str) and kind in texts else None
        if not isinstance(text, str):
            raise NotCarried(param, f"'{param}' must be a text: only user messages have other parts.")
        _check_members(members, ("type", str(kind)), param)
        texts[str(kind)].append(text)
    words = {"content": "\n".join(texts["text"])}
    return {**words, "refusal": "\n".join(texts["refusal"])} if texts["refusal"] else words


def _call_of(call: object, at: str) -> Members:
    members = _members_of(call)
    id = {"id": members.pop("id")} if "id" in members else {}
    kind, called = members.pop("type", "function"), members.pop("function", None)
    if kind != "function" or not _is_members(called):
        raise NotCarried(f"{at}.type", f"'{at}' must be a call of a function.")
    _check_members(members, _ADDED_TO_CALL, at)
    _check_members(called, ("name", "arguments", *_ADDED_TO_CALL), f"{at}.function")
    function = {name: called[name] for name in ("name", "arguments") if name in called}
    return {**id, "type": kind, "function": function}


def _tools_of(tools: object) -> list[Members]:
    if not isinstance(tools, list):
        raise NotCarried("tools", "'tools' must be a list.")
    return [_tool_of(tool, f"tools[{index}]") for index, tool in enumerate(cast("list[object]", tools))]


def _tool_of(tool: object, at: str) -> Members:
    members = _members_of(tool)
    kind, definition = members.pop("type", None), members.pop("function", None)
    if kind != "function" or not _is_members(definition):
        raise NotCarried(f"{at}.type", f"'{at}' must be a function: runs have no other tools.")
    _check_members(members, (), at)
    _check_members(definition, ("name", "description", "parameters", "strict"), f"{at}.function")
    return {"description": "", "parameters": {"type": "object", "properties": {}}, **_without_nulls(definition)}


def _is_members(value: object) -> bool:
    return isinstance(value, dict)


def _members_of(value: object) -> Members:
    return dict(cast("Members", value)) if isinstance(value, dict) else {}


def _without_nulls(value: Mapping[str, Any]) -> Members:
    """Packages write null for an absent member: one request must not have two forms."""
    return {name: member for name, member in value.items() if member is not None}


def _check_members(value: Mapping[str, Any], known: Iterable[str], at: str) -> None:
    for name, member in value.items():
        if member is not None and name not in known:
            param = f"{at}.{name}" if at else name
            raise NotCarried(param, f"'{param}' cannot be carried by a model run: leave it out.")


# Its request key.


class Unanswered:
    """Keys of calls without a name that ended without an answer, by the hash of their runs: the oldest come first."""

    def __init__(self) -> None:
        self._keys: dict[str, list[str]] = {}
        self._lock = Lock()

    def take(self, hash: str) -> str | None:
        with self._lock:
            kept = self._keys.pop(hash, [])
            if len(kept) > 1:
                self._keys[hash] = kept[1:]
            return kept[0] if kept else None

    def keep(self, hash: str, key: str) -> None:
        with self._lock:
            self._keys.setdefault(hash, []).append(key)
            if len(self._keys) > _MOST_UNANSWERED:
                del self._keys[next(iter(self._keys))]


@dataclass(frozen=True)
class NamedKey:
    first: str
    is_derived: bool
    """Whether a new run replaces a failed one."""
    keep: Callable[[], None]
    """Says that the call ended without an answer, so that the next equal call has the same key."""

    def of(self, attempt: int) -> str:
        """The request key of the n-th try. Only a derived key changes after the first try."""
        return self.first if attempt == 1 or not self.is_derived else f"{self.first}:try-{attempt}"


def name_key(
    run: Members,
    *,
    request_key: str | None,
    conversation_key: object,
    reuse_equal: bool,
    unanswered: Unanswered,
) -> NamedKey:
    """
    The key that the caller named; or the turn of the conversation that the caller named, counted by the model's
    messages. Without a name, a call is a run of its own, unless an equal call ended without an answer: then it may be a
    retry, which continues with that key. With `reuse_equal`, the key is the hash of the whole run.
    """
    if request_key is not None:
        return NamedKey(check_request_key(request_key, "Idempotency-Key"), False, _forget)
    if conversation_key is not None:
        answers = sum(1 for message in run["messages"] if message["role"] == "assistant")
        return _derived(f"{check_request_key(conversation_key, 'conversation_key')}:turn-{answers + 1}", _forget)
    hash = hashlib.sha256(write_json(run, in_order=True).encode()).hexdigest()
    if reuse_equal:
        return _derived(f"chat:{hash}", _forget)
    key = unanswered.take(hash) or f"chat:{new_request_key()}"
    return _derived(key, lambda: unanswered.keep(hash, key))


def _derived(base: str, keep: Callable[[], None]) -> NamedKey:
    check_request_key(f"{base}:try-999999999", "conversation_key with the turn")
    return NamedKey(base, True, keep)


def _forget() -> None:
    pass


# An answer.


def wire(run: ModelRun) -> Members:
    return run.model_dump(mode="json", exclude_unset=True)


def facts_of(run: ModelRun, replayed: bool) -> Members:
    """The member `model_run` of every response: the run as lists have it, and whether it existed before."""
    members = {name: value for name, value in wire(run).items() if name not in ("text", "message")}
    return {**members, "replayed": replayed}


def headers_of(facts: Members) -> dict[str, str]:
    """Facts that programs can read without the body. Unknown ones are left out."""
    known = {
        "X-Model-Run-Id": facts["id"],
        "X-Model-Run-Replayed": "true" if facts["replayed"] else "false",
        "X-Model-Run-Trace-Id": facts.get("traceId"),
    }
    if facts.get("chargedAmount") is not None:
        known["X-Model-Run-Charged-Amount"] = facts["chargedAmount"]
        known["X-Model-Run-Currency"] = facts["currency"]
        known["X-Model-Run-Scale"] = facts["scale"]
    return {name: str(value) for name, value in known.items() if value is not None}


def answer_of(run: ModelRun, reading: Reading, replayed: bool) -> tuple[dict[str, str], str]:
    """The headers and the body of an answer: complete, or as an event stream of one chunk."""
    facts, document = facts_of(run, replayed), wire(run)
    headers = headers_of(facts)
    usage = _usage_of(document.get("usage") or {})
    id = {"id": run.id, "created": int(run.created_at.timestamp()), "model": run.model}
    message = _message_in(document)
    ending = {"index": 0, "finish_reason": _finish_of(document), "logprobs": None}
    if not reading.stream:
        whole: Members = {**id, "object": "chat.completion", "choices": [{**ending, "message": message}]}
        if usage is not None:
            whole["usage"] = usage
        return {**headers, "Content-Type": "application/json"}, json.dumps({**whole, "model_run": facts})
    calls = message.get("tool_calls")
    delta = message if calls is None else {**message, "tool_calls": _indexed(calls)}
    chunk = {**id, "object": "chat.completion.chunk", "model_run": facts}
    asked = {"usage": None} if reading.include_usage else {}
    chunks = [{**chunk, "choices": [{**ending, "delta": delta}], **asked}]
    if reading.include_usage and usage is not None:
        chunks.append({**chunk, "choices": [], "usage": usage})
    lines = [*(json.dumps(each) for each in chunks), "[DONE]"]
    return (
        {**headers, "Content-Type": "text/event-stream; charset=utf-8"},
        "".join(f"data: {line}\n\n" for line in lines),
    )


def _indexed(calls: Sequence[Members]) -> list[Members]:
    return [{"index": index, **call} for index, call in enumerate(calls)]


def _message_in(document: Members) -> Members:
    message: Members = document.get("message") or {}
    said: Members = {
        "role": "assistant",
        "content": message.get("content", document.get("text")),
        "refusal": message.get("refusal"),
    }
    if message.get("tool_calls"):
        said["tool_calls"] = message["tool_calls"]
    if message.get("reasoning_details") is not None:
        said["reasoning_details"] = message["reasoning_details"]
    return said


def _finish_of(document: Members) -> str:
    """The finish reasons that programs compare with. `model_run.finishReason` is the run's own."""
    reason: str | None = document.get("finishReason")
    # The answer was cut off; chat completions have only this word for it.
    if reason == "cancelled":
        return "length"
    return reason or ("tool_calls" if "tool_calls" in _message_in(document) else "stop")


def _usage_of(usage: Members) -> Members | None:
    """None if the provider reported nothing: an unknown count is not zero."""
    prompt, completion = usage.get("promptTokens"), usage.get("completionTokens")
    if prompt is None or completion is None:
        return None
    found: Members = {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}
    details = _without_nulls(
        {"cached_tokens": usage.get("cachedPromptTokens"), "cache_write_tokens": usage.get("cacheWriteTokens")}
    )
    if details:
        found["prompt_tokens_details"] = details
    if usage.get("reasoningTokens") is not None:
        found["completion_tokens_details"] = {"reasoning_tokens": usage["reasoningTokens"]}
    return found


# A refusal.


_TYPES = {401: "authentication_error", 402: "insufficient_quota", 403: "permission_error", 429: "rate_limit_error"}


def refusal_of(
    status: int,
    code: str,
    message: str,
    *,
    param: str | None = None,
    headers: Mapping[str, str] | None = None,
    again: bool = False,
    cause: Mapping[str, Members] | None = None,
) -> tuple[int, dict[str, str], str]:
    """`again` says whether a retry can have another result. It never causes a second bill."""
    error = {
        # The message includes the code, because packages show people nothing else.
        "message": f"{code}: {message}",
        "type": _TYPES.get(status, "invalid_request_error" if status < 500 else "server_error"),
        "param": param,
        "code": code,
        **(cause or {}),
    }
    more = {"X-Should-Retry": "true" if again else "false", "Content-Type": "application/json"}
    return status, {**(headers or {}), **more}, json.dumps({"error": error})
