import json
import os
import time
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


times = []
for i in range(20):
    began = time.perf_counter()
    body = {
        "model": "sandbox/echo",
        "messages": [{"role": "user", "content": f"Number {i}"}],
        "maxOutputTokens": 100,
    }
    call("model-runs", body, Idempotency_Key=str(uuid.uuid4()), Prefer="wait=20")
    times.append(1000 * (time.perf_counter() - began))
times.sort()
print(f"p50 {times[9]:.0f} ms, slowest {times[19]:.0f} ms")
# => p50 9 ms, slowest 34 ms
