"""Spans of every shape by OpenTelemetry's exporter for Python: in protobuf, compressed, and in more than one batch."""

from sending import Sending, trace

sending = Sending()
tracer = sending.provider.get_tracer("judge", "1.0")
attributes = {
    "text": "ä€🙂 \"quoted\"",
    "count": 2**40,
    "ratio": 0.1,
    "yes": True,
    "list": ["a", "b"],
    "numbers": [1, 2, 3],
    "session.id": "judge session",
    "user.id": "judge user",
}
with tracer.start_as_current_span("answer", kind=trace.SpanKind.SERVER, attributes=attributes) as root:
    root.add_event("retried", {"attempt": 2, "why": "busy"})
    root.set_status(trace.StatusCode.OK)
    for i in range(600):
        links = [trace.Link(root.get_span_context(), {"because": "asked"})]
        with tracer.start_as_current_span(f"step {i}", kind=trace.SpanKind(i % 5), links=links) as step:
            step.set_attribute("i", i)
    try:
        with tracer.start_as_current_span("search"):
            raise ValueError("no route")
    except ValueError:
        pass
sending.tell()
