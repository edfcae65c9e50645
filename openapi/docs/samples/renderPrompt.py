import json
import os
from urllib.request import Request, urlopen

body = {
    "label": "production",
    "variables": {"audience": "the accountant", "number": 42},
}
request = Request(
    f"{os.environ['BASE_URL']}/v1/developer/observability/prompts/invoice-summary/render",
    data=json.dumps(body).encode(),
    headers={
        "Authorization": f"Bearer {os.environ['API_KEY']}",
        "Content-Type": "application/json",
    },
)
with urlopen(request) as response:
    rendered = json.load(response)
print(rendered["messages"], rendered["attribution"])
