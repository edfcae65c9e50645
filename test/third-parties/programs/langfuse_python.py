"""Langfuse's own package for Python: the exporter that it gets sends its spans."""

import os

from langfuse import Langfuse, propagate_attributes
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from sending import Sending

sending = Sending()
exporter = OTLPSpanExporter(
    endpoint=f"{os.environ['MODEL_RUN_BASE_URL']}/v1/developer/observability/otlp/v1/traces",
    headers={"Authorization": f"Bearer {os.environ['MODEL_RUN_KEY']}"},
)
langfuse = Langfuse(
    public_key="pk-none",
    secret_key="sk-none",
    base_url="http://127.0.0.1:9",
    tracer_provider=sending.provider,
    span_exporter=exporter,
)
with langfuse.start_as_current_observation(name="question", as_type="span"):
    with propagate_attributes(session_id="judge session", user_id="judge user"):
        with langfuse.start_as_current_observation(
            name="ask", as_type="generation", model="judge-model", input="What is the capital of France?"
        ) as generation:
            generation.update(output="Paris.", usage_details={"input": 12, "output": 5}, cost_details={"total": 0.0025})
langfuse.flush()
sending.tell()
