import os
import time

from model_run_client import Client

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
resource_spans = [{"resource": {"attributes": [service]}, "scopeSpans": [{"spans": [span]}]}]
with Client() as client:
    response = client.request(
        "POST",
        "/v1/developer/observability/otlp/v1/traces",
        json={"resourceSpans": resource_spans},
    )
    print(response.json() if response.is_success else response.json()["detail"])
