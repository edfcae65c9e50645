import json
import os
from urllib.request import Request, urlopen

request = Request(
    f"{os.environ['BASE_URL']}/v1/developer/observability/prompts/invoice-summary/labels/production",
    method="PUT",
    data=json.dumps({"version": 7}).encode(),
    headers={
        "Authorization": f"Bearer {os.environ['API_KEY']}",
        "Content-Type": "application/json",
    },
)
with urlopen(request) as response:
    version = json.load(response)
print(version["version"], version["labels"])
