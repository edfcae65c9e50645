import json
import os
from urllib.request import Request, urlopen

request = Request(
    f"{os.environ['BASE_URL']}/v1/developer/compute-jobs?state=completed",
    headers={"Authorization": f"Bearer {os.environ['API_KEY']}"},
)
with urlopen(request, timeout=60) as response:
    page = json.load(response)
for job in page["data"]:
    print(job["id"], job.get("result"), job.get("chargedAmount"))
