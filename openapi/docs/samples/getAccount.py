import json
import os
from urllib.request import Request, urlopen

request = Request(
    f"{os.environ['MODEL_RUN_BASE_URL']}/v1/developer/account",
    headers={"Authorization": f"Bearer {os.environ['MODEL_RUN_KEY']}"},
)
with urlopen(request) as response:
    account = json.load(response)
print(account["spendableAmount"], account["currency"], account["scale"])
for limit in account["spendingLimits"]:
    print(limit["period"], limit["availableAmount"], limit["resetsAt"])
