import json
import os
import sys
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


body = {
    "model": "sandbox/busy",
    "messages": [{"role": "user", "content": "Hello"}],
    "maxOutputTokens": 100,
}
# Its provider has no room at first: the run is queued, and sent again a second later.
run = call("model-runs", body, Idempotency_Key="order-4714")
# Nothing but these two is an end, whatever states there will be.
while run["state"] not in ("completed", "failed"):
    print(run["state"], run.get("queue"), file=sys.stderr)
    run = call(f"model-runs/{run['id']}", Prefer="wait=20")
print(run["state"])  # => completed
