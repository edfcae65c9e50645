"""What the client sends, what it sends again, and what it makes of answers that no service should give."""

from __future__ import annotations

import json
import math
from typing import Any, get_args

import httpx
import model_run_client.errors as errors
import pytest
from conftest import ECHO
from hostile import answer, cut, drop, problem, run, stall
from model_run_client import (
    Client,
    ClientError,
    DeadlineError,
    NoAnswerError,
    ProblemError,
    UsageError,
)
from model_run_client.models import CreateModelRun, ModelRun, ProblemCode

COMPLETED = answer(200, run(text="Hello"))


def test_sends_the_same_key_and_bytes_again_after_each_outcome_that_may_change(against: Any) -> None:
    outcomes = [drop, cut, problem(503, "overloaded"), problem(429, "rate_limited", {"Retry-After": "0"})]
    client, hostile = against(*outcomes, COMPLETED)
    events: list[Any] = []
    created = client.model_runs.create(ECHO, on_retry=events.append)
    assert created.run.text == "Hello"
    assert len({(seen.headers["idempotency-key"], seen.body) for seen in hostile.seen}) == 1
    assert [event.attempts for event in events] == [1, 2, 3, 4]
    assert events[0].request == "POST /v1/developer/model-runs"
    assert b'"maxOutputTokens":100' in hostile.seen[0].body


@pytest.mark.parametrize(
    ("act", "options", "error", "may_have_created"),
    [
        (drop, {"max_retries": 0}, NoAnswerError, True),
        (cut, {"retry": False}, NoAnswerError, True),
        (stall, {"max_retries": 0, "retry": {"attempt_seconds": 0.1}}, NoAnswerError, True),
        (answer(200, "<html>hello"), {"max_retries": 1}, NoAnswerError, True),
        (answer(200, {"id": 1}), {}, NoAnswerError, True),
        (problem(500, "internal_error"), {"max_retries": 1}, errors.InternalServiceError, True),
        (problem(503, "shutting_down"), {"max_retries": 0}, errors.ShuttingDownError, False),
        (problem(402, "insufficient_credit", requiredAmount=5), {}, errors.InsufficientCreditError, False),
        (problem(418, "a_later_code", news=1), {}, errors.UnknownProblemError, False),
        (answer(502, "<h1>Bad\n gateway</h1>"), {"max_retries": 0}, errors.BadGatewayError, True),
        (answer(307, "", {"Location": "http://elsewhere.example/x?secret=1"}), {}, ClientError, True),
        (problem(429, "rate_limited", {"Retry-After": "3600"}), {}, errors.RateLimitedError, False),
    ],
)
def test_says_after_each_failure_whether_a_run_may_exist(
    against: Any, act: Any, options: Any, error: type[ClientError], may_have_created: bool
) -> None:
    client, _ = against(act)
    with pytest.raises(error) as raised:
        client.model_runs.create(ECHO, idempotency_key="mine", **options)
    assert (raised.value.request_key, raised.value.may_have_created) == ("mine", may_have_created)
    assert "secret" not in str(raised.value)


def test_knows_that_nothing_was_sent_where_no_server_listens(make: Any) -> None:
    client = make("http://127.0.0.1:9", max_retries=1, retry={"base_delay_seconds": 0.001})
    with pytest.raises(NoAnswerError) as raised:
        client.model_runs.create(ECHO)
    assert raised.value.may_have_created is False
    assert raised.value.attempts == 2


def test_a_deadline_ends_a_wait_with_the_run_as_it_was_seen(against: Any) -> None:
    client, hostile = against(answer(200, run(state="a_later_state", ETag="1")))
    with pytest.raises(DeadlineError) as raised:
        client.model_runs.create_and_wait(ECHO, deadline_seconds=0.3, wait_seconds=0)
    assert raised.value.run is not None and raised.value.run.state == "a_later_state"
    assert raised.value.may_have_created is True
    assert len(hostile.seen) < 4


