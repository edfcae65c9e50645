"""Parses what a later service may answer, and has a conversation, with nothing but the generated models."""

import sys
import time
import urllib.request
from pathlib import Path

from model_runs import CreateModelRun, Message, ModelRun, Problem, ToolDefinition, ToolMessage


def parse(run_file: str, problem_file: str) -> None:
    run = ModelRun.model_validate_json(Path(run_file).read_text())
    problem = Problem.model_validate_json(Path(problem_file).read_text())
    print(run.state.root, run.reservedAmount, problem.code.root, problem.requiredAmount)


def converse(url: str, key: str) -> None:
    path = f"{url}/v1/developer/model-runs"
    weather = ToolDefinition(
        name="get_weather", description="The weather in a city.", parameters={"type": "object"}
    )

    def send(request: urllib.request.Request) -> ModelRun:
        request.add_header("Authorization", f"Bearer {key}")
        with urllib.request.urlopen(request) as response:
            return ModelRun.model_validate_json(response.read())

    def create(request_key: str, messages: list[Message]) -> ModelRun:
        request = CreateModelRun(
            model="sandbox/tool-caller", messages=messages, maxOutputTokens=100, tools=[weather]
        )
        body = request.model_dump_json(exclude_unset=True).encode()
        headers = {"Content-Type": "application/json", "Idempotency-Key": request_key}
        return end(send(urllib.request.Request(path, data=body, headers=headers)))

    def end(run: ModelRun) -> ModelRun:
        while run.state.root != "completed":
            assert run.state.root != "failed", run.error
            time.sleep(0.1)
            run = send(urllib.request.Request(f"{path}/{run.id}"))
        return run

    question = {"role": "user", "content": "How warm is it in Lisbon?"}
    messages = [Message.model_validate(question)]
    first = create("python-1", messages)
    assert first.message is not None
    messages.append(Message(first.message))
    for call in first.message.tool_calls or []:
        messages.append(Message(ToolMessage(role="tool", tool_call_id=call.id, content="21")))
    print(create("python-2", messages).text)


if sys.argv[1] == "parse":
    parse(sys.argv[2], sys.argv[3])
else:
    converse(sys.argv[2], sys.argv[3])
