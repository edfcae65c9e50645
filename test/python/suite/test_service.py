"""Everything that can be bought and read, with both clients, at the real service."""

from __future__ import annotations

import json
import secrets
from datetime import datetime, timedelta, timezone
from typing import Any

import anyio
import pytest
from conftest import ECHO, KEY, MOCK, SERVICE
from model_run_client import (
    AsyncClient,
    CreditLimitError,
    JobTool,
    MemoryRequestStore,
    RunFailedError,
    Tool,
    TurnLimitError,
    UsageError,
    expect_completed,
    format_money,
    is_failed,
    tree_of,
)
from model_run_client.errors import (
    CustomerExistsError,
    EndUserBudgetReachedError,
    IdempotencyKeyReuseError,
    NotFoundError,
    PreconditionFailedError,
    UnknownModelError,
)
from model_run_client.models import AssistantMessage
from pydantic import BaseModel

WEEK: Any = {
    "from_": datetime.now(timezone.utc) - timedelta(days=7),
    "to": datetime.now(timezone.utc) + timedelta(hours=1),
}


def test_buys_a_run_once_and_finds_it_by_its_key(client: Any) -> None:
    keys: list[str] = []
    run = client.model_runs.create_and_wait(ECHO, on_request_key=keys.append)
    assert (run.state, run.text) == ("completed", "Hello")
    assert format_money(run.charged_amount, run) == "0.000002363 USD"
    again = client.model_runs.create(ECHO, idempotency_key=keys[0])
    assert (again.run.id, again.replayed) == (run.id, True)
    found = client.with_response(client.model_runs.find, keys[0])
    assert found.data == run
    assert found.request_id.startswith("req_") and found.response.json()["id"] == run.id
    with pytest.raises(IdempotencyKeyReuseError):
        client.model_runs.create({**ECHO, "max_output_tokens": 99}, idempotency_key=keys[0])
    assert client.model_runs.find("never-used") is None


def test_once_keeps_the_run_of_a_name(make: Any) -> None:
    client = make(store=MemoryRequestStore())
    first = client.model_runs.once("invoice-42", ECHO)
    assert client.model_runs.once("invoice-42", ECHO).id == first.id
    assert client.model_runs.once("invoice-42").id == first.id
    with pytest.raises(IdempotencyKeyReuseError):
        client.model_runs.once("invoice-42", {**ECHO, "max_output_tokens": 99})
    with pytest.raises(UsageError, match="give the request"):
        client.model_runs.once("another")


def test_returns_a_failed_run_like_any_other(client: Any) -> None:
    failed = client.model_runs.create_and_wait({**ECHO, "model": "sandbox/refused"})
    assert is_failed(failed) and failed.charged_amount in (None, 0)
    with pytest.raises(RunFailedError) as raised:
        expect_completed(failed)
    assert raised.value.run is failed
    cancelled = client.model_runs.cancel(failed.id)
    assert cancelled.state == "failed"


def test_creates_many_and_gives_each_its_result(client: Any) -> None:
    requests = [{"request": ECHO}, {"request": {**ECHO, "model": "none"}, "idempotency_key": "of-mine"}]
    saved: list[Any] = []
    good, bad = client.model_runs.create_many(requests, on_request_keys=saved.extend)
    assert [good.request_key, bad.request_key] == saved
    assert client.model_runs.wait(good.run.id).text == "Hello"
    assert isinstance(bad.error, UnknownModelError) and bad.error.errors[0].pointer == "#/requests/1/request/model"


def test_lists_estimates_and_limits(client: Any) -> None:
    for index in range(3):
        client.model_runs.create_and_wait({**ECHO, "metadata": {"team": "lists", "n": str(index)}})
    filters = {
        "limit": 1,
        "state": ["completed", "failed"],
        "metadata": {"team": "lists"},
        "created_after": WEEK["from_"],
    }
    listed = list(client.model_runs.list(**filters))
    assert len(listed) >= 3 and listed[0].metadata["n"] == "2"
    page = client.with_response(client.model_runs.list(**filters).first_page)
    assert (len(page.data.data), page.response.status_code) == (1, 200)
    assert next(iter(client.model_runs.list(limit=2).pages())).next_cursor is not None
    estimate = client.model_runs.estimate(ECHO)
    assert estimate.covered and client.account().spendable_amount > estimate.reserved_amount
    assert client.limits().max_output_tokens == client.model_runs.limits().max_output_tokens
    models = list(client.models.list(supported_parameter=["structured_outputs"], tools=True))
    assert "sandbox/echo" in [model.id for model in models]
    assert client.models.get("sandbox/echo").pricing.prompt == "0.00000015"
    assert "sandbox/echo" in [tool.id for tool in client.tools.list()]


