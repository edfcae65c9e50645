import json
import os
from urllib.request import Request, urlopen

body = {
    "name": "invoice-summary",
    "text": "Summarise invoice {{number}} for {{audience}} in one sentence.",
    "labels": ["production"],
    "comment": "Name the reader.",
}
# Save the key first: a repeat with it saves nothing twice.
request = Request(
    f"{os.environ['BASE_URL']}/v1/developer/observability/prompts",
    data=json.dumps(body).encode(),
    headers={
        "Authorization": f"Bearer {os.environ['API_KEY']}",
        "Content-Type": "application/json",
        "Idempotency-Key": "invoice-summary-reader",
    },
)
with urlopen(request) as response:
    version = json.load(response)
print(version["version"], version["labels"], version["variableNames"])
