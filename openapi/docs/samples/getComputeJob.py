import json
import os
from urllib.request import Request, urlopen

request = Request(
    f"{os.environ['BASE_URL']}/v1/developer/compute-jobs/{os.environ['COMPUTE_JOB_ID']}",
    headers={
        "Authorization": f"Bearer {os.environ['API_KEY']}",
        "Prefer": "wait=20",
    },
)
while True:
    with urlopen(request, timeout=60) as response:
        job = json.load(response)
    # Anything else is pending, a state that you do not know too.
    if job["state"] in ("completed", "failed"):
        break
print(job["state"], job.get("result") or job.get("error"))
