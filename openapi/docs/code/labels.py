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


body = {
    "model": "sandbox/echo",
    "messages": [{"role": "user", "content": "Hello"}],
    "maxOutputTokens": 100,
    "metadata": {"team": "billing", "job": "month-end"},
    "attribution": {"sessionId": "chat-7731", "endUserId": "customer-118"},
}
call("model-runs", body, Idempotency_Key="month-end-2025-06", Prefer="wait=20")
page = call("model-runs?metadata=team:billing&metadata=job:month-end")
for run in page["data"]:
    print(run["idempotencyKey"], run["attribution"]["endUserId"])  # => month-end-2025-06 customer-118
