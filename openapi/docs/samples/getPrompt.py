import json
import os
from urllib.request import Request, urlopen

request = Request(
    f"{os.environ['BASE_URL']}/v1/developer/observability/prompts/invoice-summary?label=production",
    headers={"Authorization": f"Bearer {os.environ['API_KEY']}"},
)
with urlopen(request) as response:
    prompt = json.load(response)
print(prompt["version"], prompt.get("text") or prompt["messages"], prompt["variableNames"])