def test_runs_tools_and_code(client: Any) -> None:
    tool = client.tools.get("sandbox/echo")
    request = {"tool": tool.id, "input": {"text": "Hello, tool!"}, "version": tool.version}
    run = client.tool_runs.create_and_wait(request)
    assert run.output.content[0].member("text") == "Hello, tool!"
    assert next(iter(client.tool_runs.list(tool=tool.id))).id == run.id
    assert client.tool_runs.estimate(request).reserved_amount >= 0
    source = "console.log('Adding'); job.writeFile('sum.json', JSON.stringify({ sum: 1 + 2 }))"
    made = client.compute_jobs.create(
        {"environment": "javascript", "timeout_seconds": 10, "source": source, "outputs": ["sum.json"]}
    )
    assert "".join(part.text for part in client.compute_jobs.logs(made.run.id)).strip() == "Adding"
    job = expect_completed(client.compute_jobs.wait(made.run.id))
    assert (job.result, job.exit_code) == ("exited", 0)
    with client.compute_jobs.artifact(job.id, "sum.json") as file:
        assert json.loads(file.read()) == {"sum": 3}
    assert next(iter(client.compute_jobs.list(limit=1))).id == job.id
    assert "javascript" in [each.id for each in client.compute_jobs.environments()]


class City(BaseModel):
    city: str


class Code(BaseModel):
    code: str


def test_converses_with_each_kind_of_tool_and_finds_it_all_again(client: Any) -> None:
    called: list[str] = []

    def weather(arguments: City, context: Any) -> Any:
        called.append(context.call_id)
        return {"city": arguments.city, "celsius": 21}

    own = Tool("get_weather", "The weather in a city.", City, weather)
    catalog = client.tools.get("sandbox/echo")
    code = JobTool(
        "run_code",
        "Runs JavaScript.",
        Code,
        lambda arguments: {"environment": "javascript", "timeout_seconds": 5, "source": "console.log(6 * 7)"},
    )
    question: Any = {"role": "user", "content": "What?"}
    request = {
        "model": "sandbox/tool-caller",
        "messages": [question],
        "max_output_tokens": 200,
        "parallel_tool_calls": True,
    }
    key = f"talk-{client.account().spendable_amount}"
    turns: list[int] = []

    def talk(*tools: Any, **options: Any) -> Any:
        return client.converse(request, tools=tools, on_turn=lambda each: turns.append(len(each.messages)), **options)

    first = talk(catalog, own, conversation_key=key)
    assert "sandbox__echo said" in first.text and "get_weather said" in first.text and len(called) == 1
    assert first.tool_runs[0].parent.run_id == first.runs[0].id
    assert isinstance(first.messages[1], AssistantMessage) and turns == [4]
    coded = talk(own, code, conversation_key=f"{key}-2")
    assert "run_code said 42" in coded.text and coded.compute_jobs[0].result == "exited"
    before = client.account().spendable_amount
    again, coded_again = talk(catalog, own, conversation_key=key), talk(own, code, conversation_key=f"{key}-2")
    for one, other in ((first, again), (coded, coded_again)):
        assert [run.id for run in one.runs] == [run.id for run in other.runs]
        assert [run.id for run in one.tool_runs] == [run.id for run in other.tool_runs]
        assert [run.id for run in one.compute_jobs] == [run.id for run in other.compute_jobs]
    assert client.account().spendable_amount == before
    with pytest.raises(TurnLimitError) as raised:
        talk(own, max_turns=1)
    assert raised.value.conversation is not None and len(raised.value.conversation.runs) == 1
    request["max_reserved_amount"] = 10**7
    with pytest.raises(UsageError, match="max_total_amount needs"):
        talk(catalog, max_total_amount=1)
    with pytest.raises(CreditLimitError):
        talk(catalog, max_total_amount=1, tool_runs={"max_reserved_amount": 10**7})


