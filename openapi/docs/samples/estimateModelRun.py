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
request = Request(
    f"{os.environ['BASE_URL']}/v1/developer/model-runs/estimate",
    data=json.dumps(body).encode(),
    headers={
        "Authorization": f"Bearer {os.environ['API_KEY']}",
        "Content-Type": "application/json",
    },
)
with urlopen(request, timeout=60) as response:
    estimate = json.load(response)
print(estimate["reservedAmount"], estimate["covered"])
