import json
import os
from urllib.parse import quote
from urllib.request import Request, urlopen

request = Request(
    f"{os.environ['BASE_URL']}/v1/developer/tools/{quote('sandbox/echo', safe='')}",
    headers={"Authorization": f"Bearer {os.environ['API_KEY']}"},
)
with urlopen(request) as response:
    tool = json.load(response)
print(tool["version"], tool["pricing"]["perCall"], tool["inputSchema"])