def test_saves_prompts_and_makes_runs_of_them_once(client: Any) -> None:
    name = f"greeting-{client.account().spendable_amount}"
    saved = client.prompts.save({"name": name, "text": "Greet {{who}}.", "labels": ["production"]})
    assert saved.version.variable_names == ["who"]
    request = {"model": "sandbox/echo", "messages": [], "max_output_tokens": 50}
    first = client.model_runs.create_from_prompt(name, request, {"who": "Ada"}, idempotency_key=f"{name}-1")
    client.prompts.save({"name": name, "text": "Welcome {{who}}."})
    got = client.prompts.get(name)
    moved = client.prompts.label(name, "production", 2, if_on=got)
    assert moved.version == 2
    with pytest.raises(PreconditionFailedError):
        client.prompts.label(name, "production", 1, if_on=got)
    again = client.model_runs.create_from_prompt(name, request, {"who": "Ada"}, idempotency_key=f"{name}-1")
    assert (again.run.id, again.replayed, again.run.attribution.prompt_id) == (first.run.id, True, name)
    assert [version.version for version in client.prompts.versions(name)] == [2, 1]
    assert name in [prompt.name for prompt in client.prompts.list()]
    assert client.prompts.render(name, {"variables": {"who": "Bo"}}).messages[0].content == "Welcome Bo."
    assert client.prompts.diff(name, 1, 2) and client.prompts.usage(name)


def test_reads_what_happened_and_what_it_cost(client: Any) -> None:
    run = client.model_runs.create_and_wait({**ECHO, "attribution": {"session_id": "chat-7731"}})
    trace = client.traces.get(run.trace_id)
    assert tree_of(trace.spans)[0].span.name == "chat sandbox/echo"
    assert run.trace_id in [each.trace_id for each in client.traces.list(session_id="chat-7731")]
    span = next(iter(client.traces.list_spans(trace_id=run.trace_id)))
    assert client.traces.get_span(run.trace_id, span.span_id).name == span.name
    assert next(iter(client.traces.list_sessions())) and list(client.traces.list_end_users()) is not None
    rows = client.metrics({"measures": ["charged", "latency"], "dimensions": ["model"], **WEEK}).data
    assert "sandbox/echo" in [row.group.model for row in rows]
    score = client.scores.create({"name": "helpful", "value": True, "source": "human", "session_id": "chat-7731"})
    assert client.scores.get(score.id).value is True
    assert score.id in [each.id for each in client.scores.list(session_id="chat-7731")]
    client.scores.delete(score.id)
    client.scores.delete(score.id)
    with client.export(dataset="runs", format="ndjson", **WEEK) as file:
        assert run.id in [json.loads(line)["id"] for line in file.lines()]


def test_gets_any_answer_by_its_name_from_the_mock(make: Any) -> None:
    mock = make(MOCK, api_key="mock")
    failed = mock.model_runs.get("run_01jz0000000000000000000000", headers={"Prefer": "example=run-failed-run-expired"})
    assert (failed.state, failed.error.code) == ("failed", "run_expired")
    assert mock.model_runs.create_and_wait(ECHO).state == "completed"
    raw = mock.request("GET", "/v1/developer/account")
    assert raw.status_code == 200


def test_runs_in_trio_and_ends_with_its_task() -> None:
    async def main() -> None:
        async with AsyncClient(SERVICE, KEY) as client:
            run = await client.model_runs.create_and_wait(ECHO)
            assert run.text == "Hello"
            keys: list[str] = []
            with anyio.move_on_after(0.5) as scope:
                await client.model_runs.create_and_wait({**ECHO, "model": "sandbox/slow"}, on_request_key=keys.append)
            assert scope.cancelled_caught and (await client.model_runs.find(keys[0])) is not None

    anyio.run(main, backend="trio")


