import json
import os
from urllib.parse import urlencode
from urllib.request import Request, urlopen

query = {"limit": 20}
while True:
    request = Request(
        f"{os.environ['BASE_URL']}/v1/developer/observability/end-users?{urlencode(query)}",
        headers={"Authorization": f"Bearer {os.environ['API_KEY']}"},
    )
    with urlopen(request) as response:
        page = json.load(response)
    for user in page["data"]:
        print(user["endUserId"], user["totals"]["chargedAmount"])
    if page["nextCursor"] is None:
        break
    query["cursor"] = page["nextCursor"]
