import json
import os
from urllib.request import Request, urlopen

request = Request(
    f"{os.environ['MODEL_RUN_BASE_URL']}/v1/developer/observability/traces/{os.environ['TRACE_ID']}",
    headers={"Authorization": f"Bearer {os.environ['MODEL_RUN_KEY']}"},
)
with urlopen(request) as response:
    trace = json.load(response)
for span in trace["spans"]:
    cost = span.get("run", {}).get("chargedAmount")
    print("  " * span["depth"] + span["name"], span.get("durationMs"), cost)
print(trace["totals"]["chargedAmount"], trace["totals"]["currency"])