def test_sets_up_customers_keys_and_endpoints(client: Any) -> None:
    name = f"Ada / {secrets.token_hex(4)}"
    keys: list[str] = []
    made = client.customers.create({"end_user_id": name, "budgets": {"total_amount": 0}}, on_request_key=keys.append)
    assert made.budgets[0].limit_amount == 0
    assert (
        client.customers.create({"end_user_id": name, "budgets": {"total_amount": 0}}, idempotency_key=keys[0]) == made
    )
    with pytest.raises(CustomerExistsError):
        client.customers.create({"end_user_id": name})
    with pytest.raises(EndUserBudgetReachedError):
        client.model_runs.create({**ECHO, "attribution": {"end_user_id": name}})
    assert client.customers.update(name, {"state": "blocked", "budgets": None}).state == "blocked"
    assert name in [each.end_user_id for each in client.customers.list(state="blocked", limit=1)]
    package = client.customers.grant(name, {"amount": 7, "note": "Package"}, idempotency_key=secrets.token_hex(8))
    assert client.customers.get(name).balance.available_amount == package.left_amount == 7
    assert client.customers.revoke_grant(name, package.id).expired_amount == 7
    assert [each.id for each in client.customers.grants(name)] == [package.id]
    assert client.customers.get_grant(name, package.id).left_amount == 0
    assert client.customers.update(name, {"has_balance": False}).balance is None
    assert client.customers.erase(name).open_runs == 0
    with pytest.raises(NotFoundError):
        client.customers.get(name)
    assert client.customers.settings().default_budgets.day_amount is None

    shop = client.keys.create({"name": "shop", "scopes": ["models:read"]}, idempotency_key=secrets.token_hex(8))
    assert client.keys.update(shop.key.id, {"day_limit_amount": 5}).spending_limits[0].limit_amount == 5
    rotated = client.keys.rotate(shop.key.id, 0)
    assert rotated.secret != shop.secret and rotated.key.id in [each.id for each in client.keys.list(status="active")]
    assert client.keys.revoke(rotated.key.id).key.status == "revoked"

    hooks = client.webhook_endpoints.create({"url": "https://example.com/hooks", "event_types": ["budget.reached"]})
    assert client.webhook_endpoints.rotate(hooks.endpoint.id, 60).secret != hooks.secret
    assert client.webhook_endpoints.update(hooks.endpoint.id, {"status": "disabled"}).status == "disabled"
    assert list(client.webhook_endpoints.messages(hooks.endpoint.id)) == []
    client.webhook_endpoints.delete(hooks.endpoint.id)
    client.webhook_endpoints.delete(hooks.endpoint.id)
    assert hooks.endpoint.id not in [each.id for each in client.webhook_endpoints.list()]


def test_saves_exports_and_sets_what_it_is_alerted_to(client: Any) -> None:
    run = client.model_runs.create_and_wait(ECHO)
    request_key = secrets.token_hex(8)
    asked = {"name": "Books", "dataset": "charges", "format": "ndjson", "period": "current_month"}
    saved = client.saved_exports.create(asked, idempotency_key=request_key)
    assert client.saved_exports.create(asked, idempotency_key=request_key) == saved
    assert client.saved_exports.get(saved.id) in list(client.saved_exports.list())
    with client.saved_exports.file(saved.id) as file:
        assert any(run.id in line for line in file.lines())
    with client.saved_exports.file(saved.id, at="2025-07-15T00:00:00Z") as file:
        assert list(file.lines()) == []
    client.saved_exports.delete(saved.id)
    client.saved_exports.delete(saved.id)
    with pytest.raises(NotFoundError):
        client.saved_exports.get(saved.id)

    assert client.alerts.update_settings({"key_limit_percent": None}).key_limit_percent is None
    assert client.alerts.settings().mail_to == "owners"
    assert list(client.alerts.list(kind="no.such_kind")) == []


def test_starts_payments_and_sets_the_auto_recharge(client: Any) -> None:
    billing = client.billing
    amount = billing.wallet().payments.least_amount
    request_key = secrets.token_hex(8)
    payment = billing.create_payment(amount, idempotency_key=request_key)
    assert payment.state == "open" and payment.checkout_url is not None
    assert billing.create_payment(amount, idempotency_key=request_key).id == payment.id
    with pytest.raises(IdempotencyKeyReuseError):
        billing.create_payment(amount * 2, idempotency_key=request_key)
    assert billing.get_payment(payment.id).amount == amount
    assert payment.id in [each.id for each in billing.payments(limit=1)]
    assert next(iter(billing.entries())).amount > 0 and list(billing.grants()) == []

    terms = {"threshold_amount": amount, "recharge_amount": amount, "month_cap_amount": amount}
    assert billing.set_recharge(terms).threshold_amount == amount
    assert billing.open_card_page().checkout_url.startswith("http")
    billing.remove_recharge()
    billing.remove_recharge()
    assert billing.recharge().threshold_amount is None
    assert billing.details().tax_ids == []
    assert billing.open_details_page().billing_url.startswith("http")
