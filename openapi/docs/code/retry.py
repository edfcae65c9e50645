import json
import os
import random
import time
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

BODY = {
    "model": "sandbox/echo",
    "messages": [{"role": "user", "content": "Hello"}],
    "maxOutputTokens": 100,
}


def create(request_key, attempts=6):
    """Sends until there is an answer, always under the one key."""
    request = Request(
        f"{os.environ['MODEL_RUN_BASE_URL']}/v1/developer/model-runs",
        data=json.dumps(BODY).encode(),
        headers={
            "Authorization": f"Bearer {os.environ['MODEL_RUN_KEY']}",
            "Content-Type": "application/json",
            "Idempotency-Key": request_key,
            "Prefer": "wait=20",
        },
    )
    for attempt in range(attempts):
        pause = 2**attempt + random.random()
        try:
            with urlopen(request, timeout=60) as response:
                return json.load(response), response.headers.get("Idempotent-Replayed")
        except HTTPError as error:
            if error.code not in (408, 429) and error.code < 500:
                raise
            pause = float(error.headers.get("Retry-After", pause))
        except (URLError, TimeoutError):
            pass
        time.sleep(pause)
    raise TimeoutError("no answer yet: the key is saved, go on later")


first, _ = create("order-4712")
again, replayed = create("order-4712")
print(replayed, again["id"] == first["id"])  # => true True
