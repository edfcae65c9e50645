from model_run_client import Client

with Client() as client:
    # Reads page after page, as far as the loop goes.
    for span in client.traces.list_spans(operation="chat", limit=20):
        print(span.name, span.status, span.usage)
