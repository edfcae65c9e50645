import json
import os
from urllib.parse import urlencode
from urllib.request import Request, urlopen

query = {"limit": 20}
while True:
    request = Request(
        f"{os.environ['BASE_URL']}/v1/developer/observability/sessions?{urlencode(query)}",
        headers={"Authorization": f"Bearer {os.environ['API_KEY']}"},
    )
    with urlopen(request) as response:
        page = json.load(response)
    for session in page["data"]:
        print(session["sessionId"], session["totals"]["chargedAmount"])
    if page["nextCursor"] is None:
        break
    query["cursor"] = page["nextCursor"]
