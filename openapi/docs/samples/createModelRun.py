import json
import os
from urllib.request import Request, urlopen

body = {
    "model": "sandbox/echo",
    "messages": [
        {"role": "system", "content": "Answer in one sentence."},
        {"role": "user", "content": "Summarise invoice 42 in one sentence."},
    ],
    "maxOutputTokens": 1024,
}
# Save the key first: a repeat with it buys nothing twice.
request = Request(
    f"{os.environ['MODEL_RUN_BASE_URL']}/v1/developer/model-runs",
    data=json.dumps(body).encode(),
    headers={
        "Authorization": f"Bearer {os.environ['MODEL_RUN_KEY']}",
        "Content-Type": "application/json",
        "Idempotency-Key": "invoice-2025-0042-summary",
        "Prefer": "wait=20",
    },
)
with urlopen(request, timeout=60) as response:
    run = json.load(response)
print(run["state"], run.get("text"), run.get("chargedAmount"))
