import json
import os
from datetime import datetime, timedelta, timezone
from decimal import Decimal
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



now = datetime.now(timezone.utc)
query = {
    "measures": ["charged", "count"],
    "dimensions": ["endUserId"],
    "from": (now - timedelta(days=30)).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
    "to": (now + timedelta(days=1)).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
}
metrics = call("observability/metrics/query", query)
rows = [row for row in metrics["data"] if row["count"]]
for row in sorted(rows, key=lambda row: row["charged"], reverse=True):
    cost = Decimal(row["charged"]).scaleb(-metrics["scale"])
    print(row["group"].get("endUserId", "nobody"), row["count"], f"{cost:f}", metrics["currency"])
# => customer-118 2 0.000007876 USD
# => customer-119 1 0.000003938 USD
