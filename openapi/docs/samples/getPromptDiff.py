import json
import os
from urllib.request import Request, urlopen

request = Request(
    f"{os.environ['BASE_URL']}/v1/developer/observability/prompts/invoice-summary/diff?from=6&to=7",
    headers={"Authorization": f"Bearer {os.environ['API_KEY']}"},
)
with urlopen(request) as response:
    diff = json.load(response)
print(diff["changes"])
