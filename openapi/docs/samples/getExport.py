import json
import os
from urllib.parse import urlencode
from urllib.request import Request, urlopen

query = {
    "dataset": "runs",
    "format": "ndjson",
    "from": "2025-07-01T00:00:00Z",
    "to": "2025-08-01T00:00:00Z",
}
request = Request(
    f"{os.environ['MODEL_RUN_BASE_URL']}/v1/developer/observability/export?{urlencode(query)}",
    headers={"Authorization": f"Bearer {os.environ['MODEL_RUN_KEY']}"},
)
charged = 0
with urlopen(request) as response:
    for line in response:
        charged += json.loads(line).get("chargedAmount", 0)
print(charged)
