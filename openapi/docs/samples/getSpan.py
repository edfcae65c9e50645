import json
import os
from urllib.request import Request, urlopen

request = Request(
    f"{os.environ['BASE_URL']}/v1/developer/observability/traces/{os.environ['TRACE_ID']}"
    f"/spans/{os.environ['SPAN_ID']}",
    headers={"Authorization": f"Bearer {os.environ['API_KEY']}"},
)
with urlopen(request) as response:
    span = json.load(response)
print(span["name"], span["attributes"])
