import json
import os
from urllib.request import Request, urlopen

request = Request(
    f"{os.environ['BASE_URL']}/v1/developer/compute-jobs/{os.environ['COMPUTE_JOB_ID']}/artifacts/result.json",
    headers={"Authorization": f"Bearer {os.environ['API_KEY']}"},
)
with urlopen(request, timeout=60) as response:
    print(json.load(response))
