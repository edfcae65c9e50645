import json
import os
from urllib.request import Request, urlopen

request = Request(
    f"{os.environ['BASE_URL']}/v1/developer/compute-jobs/{os.environ['COMPUTE_JOB_ID']}/cancel",
    method="POST",
    headers={
        "Authorization": f"Bearer {os.environ['API_KEY']}",
        "Prefer": "wait=20",
    },
)
# Safe to repeat. A job that is still pending is read until it is not.
with urlopen(request, timeout=60) as response:
    job = json.load(response)
print(job["state"], job.get("result") or job.get("error"))
