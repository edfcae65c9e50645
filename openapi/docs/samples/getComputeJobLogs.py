import json
import os
from urllib.request import Request, urlopen

request = Request(
    f"{os.environ['BASE_URL']}/v1/developer/compute-jobs/{os.environ['COMPUTE_JOB_ID']}/logs?stream=stdout&after=0",
    headers={"Authorization": f"Bearer {os.environ['API_KEY']}"},
)
with urlopen(request, timeout=60) as response:
    part = json.load(response)
print(part["text"], part["next"], part["ended"])
