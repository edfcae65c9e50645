import json
import os
from urllib.parse import urlencode
from urllib.request import Request, urlopen

query = {"state": "completed", "limit": 20}
while True:
    request = Request(
        f"{os.environ['BASE_URL']}/v1/developer/tool-runs?{urlencode(query)}",
        headers={"Authorization": f"Bearer {os.environ['API_KEY']}"},
    )
    with urlopen(request) as response:
        page = json.load(response)
    for run in page["data"]:
        print(run["id"], run["tool"], run.get("chargedAmount"))
    if page["nextCursor"] is None:
        break
    query["cursor"] = page["nextCursor"]
