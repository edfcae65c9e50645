import json
import os
from urllib.request import Request, urlopen

body = {
    "measures": ["charged", "count", "tokens", "latency", "errorRate"],
    "dimensions": ["kind", "model"],
    "filters": [{"dimension": "promptId", "values": ["invoice-summary"]}],
    "from": "2025-07-01T00:00:00.000Z",
    "to": "2025-07-04T00:00:00.000Z",
    "interval": "day",
}
request = Request(
    f"{os.environ['MODEL_RUN_BASE_URL']}/v1/developer/observability/metrics/query",
    data=json.dumps(body).encode(),
    headers={
        "Authorization": f"Bearer {os.environ['MODEL_RUN_KEY']}",
        "Content-Type": "application/json",
    },
)
with urlopen(request) as response:
    metrics = json.load(response)
print(metrics["currency"], metrics["scale"])
for row in metrics["data"]:
    print(row["start"], row["group"], row["charged"], row.get("latency"))
