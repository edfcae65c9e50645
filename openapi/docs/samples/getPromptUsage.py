import json
import os
from urllib.request import Request, urlopen

request = Request(
    f"{os.environ['BASE_URL']}/v1/developer/observability/prompts/invoice-summary/usage",
    headers={"Authorization": f"Bearer {os.environ['API_KEY']}"},
)
with urlopen(request) as response:
    usage = json.load(response)
print(usage["versions"], usage["currency"], usage["scale"])
