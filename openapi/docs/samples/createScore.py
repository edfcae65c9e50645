import json
import os
from urllib.request import Request, urlopen

body = {"name": "solved", "value": True, "source": "human", "sessionId": "chat-7731"}
request = Request(
    f"{os.environ['BASE_URL']}/v1/developer/observability/scores",
    data=json.dumps(body).encode(),
    headers={
        "Authorization": f"Bearer {os.environ['API_KEY']}",
        "Content-Type": "application/json",
        "Idempotency-Key": "chat-7731-solved",
    },
)
with urlopen(request) as response:
    score = json.load(response)
print(score["id"], score["dataType"], score["value"])
