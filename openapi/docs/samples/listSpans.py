import json
import os
from urllib.parse import urlencode
from urllib.request import Request, urlopen

query = {"operation": "chat", "limit": 20}
while True:
    request = Request(
        f"{os.environ['BASE_URL']}/v1/developer/observability/spans?{urlencode(query)}",
        headers={"Authorization": f"Bearer {os.environ['API_KEY']}"},
    )
    with urlopen(request) as response:
        page = json.load(response)
    for span in page["data"]:
        print(span["name"], span["status"], span.get("usage"))
    if page["nextCursor"] is None:
        break
    query["cursor"] = page["nextCursor"]
