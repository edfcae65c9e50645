"""A server on loopback that treats each request as a test says, and repeats the last act forever."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx


@dataclass
class Seen:
    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes


Act = Callable[[Seen, BaseHTTPRequestHandler], None]


class Hostile:
    def __init__(self, *acts: Act) -> None:
        self.seen: list[Seen] = []
        lock = threading.Lock()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_any(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                headers = {name.lower(): value for name, value in self.headers.items()}
                with lock:
                    seen = Seen(self.command, self.path, headers, body)
                    outer.seen.append(seen)
                    act = acts[min(len(outer.seen), len(acts)) - 1]
                act(seen, self)

            do_GET = do_POST = do_PUT = do_DELETE = handle_any

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def answer(status: int, body: Any, headers: Mapping[str, str] | None = None) -> Act:
    payload = body if isinstance(body, bytes) else body.encode() if isinstance(body, str) else json.dumps(body).encode()

    def act(_: Seen, handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in {"Content-Type": "application/json", **(headers or {})}.items():
            handler.send_header(name, value)
        if status not in (204, 304):
            handler.send_header("Content-Length", str(len(payload)))
        handler.end_headers()
        if status not in (204, 304):
            handler.wfile.write(payload)

    return act


def problem(status: int, code: str, headers: Mapping[str, str] | None = None, **members: Any) -> Act:
    document = {"type": "about:blank", "title": code, "status": status, "detail": "It is so.", "code": code}
    return answer(status, {**document, "requestId": "req_1", **members}, headers)


def run(**members: Any) -> dict[str, Any]:
    """A run as the service would return it."""
    at = "2026-01-01T00:00:00.000Z"
    made = {"id": "run_1", "model": "sandbox/echo", "createdAt": at, "updatedAt": at, "state": "completed"}
    money = {"currency": "USD", "scale": 9, "reservedAmount": 1, "idempotencyKey": "key", "keyId": "key_1"}
    return {**made, **money, **members}


def drop(_: Seen, handler: BaseHTTPRequestHandler) -> None:
    """Ends the connection without an answer."""
    handler.connection.shutdown(socket.SHUT_RDWR)
    handler.close_connection = True


def stall(_: Seen, handler: BaseHTTPRequestHandler) -> None:
    """Does not answer while a test waits for it."""
    time.sleep(1)
    handler.close_connection = True


def cut(_: Seen, handler: BaseHTTPRequestHandler) -> None:
    """Begins an answer that claims to be longer than it is."""
    handler.send_response(202)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", "5000")
    handler.end_headers()
    handler.wfile.write(b'{"id":"run_1","state":"rese')
    handler.wfile.flush()
    drop(_, handler)


def hand_on(target: str, *, keep: bool = False) -> Act:
    """Asks the real service and returns its answer, or keeps it: the service has done its work either way."""

    def act(seen: Seen, handler: BaseHTTPRequestHandler) -> None:
        headers = {
            k: v
            for k, v in seen.headers.items()
            if k not in ("host", "connection", "accept-encoding", "content-length")
        }
        reply = httpx.request(
            seen.method, target + seen.path, headers=headers, content=seen.body, timeout=60, trust_env=False
        )
        if keep:
            return drop(seen, handler)
        kept = ("etag", "retry-after", "preference-applied", "idempotent-replayed", "x-request-id", "content-type")
        answer(reply.status_code, reply.content, {k: reply.headers[k] for k in kept if k in reply.headers})(
            seen, handler
        )

    return act
