import json
import os
from urllib.request import Request, urlopen

request = Request(
    f"{os.environ['BASE_URL']}/v1/developer/tool-runs/{os.environ['TOOL_RUN_ID']}/cancel",
    method="POST",
    headers={
        "Authorization": f"Bearer {os.environ['API_KEY']}",
        "Prefer": "wait=20",
    },
)
# Safe to repeat. A run that is still pending is read until it is not.
with urlopen(request, timeout=60) as response:
    run = json.load(response)
print(run["state"], run.get("output") or run.get("error"))
