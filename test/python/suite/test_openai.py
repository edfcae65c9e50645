"""The transports of chat completions, alone and under the packages that they are for."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

# LiteLLM otherwise downloads its list of prices.
os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"

import anyio
import httpx
import openai
import pytest
from conftest import KEY, QUICK, SERVICE, Blocking
from hostile import Act, Hostile, answer, drop, hand_on, problem, run
from model_run_client import AsyncClient, Client, UsageError
from model_run_client.once import new_request_key
from model_run_client.openai import AsyncRunTransport, RunTransport, cause_of

CHATS = [json.loads(line) for line in Path(os.environ["MODEL_RUN_CHATS"]).read_text().split("\n") if line]
NODE, OPENAI_FETCH = os.environ["MODEL_RUN_NODE"], Path(os.environ["MODEL_RUN_CLIENT"]).with_name("openai.ts")
HELLO: Any = {"model": "sandbox/echo", "messages": [{"role": "user", "content": "Hello"}], "max_completion_tokens": 50}
WEATHER: Any = {"role": "user", "content": "How warm is it in Lisbon?"}
Make = Callable[..., Callable[..., httpx.Response]]


def in_snake_case(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return {re.sub("[A-Z]", lambda up: f"_{up[0].lower()}", name): in_snake_case(each) for name, each in value.items()}


@pytest.fixture
def sends(make: Callable[..., Any]) -> Make:
    """What sends a chat completion through a transport, of each of the two."""

    def made(url: str = SERVICE, retry: Any = QUICK, **options: Any) -> Callable[..., httpx.Response]:
        client = make(url, retry=retry)
        if isinstance(client, Client):
            http: Any = httpx.Client(transport=RunTransport(client, **options))
        else:
            http = Blocking(httpx.AsyncClient(transport=AsyncRunTransport(client._inner, **options)), client._portal)

        def send(body: Any, headers: Any = None, path: str = "chat/completions", method: str = "POST") -> Any:
            content = body if isinstance(body, str) else json.dumps(body)
            return http.request(method, f"http://model-run/v1/{path}", content=content, headers=headers)

        return send

    return made


@pytest.fixture
def blocking() -> Iterator[Callable[..., Any]]:
    """What packages take as their `http_client`."""
    with ExitStack() as opened:

        def made(url: str = SERVICE, retry: Any = QUICK, **options: Any) -> Any:
            client = opened.enter_context(Client(url, KEY, retry=retry))
            return httpx.Client(transport=RunTransport(client, **options))

        yield made


@asynccontextmanager
async def asynchronous(**options: Any) -> AsyncIterator[Any]:
    """The same in an event loop."""
    async with AsyncClient(SERVICE, KEY, retry=QUICK) as client:
        yield httpx.AsyncClient(transport=AsyncRunTransport(client, **options))


@pytest.fixture
def served() -> Iterator[Callable[..., Hostile]]:
    opened: list[Hostile] = []

    def serve(*acts: Act) -> Hostile:
        opened.append(Hostile(*acts))
        return opened[-1]

    yield serve
    for each in opened:
        each.close()


@pytest.mark.parametrize("chat", CHATS, ids=[each["name"] for each in CHATS])
def test_a_request_is_the_run_under_the_key_that_the_typescript_client_makes(
    chat: Any, sends: Make, served: Callable[..., Hostile]
) -> None:
    service = served(answer(200, run()))
    send = sends(service.url, **{"reuse_equal": True, **in_snake_case(chat.get("options", {}))})
    response = send(chat.get("text", chat.get("request")), chat.get("headers"))
    if "refusal" in chat:
        error = response.json()["error"]
        shown = {"status": response.status_code, **{name: error[name] for name in ("param", "code", "type")}}
        assert (shown, service.seen) == (chat["refusal"], [])
        return
    [seen] = service.seen
    assert (response.status_code, json.loads(seen.body)) == (200, chat["run"])
    assert seen.headers["idempotency-key"] == chat["key"]


def test_the_typescript_client_has_bought_a_turn_that_this_client_asks_for(sends: Make) -> None:
    program = f"""
        import {{ createOpenAIFetch }} from {json.dumps(str(OPENAI_FETCH))};
        const fetch = createOpenAIFetch({{ conversationKey: 'shared-1', terms: {{ metadata: {{ a: 'b' }} }} }});
        const body = JSON.stringify({json.dumps(HELLO)});
        const answer = await fetch('http://model-run/chat/completions', {{ method: 'POST', body }});
        console.log(await answer.text());
    """
    printed = subprocess.check_output([NODE, "--input-type=module", "-e", program], text=True, timeout=60)
    bought = json.loads(printed)
    send = sends(conversation_key="shared-1", terms={"metadata": {"a": "b"}})
    found = send(HELLO).json()
    assert found["model_run"].pop("replayed") is True
    bought["model_run"].pop("replayed")
    assert found == bought


def test_calls_are_runs_of_their_own_and_a_lost_answer_is_continued(
    sends: Make, served: Callable[..., Hostile]
) -> None:
    service = served(drop, answer(200, run()))
    send = sends(service.url, retry=False)
    with pytest.raises(httpx.ReadError):
        send(HELLO)
    assert send({**HELLO, "max_completion_tokens": 51}).status_code == 200
    for _ in range(2):
        assert send(HELLO).status_code == 200
    lost, other, continued, new = (each.headers["idempotency-key"] for each in service.seen)
    assert continued == lost and len({lost, other, new}) == 3


def test_what_is_active_is_the_parent_and_the_conversation(sends: Make, served: Callable[..., Hostile]) -> None:
    service = served(answer(200, run()))
    send = sends(service.url, traceparent=lambda: "active", conversation_key=lambda: "ticket")
    send(HELLO)
    send(HELLO, {"traceparent": "given"})
    assert [each.headers["traceparent"] for each in service.seen] == ["active", "given"]
    assert {each.headers["idempotency-key"] for each in service.seen} == {"ticket:turn-1"}


def test_a_failed_run_that_can_succeed_gives_way_to_another(sends: Make) -> None:
    name = new_request_key()
    send = sends(conversation_key=name)
    body = {**HELLO, "model": "sandbox/cancelled"}
    keys = [send(body).json()["error"]["model_run"]["idempotencyKey"] for _ in range(4)]
    assert keys == [f"{name}:turn-1", *(f"{name}:turn-1:try-{attempt}" for attempt in (2, 3, 4))]
    refused = send(body, {"Idempotency-Key": name})
    assert (refused.status_code, refused.headers["X-Should-Retry"]) == (503, "false")
    assert send(body, {"Idempotency-Key": name}).json()["error"]["model_run"]["replayed"] is True


def test_the_catalog_is_the_list_of_models(sends: Make) -> None:
    send = sends()
    listed = send("", path="models", method="GET").json()
    assert {"id": "sandbox/echo", "object": "model", "created": 0, "owned_by": "sandbox"} in listed["data"]
    assert send("", path="models/sandbox%2Fecho", method="GET").json()["id"] == "sandbox/echo"
    assert send("", path="models/none", method="GET").status_code == 404
    refused = send("{}", path="responses")
    assert (refused.status_code, refused.json()["error"]["code"]) == (404, "unsupported_endpoint")


def test_an_answer_says_what_it_cost(sends: Make) -> None:
    response = sends()(HELLO)
    answered = response.json()
    assert answered["usage"]["prompt_tokens"] > 0 and answered["choices"][0]["finish_reason"] == "stop"
    charged = answered["model_run"]["chargedAmount"]
    assert response.headers["X-Model-Run-Charged-Amount"] == str(charged) and charged > 0
    assert response.headers["X-Model-Run-Replayed"] == "false"


@pytest.mark.parametrize(
    "options",
    [
        {"deadline_seconds": -1},
        {"max_output_tokens": 0},
        {"conversation_key": ""},
        {"conversation_key": 5},
        {"traceparent": "00-0af7"},
        {"terms": "a"},
        {"terms": {"max_reserved": 1}},
        {"terms": {"metadata": 5}},
        {"reuseEqual": True},
    ],
)
def test_options_that_cannot_be_right_are_refused_at_once(options: Any) -> None:
    with pytest.raises(UsageError):
        RunTransport(Client(SERVICE, KEY), **options)


def test_terms_that_a_function_returns_are_checked_at_each_call(sends: Make, served: Callable[..., Hostile]) -> None:
    service = served(answer(200, run()))
    refused = sends(service.url, terms=lambda: None)(HELLO)
    assert refused.status_code == 400 and "terms" in refused.json()["error"]["message"]
    assert service.seen == []


class TestOpenAI:
    """The openai package, which retries by itself."""

    @pytest.fixture
    def package(self, blocking: Callable[..., Any]) -> Callable[..., openai.OpenAI]:
        def made(url: str = SERVICE, max_retries: int = 2, **options: Any) -> openai.OpenAI:
            http = blocking(url, **options)
            return openai.OpenAI(
                base_url="http://model-run", api_key="unused", http_client=http, max_retries=max_retries
            )

        return made

    def test_streams_an_answer_in_one_part(self, package: Callable[..., Any]) -> None:
        chunks = list(
            package(buffered_stream=True).chat.completions.create(
                **HELLO, stream=True, stream_options={"include_usage": True}
            )
        )
        assert chunks[0].choices[0].delta.content == "Hello"
        assert chunks[1].usage is not None and chunks[1].usage.total_tokens > 0

    def test_parses_structured_output(self, package: Callable[..., Any]) -> None:
        format: Any = {
            "type": "json_schema",
            "json_schema": {"name": "a", "strict": True, "schema": {"type": "object", "properties": {}}},
        }
        answered = package().chat.completions.create(**HELLO, response_format=format)
        assert answered.choices[0].message.content is not None

    def test_retries_buy_nothing_twice(self, package: Callable[..., Any], served: Callable[..., Hostile]) -> None:
        service = served(hand_on(SERVICE, keep=True), hand_on(SERVICE, keep=True), hand_on(SERVICE))
        answered = package(service.url, retry=False).chat.completions.create(**HELLO)
        assert (answered.model_extra or {})["model_run"]["replayed"] is True
        assert len({each.headers["idempotency-key"] for each in service.seen if each.method == "POST"}) == 1

    def test_a_timeout_of_the_package_ends_the_call_and_not_the_run(self, package: Callable[..., Any]) -> None:
        client = package(max_retries=0)
        body = {**HELLO, "model": "sandbox/slow"}
        with pytest.raises(openai.APITimeoutError):
            client.chat.completions.create(**body, timeout=0.3)
        answered = client.chat.completions.create(**body)
        assert (answered.model_extra or {})["model_run"]["replayed"] is True
        with pytest.raises(openai.APITimeoutError):
            package(max_retries=0, deadline_seconds=0.2).chat.completions.create(**body)

    def test_a_service_that_is_not_there_is_a_lost_connection(self, package: Callable[..., Any]) -> None:
        with pytest.raises(openai.APIConnectionError) as raised:
            package("http://127.0.0.1:9", retry=False, max_retries=0).chat.completions.create(**HELLO)
        assert isinstance(raised.value.__cause__, httpx.ConnectError)

    @pytest.mark.parametrize(
        ("more", "status", "code", "param"),
        [
            ({"model": "none"}, 404, "model_not_found", "model"),
            ({"temperature": 9}, 400, "invalid_request", "temperature"),
            ({"max_completion_tokens": 1_000_000}, 400, "max_output_tokens_exceeded", "max_completion_tokens"),
            ({"reasoning_effort": "low"}, 400, "unsupported_parameter", "reasoning_effort"),
            ({"user": ""}, 400, "invalid_request", "user"),
            (
                {"tools": [{"type": "function", "function": {"name": "no name"}}]},
                400,
                "invalid_request",
                "tools[0].function.name",
            ),
        ],
    )
    def test_a_refusal_names_the_parameter_as_it_was_given(
        self, package: Callable[..., Any], more: Any, status: int, code: str, param: str
    ) -> None:
        with pytest.raises(openai.APIStatusError) as raised:
            package().chat.completions.create(**{**HELLO, **more})
        error = raised.value
        assert (error.status_code, error.code, error.param) == (status, code, param)
        cause = cause_of(error)
        assert cause is not None and cause.problem is not None and cause.problem.request_id.startswith("req_")

    def test_a_run_that_failed_is_in_the_error(self, package: Callable[..., Any]) -> None:
        with pytest.raises(openai.BadRequestError) as raised:
            package().chat.completions.create(**{**HELLO, "model": "sandbox/refused"})
        cause = cause_of(raised.value)
        assert cause is not None and cause.model_run is not None and cause.model_run.error is not None
        assert cause.model_run.error.code == "provider_refused"
        assert cause_of(ValueError("another")) is None

    def test_no_credit_is_402(self, package: Callable[..., Any], served: Callable[..., Hostile]) -> None:
        service = served(problem(402, "insufficient_credit", requiredAmount=5))
        with pytest.raises(openai.APIStatusError) as raised:
            package(service.url).chat.completions.create(**HELLO)
        cause = cause_of(raised.value)
        assert raised.value.status_code == 402 and len(service.seen) == 1
        assert cause is not None and cause.problem is not None and cause.problem.required_amount == 5

    def test_a_task_that_is_cancelled_leaves_its_run_to_the_next_call(self) -> None:
        async def main() -> None:
            async with asynchronous() as http:
                client = openai.AsyncOpenAI(base_url="http://model-run", api_key="unused", http_client=http)
                body = {**HELLO, "model": "sandbox/slow"}
                with anyio.move_on_after(0.3):
                    await client.chat.completions.create(**body)
                answered = await client.chat.completions.create(**body)
            assert (answered.model_extra or {})["model_run"]["replayed"] is True

        asyncio.run(main())


@pytest.mark.filterwarnings("default")
def test_langchain_calls_tools_and_buys_each_turn_once(blocking: Callable[..., Any]) -> None:
    from langchain_core.messages import HumanMessage, ToolMessage
    from langchain_core.tools import tool
    from langchain_openai import ChatOpenAI

    @tool
    def get_weather(city: str) -> str:
        """The weather in a city."""
        return "21"

    async def converse() -> tuple[list[str], str]:
        async with asynchronous(conversation_key="langchain-1") as http:
            chat: Any = ChatOpenAI(
                model="sandbox/tool-caller",
                max_completion_tokens=200,
                base_url="http://model-run",
                api_key="unused",  # type: ignore[arg-type]
                http_client=blocking(conversation_key="langchain-1"),
                http_async_client=http,
            ).bind_tools([get_weather])
            question = HumanMessage("How warm is it in Lisbon?")
            called = chat.invoke([question])
            results = [ToolMessage("21", tool_call_id=call["id"]) for call in called.tool_calls]
            last = await chat.ainvoke([question, called, *results])
        return [each.response_metadata["id"] for each in (called, last)], last.content

    first = asyncio.run(converse())
    assert first[1] == "The tools answered: get_weather said 21"
    assert asyncio.run(converse()) == first


@pytest.mark.filterwarnings("default")
def test_pydantic_ai_calls_tools_and_buys_each_turn_once() -> None:
    from pydantic_ai import Agent
    from pydantic_ai.exceptions import ModelHTTPError
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    def get_weather(city: str) -> str:
        """The weather in a city."""
        return "21"

    async def converse(model: str) -> tuple[str, list[str | None]]:
        async with asynchronous(max_output_tokens=200, conversation_key=f"pydantic-ai-{model}") as http:
            client = openai.AsyncOpenAI(base_url="http://model-run", api_key="unused", http_client=http, max_retries=0)
            chat = OpenAIChatModel(model, provider=OpenAIProvider(openai_client=client))
            result = await Agent(chat, tools=[get_weather]).run("How warm is it in Lisbon?")
        ids = [getattr(message, "provider_response_id", None) for message in result.all_messages()]
        return result.output, ids

    first = asyncio.run(converse("sandbox/tool-caller"))
    assert first[0] == "The tools answered: get_weather said 21"
    assert asyncio.run(converse("sandbox/tool-caller")) == first
    with pytest.raises(ModelHTTPError) as raised:
        asyncio.run(converse("none"))
    cause = cause_of(raised.value)
    assert raised.value.status_code == 404
    assert cause is not None and cause.problem is not None and cause.problem.code == "unknown_model"


@pytest.mark.filterwarnings("default")
def test_litellm_buys_a_run_and_shows_its_refusal(blocking: Callable[..., Any]) -> None:
    import litellm

    def complete(model: str, **options: Any) -> Any:
        http = blocking(**options)
        client = openai.OpenAI(base_url="http://model-run", api_key="unused", http_client=http, max_retries=0)
        messages = HELLO["messages"]
        return litellm.completion(model=f"openai/{model}", client=client, messages=messages, max_tokens=50)

    first, again = (complete("sandbox/echo", conversation_key="litellm-1") for _ in range(2))
    assert (first.choices[0].message.content, first.id) == ("Hello", again.id)
    with pytest.raises(litellm.NotFoundError) as raised:
        complete("none")
    cause = cause_of(raised.value)
    assert cause is not None and cause.problem is not None and cause.problem.code == "unknown_model"
