import base64
import json
import os
from urllib.request import Request, urlopen


def call(path, body=None, **headers):
    """Sends a request; underscores in the names of headers stand for hyphens."""
    request = Request(
        f"{os.environ['MODEL_RUN_BASE_URL']}/v1/developer/{path}",
        data=None if body is None else json.dumps(body).encode(),
        headers={
            "Authorization": f"Bearer {os.environ['MODEL_RUN_KEY']}",
            "Content-Type": "application/json",
            **{name.replace("_", "-"): value for name, value in headers.items()},
        },
    )
    with urlopen(request, timeout=60) as response:
        return json.load(response)


# A picture of one dot, so that the program needs no other file. Read yours in its place.
with open("dot.gif", "wb") as file:
    file.write(base64.b64decode("R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs="))
with open("dot.gif", "rb") as file:
    picture = base64.b64encode(file.read()).decode()

content = [
    {"type": "text", "text": "What is this?"},
    {"type": "image_url", "image_url": {"url": f"data:image/gif;base64,{picture}"}},
]
body = {
    "model": "sandbox/echo",
    "messages": [{"role": "user", "content": content}],
    "maxOutputTokens": 100,
}
run = call("model-runs", body, Idempotency_Key="picture-1", Prefer="wait=20")
print(run["text"])
