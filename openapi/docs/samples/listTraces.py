import json
import os
from urllib.parse import urlencode
from urllib.request import Request, urlopen

query = {"limit": 20}
while True:
    request = Request(
        f"{os.environ['BASE_URL']}/v1/developer/observability/traces?{urlencode(query)}",
        headers={"Authorization": f"Bearer {os.environ['API_KEY']}"},
    )
    with urlopen(request) as response:
        page = json.load(response)
    for trace in page["data"]:
        print(trace["traceId"], trace.get("name"), trace["totals"]["chargedAmount"])
    if page["nextCursor"] is None:
        break
    query["cursor"] = page["nextCursor"]
