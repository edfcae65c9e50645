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


body = {
    "model": "sandbox/echo",
    "messages": [{"role": "user", "content": "Invoice 42: three chairs, 240 dollars in all."}],
    "maxOutputTokens": 1024,
    "response_format": {
        "type": "json_schema",
        "json_schema": {
            "name": "invoice",
            "strict": True,
            "schema": {
                "type": "object",
                "properties": {
                    "number": {"type": "integer", "minimum": 42},
                    "paid": {"type": "boolean"},
                },
                "required": ["number", "paid"],
                "additionalProperties": False,
            },
        },
    },
}
run = call("model-runs", body, Idempotency_Key="invoice-42-facts", Prefer="wait=20")
assert run.get("finishReason") == "stop", run
invoice = json.loads(run["text"])
print(invoice["number"], invoice["paid"])  # => 42 True
