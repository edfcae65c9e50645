import os
from typing import Any

import httpx
from model_run_client import Client
from model_run_client.openai import RunTransport
from openai import OpenAI
from openinference.instrumentation.openai import OpenAIInstrumentor
from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

exporter = OTLPSpanExporter(
    endpoint=f"{os.environ['MODEL_RUN_BASE_URL']}/v1/developer/observability/otlp/v1/traces",
    headers={"Authorization": f"Bearer {os.environ['MODEL_RUN_KEY']}"},
)
provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(exporter))
OpenAIInstrumentor().instrument(tracer_provider=provider)


def traceparent() -> str | None:
    span = trace.get_current_span().get_span_context()
    return f"00-{span.trace_id:032x}-{span.span_id:016x}-01" if span.is_valid else None


client = Client()
http_client: Any = httpx.Client(transport=RunTransport(client, traceparent=traceparent))
openai = OpenAI(base_url="http://model-run", api_key="in the client", max_retries=0, http_client=http_client)

with provider.get_tracer("my-program").start_as_current_span("answer a question") as span:
    answer: Any = openai.chat.completions.create(
        model="sandbox/echo", messages=[{"role": "user", "content": "Hello"}], max_completion_tokens=50
    )
print(answer.model_run["traceId"] == f"{span.get_span_context().trace_id:032x}")  # => True
provider.shutdown()
client.close()
