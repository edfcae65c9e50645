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


KEY = "invoice-42-summary"
# A key that is known gives its run, whatever the label is on by now.
[*known] = call(f"model-runs?idempotencyKey={KEY}")["data"]
if known:
    run = known[0]
else:
    variables = {"audience": "the accountant", "number": 42}
    rendered = call("observability/prompts/invoice-summary/render", {"variables": variables})
    body = {
        "model": "sandbox/echo",
        "messages": rendered["messages"],
        "attribution": rendered["attribution"],
        "maxOutputTokens": 200,
    }
    run = call("model-runs", body, Idempotency_Key=KEY)
run = call(f"model-runs/{run['id']}", Prefer="wait=20")
print(run["attribution"]["promptVersion"], run["text"])
# => 1 Summarise invoice 42 for the accountant in one sentence.
