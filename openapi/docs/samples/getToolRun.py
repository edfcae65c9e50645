import json
import os
from urllib.request import Request, urlopen

request = Request(
    f"{os.environ['BASE_URL']}/v1/developer/tool-runs/{os.environ['TOOL_RUN_ID']}",
    headers={
        "Authorization": f"Bearer {os.environ['API_KEY']}",
        "Prefer": "wait=20",
    },
)
while True:
    with urlopen(request, timeout=60) as response:
        run = json.load(response)
    # Anything else is pending, a state that you do not know too.
    if run["state"] in ("completed", "failed"):
        break
print(run["state"], run.get("output") or run.get("error"))
