import json
import os
import time
from urllib.request import Request, urlopen

# An exporter of OpenTelemetry sends spans by itself; this is what it sends.
now = time.time_ns()
span = {
    "traceId": os.environ["TRACE_ID"],
    "spanId": "00f067aa0ba902b7",
    "name": "answer a question",
    "startTimeUnixNano": str(now - 250_000_000),
    "endTimeUnixNano": str(now),
}
service = {"key": "service.name", "value": {"stringValue": "support-agent"}}
body = {
    "resourceSpans": [
        {"resource": {"attributes": [service]}, "scopeSpans": [{"spans": [span]}]}
    ]
}
request = Request(
    f"{os.environ['MODEL_RUN_BASE_URL']}/v1/developer/observability/otlp/v1/traces",
    data=json.dumps(body).encode(),
    headers={
        "Authorization": f"Bearer {os.environ['MODEL_RUN_KEY']}",
        "Content-Type": "application/json",
    },
)
with urlopen(request) as response:
    print(json.load(response))
