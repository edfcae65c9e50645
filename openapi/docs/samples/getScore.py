import json
import os
from urllib.request import Request, urlopen

request = Request(
    f"{os.environ['BASE_URL']}/v1/developer/observability/scores/{os.environ['SCORE_ID']}",
    headers={"Authorization": f"Bearer {os.environ['API_KEY']}"},
)
with urlopen(request) as response:
    score = json.load(response)
print(score["name"], score["value"], score.get("comment"))
