import json
import os
import uuid
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


for model in ("sandbox/echo", "sandbox/refused", "sandbox/unpriced"):
    body = {
        "model": model,
        "messages": [{"role": "user", "content": "Hello"}],
        "maxOutputTokens": 100,
    }
    run = call("model-runs", body, Idempotency_Key=str(uuid.uuid4()), Prefer="wait=20")
    print(model, run["state"], run.get("error", {}).get("code", ""))
# => sandbox/echo completed
# => sandbox/refused failed provider_refused
# => sandbox/unpriced completed
