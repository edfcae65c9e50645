import json
import os
from urllib.request import Request, urlopen


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


def get_weather(city):
    return {"city": city, "celsius": 21}


functions = {"get_weather": get_weather}
tools = [
    {
        "name": "get_weather",
        "description": "The weather in a city at this moment.",
        "parameters": {
            "type": "object",
            "properties": {"city": {"type": "string", "examples": ["Lisbon"]}},
            "required": ["city"],
        },
    }
]
messages = [{"role": "user", "content": "How warm is it in Lisbon?"}]

for turn in range(1, 9):
    body = {
        "model": "sandbox/tool-caller",
        "messages": messages,
        "tools": tools,
        "maxOutputTokens": 1024,
    }
    run = call("model-runs", body, Idempotency_Key=f"ticket-4711:turn-{turn}", Prefer="wait=20")
    while run["state"] not in ("completed", "failed"):
        run = call(f"model-runs/{run['id']}", Prefer="wait=20")
    if run["state"] == "failed":
        raise RuntimeError(run["error"]["message"])
    calls = run["message"].get("tool_calls") or []
    if not calls:
        print(run["text"])  # => The tools answered: get_weather said {"city": "Lisbon", "celsius": 21}
        break
    messages.append(run["message"])
    for wanted in calls:
        result = functions[wanted["function"]["name"]](**json.loads(wanted["function"]["arguments"]))
        messages.append(
            {"role": "tool", "tool_call_id": wanted["id"], "content": json.dumps(result)}
        )
