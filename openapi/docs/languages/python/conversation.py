"""A conversation with a function, in both turns, with the models that the generator made."""

import os
import time
from urllib.request import Request, urlopen

from model_runs import CreateModelRun, Message, ModelRun, ToolDefinition

RUNS = f"{os.environ['MODEL_RUN_BASE_URL']}/v1/developer/model-runs"
weather = ToolDefinition(
    name="get_weather", description="The weather in a city.", parameters={"type": "object"}
)


def send(request: Request) -> ModelRun:
    request.add_header("Authorization", f"Bearer {os.environ['MODEL_RUN_KEY']}")
    with urlopen(request) as response:
        return ModelRun.model_validate_json(response.read())


def create(request_key: str, messages: list[Message]) -> ModelRun:
    """Save the key first: a repeat with it buys nothing twice."""
    request = CreateModelRun(
        model="sandbox/tool-caller", messages=messages, maxOutputTokens=100, tools=[weather]
    )
    body = request.model_dump_json(exclude_unset=True).encode()
    headers = {"Content-Type": "application/json", "Idempotency-Key": request_key}
    return end(send(Request(RUNS, data=body, headers=headers)))


def end(run: ModelRun) -> ModelRun:
    """Any state but these two is pending, one that you do not know too."""
    while run.state.root != "completed":
        assert run.state.root != "failed", run.error
        time.sleep(0.1)
        run = send(Request(f"{RUNS}/{run.id}"))
    return run


messages = [Message.model_validate({"role": "user", "content": "How warm is it in Lisbon?"})]
first = create("ticket-4711-python:turn-1", messages)
assert first.message is not None
messages.append(Message(first.message))
for call in first.message.tool_calls or []:
    result = {"role": "tool", "tool_call_id": call.id, "content": "21"}
    messages.append(Message.model_validate(result))
print(create("ticket-4711-python:turn-2", messages).text)
