import json
import os
from urllib.request import Request, urlopen

requests = [
    {
        # Keys of your own are the same after a crash.
        "idempotencyKey": f"invoice-2025-00{invoice}-summary",
        "request": {
            "model": "sandbox/echo",
            "messages": [
                {"role": "user", "content": f"Summarise invoice {invoice} in one sentence."}
            ],
            "maxOutputTokens": 1024,
        },
    }
    for invoice in ("51", "52")
]
request = Request(
    f"{os.environ['MODEL_RUN_BASE_URL']}/v1/developer/model-runs/batch",
    data=json.dumps({"requests": requests}).encode(),
    headers={
        "Authorization": f"Bearer {os.environ['MODEL_RUN_KEY']}",
        "Content-Type": "application/json",
    },
)
with urlopen(request, timeout=60) as response:
    results = json.load(response)["results"]
for result in results:
    # Either the run, or the problem that creating it alone would have met.
    print(result["idempotencyKey"], result["status"], result.get("run") or result["problem"])
