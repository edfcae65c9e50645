import json
import os
from urllib.error import HTTPError
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
    "model": "sandbox/nobody",
    "messages": [{"role": "user", "content": "Hello"}],
    "maxOutputTokens": 100,
}
try:
    call("model-runs", body, Idempotency_Key="order-4713")
except HTTPError as error:
    problem = json.load(error)
    if problem["code"] == "insufficient_credit":
        print(problem.get("affordableMaxOutputTokens"))
    print(error.code, problem["code"], problem["errors"][0]["pointer"])  # => 422 unknown_model #/model