def test_waits_through_failures_and_reports_each_change(against: Any) -> None:
    acts = [answer(200, run(state="queued"), {"ETag": '"1"'}), drop, problem(503, "overloaded"), answer(304, "")]
    client, hostile = against(*acts, answer(200, run(text="Done"), {"ETag": '"2"'}))
    states: list[str] = []
    done = client.model_runs.wait("run_1", on_progress=lambda seen: states.append(seen.state), max_retries=0)
    assert (done.text, states) == ("Done", ["queued", "completed"])
    assert [seen.headers.get("if-none-match") for seen in hostile.seen] == [None, *['"1"'] * 4]
    assert hostile.seen[1].headers["prefer"] == "wait=20"


def test_keeps_members_and_values_that_it_does_not_know(against: Any) -> None:
    later = run(state="resting", news={"someThing": 1}, error=None, attribution={"sessionId": "s", "more": [1]})
    client, _ = against(answer(200, later))
    found: ModelRun = client.model_runs.get("run_1")
    assert (found.state, found.member("news"), found.id) == ("resting", {"someThing": 1}, "run_1")
    dumped = json.loads(found.model_dump_json(exclude_unset=True))
    assert {**dumped, "createdAt": later["createdAt"], "updatedAt": later["updatedAt"]} == later


def test_sends_what_was_given_under_the_names_of_the_contract(against: Any) -> None:
    client, hostile = against(COMPLETED)
    schema = {"max_output_tokens": 1, "toolCalls": None}
    client.model_runs.create(
        {
            **ECHO,
            "messages": [{"role": "user", "content": [{"type": "text", "text": "x"}]}, {"role": "new", "a_b": 1}],
            "temperature": 0.5,
            "stop": None,
            "response_format": {"type": "json_schema", "json_schema": {"name": "n", "schema_": schema}},
            "metadata": {"under_score": "kept"},
            "later_member": {"in_it": 1},
        }
    )
    assert json.loads(hostile.seen[0].body) == {
        "model": "sandbox/echo",
        "messages": [{"role": "user", "content": [{"type": "text", "text": "x"}]}, {"role": "new", "a_b": 1}],
        "maxOutputTokens": 100,
        "temperature": 0.5,
        "stop": None,
        "response_format": {"type": "json_schema", "json_schema": {"name": "n", "schema": schema}},
        "metadata": {"under_score": "kept"},
        "later_member": {"in_it": 1},
    }
    client.model_runs.create(CreateModelRun.model_validate(ECHO))
    assert json.loads(hostile.seen[1].body)["maxOutputTokens"] == 100


@pytest.mark.parametrize("request_", [None, {}, {**ECHO, "temperature": math.nan}, {**ECHO, "metadata": {1: object()}}])
def test_refuses_a_request_that_json_would_change_and_sends_nothing(against: Any, request_: Any) -> None:
    client, hostile = against(COMPLETED)
    with pytest.raises(UsageError):
        client.model_runs.create(request_)
    assert hostile.seen == []


@pytest.mark.parametrize(
    "settings",
    [
        {"base_url": ""},
        {"base_url": "ftp://x"},
        {"base_url": "http://u:p@x"},
        {"base_url": "http://x/v1"},
        {"base_url": "http://x?y"},
        {"api_key": ""},
        {"api_key": "Bearer x"},
        {"api_key": "a b"},
        {"headers": {"Authorization": "x"}},
        {"headers": {"X": "a\nb"}},
        {"max_retries": -1},
        {"retry": {"total": 1}},
        {"log_level": "loud"},
    ],
)
def test_refuses_settings_that_cannot_work_without_quoting_them(settings: Any) -> None:
    with pytest.raises(UsageError) as raised:
        Client(**{"base_url": "http://localhost", "api_key": "mock", **settings})
    assert "u:p" not in str(raised.value)


