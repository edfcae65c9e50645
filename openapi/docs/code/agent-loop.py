import json
import os
from urllib.error import HTTPError
from urllib.request import Request, urlopen

CONVERSATION = "order-4711-agent"


def call(path, body=None, **headers):
    """Sends a request; underscores in the names of headers stand for hyphens."""
    request = Request(
        f"{os.environ['MODEL_RUN_BASE_URL']}/v1/developer/{path}",
        data=None if body is None else json.dumps(body).encode(),
        headers={
            "Authorization": f"Bearer {os.environ['MODEL_RUN_KEY']}",
            "Content-Type": "application/json",
            **{name.replace("_", "-"): value for name, value in headers.items()},
        },
    )
    with urlopen(request, timeout=60) as response:
        return json.load(response)


def ended(kind, body, request_key):
    """Creates a run, or finds the one that the key has made, and waits for its end."""
    run = call(kind, body, Idempotency_Key=request_key, Prefer="wait=20")
    while run["state"] not in ("completed", "failed"):
        run = call(f"{kind}/{run['id']}", Prefer="wait=20")
    return run


def result_of(run, wanted, tool):
    """Makes the call as a tool run; a failure is told to the model, so that it can do better."""
    body = {
        "tool": tool["id"],
        "version": tool["version"],
        "input": json.loads(wanted["function"]["arguments"]),
        "parent": {"runId": run["id"], "toolCallId": wanted["id"]},
    }
    try:
        called = ended("tool-runs", body, f"{run['id']}:{wanted['id']}")
    except HTTPError as error:
        problem = json.load(error)
        if problem["code"] != "invalid_tool_input":
            raise
        return json.dumps({"error": problem["detail"], "code": problem["code"]})
    if called["state"] == "failed":
        return json.dumps({"error": called["error"], "output": called.get("output")})
    return "".join(part.get("text", "") for part in called["output"]["content"])


tool = call("tools/sandbox%2Fecho")
definition = {
    "name": tool["functionName"],
    "description": tool["description"],
    "parameters": tool["inputSchema"],
}
# Save the messages first: a loop that is begun again has to send the same.
messages = [{"role": "user", "content": "Say hello."}]
for turn in range(1, 9):
    body = {
        "model": "sandbox/tool-caller",
        "messages": messages,
        "tools": [definition],
        "maxOutputTokens": 1024,
    }
    run = ended("model-runs", body, f"{CONVERSATION}:turn-{turn}")
    if run["state"] == "failed":
        raise RuntimeError(run["error"]["message"])
    calls = run["message"].get("tool_calls") or []
    if not calls:
        print(run["text"])
        break
    messages.append(run["message"])
    for wanted in calls:
        content = result_of(run, wanted, tool)
        messages.append({"role": "tool", "tool_call_id": wanted["id"], "content": content})
