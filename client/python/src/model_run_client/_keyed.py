"""What can be sent again without doing more: a creation under a request key of its own, and a deletion."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from typing_extensions import Unpack

from ._core import CallOptions, Flow, ModelT, Request, Settings, call_back, read, send
from ._runs import call_options, cause_of, header_of
from .errors import NotFoundError, annotate
from .once import check_request_key, new_request_key


class KeyedOptions(CallOptions, total=False):
    """What a save takes by keyword."""

    idempotency_key: str | None
    """A request key that you saved before, without quotes. Without it, the client makes a new one."""
    on_request_key: Callable[[str], object] | None
    """Called with the request key before anything is sent: save it here."""


def create_keyed(
    settings: Settings, model: type[ModelT], path: str, body: str, **options: Unpack[KeyedOptions]
) -> Flow[ModelT]:
    """Makes one thing for a request key, or returns the one that it has made."""
    reply, _ = yield from keyed(settings, path, body, options)
    return read(model, reply.data)


def keyed(settings: Settings, path: str, body: str, options: Mapping[str, Any]) -> Flow[Any]:
    given = options.get("idempotency_key")
    request_key = check_request_key(new_request_key() if given is None else given, "idempotency_key")
    try:
        yield from call_back(options.get("on_request_key"), request_key)
        request = Request("POST", path, headers={"Idempotency-Key": header_of(request_key)}, body=body)
        reply = yield from send(settings, request, **call_options(options))
        return reply, request_key
    except Exception as error:
        raise annotate(error, request_key=request_key) from cause_of(error)


def delete(settings: Settings, path: str, **options: Unpack[CallOptions]) -> Flow[None]:
    try:
        yield from send(settings, Request("DELETE", path), **options)
    except NotFoundError:
        # An earlier attempt may have deleted it.
        pass