def test_reads_the_environment_as_the_typescript_client_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MODEL_RUN_BASE_URL", "http://localhost:1/under/")
    monkeypatch.setenv("MODEL_RUN_KEY", "mock")
    monkeypatch.setenv("MODEL_RUN_LOG", "debug")
    with Client() as client:
        settings = client.model_runs.flows.settings
        assert (settings.base_url, settings.level) == ("http://localhost:1/under", "debug")
    for name in ("MODEL_RUN_BASE_URL", "MODEL_RUN_KEY"):
        monkeypatch.delenv(name)
    with pytest.raises(UsageError, match="MODEL_RUN_KEY"):
        Client("http://localhost")


def test_no_error_and_no_log_line_has_the_key(
    against: Any, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = "mrk_" + "s" * 38
    client, _ = against(
        answer(500, f"You sent {secret}"),
        problem(400, "invalid_request", detail=f"no {secret}"),
        api_key=secret,
        log_level="debug",
    )
    with caplog.at_level("DEBUG", logger="model_run_client"), pytest.raises(ProblemError) as raised:
        client.model_runs.create(ECHO)
    assert secret not in f"{raised.value}{raised.value.problem!r}{caplog.text}"
    assert "Sent again." in caplog.text and "POST /v1/developer/model-runs: 500" in caplog.text


def test_every_code_of_the_contract_has_its_class() -> None:
    literal, _ = get_args(ProblemCode)
    assert set(errors.PROBLEM_ERRORS) == set(get_args(literal))


def test_continues_a_download_that_breaks_off(against: Any) -> None:
    content = bytes(range(256)) * 40

    def half(_: Any, handler: Any) -> None:
        handler.send_response(200)
        handler.send_header("ETag", '"f"')
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content[:5_000])
        handler.wfile.flush()
        drop(_, handler)

    def rest(seen: Any, handler: Any) -> None:
        begins = int(seen.headers["range"].removeprefix("bytes=").removesuffix("-"))
        assert 0 < begins <= 5_000 and seen.headers["if-range"] == '"f"'
        part = {"Content-Range": f"bytes {begins}-{len(content) - 1}/{len(content)}", "ETag": '"f"'}
        answer(206, content[begins:], part)(seen, handler)

    client, hostile = against(half, drop, rest)
    with client.compute_jobs.artifact("job_1", "a/b.bin") as file:
        assert b"".join(file) == content
    assert hostile.seen[0].path == "/v1/developer/compute-jobs/job_1/artifacts/a%2Fb.bin"
    changed, _ = against(half, answer(200, content, {"ETag": '"g"'}))
    with pytest.raises(ClientError, match="changed"), changed.compute_jobs.artifact("job_1", "x") as file:
        file.read()
    refused, _ = against(problem(404, "not_found"))
    with pytest.raises(errors.NotFoundError), refused.compute_jobs.artifact("job_1", "x"):
        pass


def test_takes_an_http_client_of_the_caller_and_leaves_it_open() -> None:
    sent: list[httpx.Request] = []

    def handle(request: httpx.Request) -> httpx.Response:
        sent.append(request)
        return httpx.Response(200, json=run(text="Own"))

    with httpx.Client(transport=httpx.MockTransport(handle), headers={"X-Own": "1"}) as own:
        with Client("http://service.invalid", "mock", http_client=own) as client:
            assert client.model_runs.get("run_1").text == "Own"
            assert client.request("GET", "/livez", query={"a": [1, True]}).json()["text"] == "Own"
        assert not own.is_closed
    assert sent[0].headers["x-own"] == "1"
    assert sent[0].headers["user-agent"].startswith("model-run-client-python/")
    assert str(sent[1].url) == "http://service.invalid/livez?a=1&a=true"


def test_an_id_never_leads_to_another_path(against: Any) -> None:
    client, hostile = against(COMPLETED)
    for wrong in ("", ".", "..", "limits", "a/b", "run\n", None):
        with pytest.raises(UsageError):
            client.model_runs.get(wrong)
    assert hostile.seen == []
