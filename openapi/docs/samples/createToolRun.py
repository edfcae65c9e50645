import json
import os
from urllib.request import Request, urlopen

body = {"tool": "sandbox/echo", "input": {"text": "Hello"}}
# Save the key first: a repeat with it calls the tool no second time.
request = Request(
    f"{os.environ['BASE_URL']}/v1/developer/tool-runs",
    data=json.dumps(body).encode(),
    headers={
        "Authorization": f"Bearer {os.environ['API_KEY']}",
        "Content-Type": "application/json",
        "Idempotency-Key": "order-4711-echo",
        "Prefer": "wait=20",
    },
)
with urlopen(request, timeout=60) as response:
    run = json.load(response)
print(run["state"], run.get("output"), run.get("chargedAmount"))
