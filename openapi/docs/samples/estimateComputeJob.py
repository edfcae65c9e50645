import json
import os
from urllib.request import Request, urlopen

body = {
    "environment": "javascript",
    "timeoutSeconds": 60,
    "source": "console.log('Hello')",
}
request = Request(
    f"{os.environ['BASE_URL']}/v1/developer/compute-jobs/estimate",
    data=json.dumps(body).encode(),
    headers={
        "Authorization": f"Bearer {os.environ['API_KEY']}",
        "Content-Type": "application/json",
    },
)
with urlopen(request, timeout=60) as response:
    estimate = json.load(response)
print(estimate["reservedAmount"], estimate["covered"])
