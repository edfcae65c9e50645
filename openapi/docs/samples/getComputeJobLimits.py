import json
import os
from urllib.request import Request, urlopen

request = Request(
    f"{os.environ['BASE_URL']}/v1/developer/compute-jobs/limits",
    headers={"Authorization": f"Bearer {os.environ['API_KEY']}"},
)
with urlopen(request, timeout=60) as response:
    limits = json.load(response)
print(limits["maxInputBytes"], limits["maxTimeoutSeconds"])
