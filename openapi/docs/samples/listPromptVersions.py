import json
import os
from urllib.request import Request, urlopen

request = Request(
    f"{os.environ['BASE_URL']}/v1/developer/observability/prompts/invoice-summary/versions",
    headers={"Authorization": f"Bearer {os.environ['API_KEY']}"},
)
with urlopen(request) as response:
    page = json.load(response)
for version in page["data"]:
    print(version["version"], version["labels"], version.get("comment"))
