import json
import os
from urllib.request import Request, urlopen

body = {
    "environment": "javascript",
    "timeoutSeconds": 60,
    "source": "console.log('Hello')",
}
# Save the key first: a repeat with it starts no second job.
request = Request(
    f"{os.environ['BASE_URL']}/v1/developer/compute-jobs",
    data=json.dumps(body).encode(),
    headers={
        "Authorization": f"Bearer {os.environ['API_KEY']}",
        "Content-Type": "application/json",
        "Idempotency-Key": "report-2025-07",
        "Prefer": "wait=20",
    },
)
with urlopen(request, timeout=60) as response:
    job = json.load(response)
print(job["state"], job.get("result"), job.get("chargedAmount"))
