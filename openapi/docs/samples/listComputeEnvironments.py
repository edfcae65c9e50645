import json
import os
from urllib.request import Request, urlopen

request = Request(
    f"{os.environ['BASE_URL']}/v1/developer/compute-environments",
    headers={"Authorization": f"Bearer {os.environ['API_KEY']}"},
)
with urlopen(request, timeout=60) as response:
    page = json.load(response)
for environment in page["data"]:
    print(environment["id"], environment["pricing"]["perCpuSecond"])
