"""What the programs share: a provider that sends spans to the service, and the spans as they were made."""

import json
import os

from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http import Compression
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter


class Sending:
    def __init__(self):
        self.made = InMemorySpanExporter()
        self.provider = TracerProvider(resource=Resource.create({"service.name": "judge"}))
        exporter = OTLPSpanExporter(
            endpoint=f"{os.environ['MODEL_RUN_BASE_URL']}/v1/developer/observability/otlp/v1/traces",
            headers={"Authorization": f"Bearer {os.environ['MODEL_RUN_KEY']}"},
            compression=Compression.Gzip,
        )
        self.provider.add_span_processor(BatchSpanProcessor(exporter))
        self.provider.add_span_processor(SimpleSpanProcessor(self.made))

    def tell(self):
        """Waits until all is sent, and prints it."""
        if not self.provider.force_flush():
            raise SystemExit("not all spans were sent")
        print(json.dumps([facts_of(span) for span in self.made.get_finished_spans()]))


def facts_of(span):
    return {
        "traceId": format(span.context.trace_id, "032x"),
        "spanId": format(span.context.span_id, "016x"),
        "parentSpanId": format(span.parent.span_id, "016x") if span.parent else None,
        "name": span.name,
        "kind": span.kind.name.lower(),
        "status": span.status.status_code.name.lower(),
        "statusMessage": span.status.description,
        "startedAt": span.start_time // 1_000_000,
        "durationMs": (span.end_time - span.start_time) / 1_000_000,
        "attributes": plain(span.attributes),
        "events": [
            {"name": event.name, "at": event.timestamp // 1_000_000, "attributes": plain(event.attributes)}
            for event in span.events
        ],
    }


def plain(attributes):
    return {name: list(value) if isinstance(value, tuple) else value for name, value in (attributes or {}).items()}


def chat(client):
    """One call of the chat server."""
    answer = client.chat.completions.create(
        model="judge-model",
        messages=[{"role": "system", "content": "Be short."}, {"role": "user", "content": "What is the capital of France?"}],
        temperature=0.2,
    )
    assert answer.choices[0].message.content == "Paris."


__all__ = ["Sending", "chat", "trace"]
