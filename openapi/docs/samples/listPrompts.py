import json
import os
from urllib.request import Request, urlopen

request = Request(
    f"{os.environ['BASE_URL']}/v1/developer/observability/prompts?limit=100",
    headers={"Authorization": f"Bearer {os.environ['API_KEY']}"},
)
with urlopen(request) as response:
    page = json.load(response)
for prompt in page["data"]:
    print(prompt["name"], prompt["latestVersion"], prompt["labels"])
