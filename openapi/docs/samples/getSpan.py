import os

from model_run_client import Client

with Client() as client:
    span = client.traces.get_span(os.environ["TRACE_ID"], os.environ["SPAN_ID"])
    print(span.name, span.attributes)
