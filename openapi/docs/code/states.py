import sys

from model_run_client import Client, is_completed, is_failed

with Client() as client:
    # Its provider has no room at first: the run is queued, and sent again a second later.
    created = client.model_runs.create(
        {
            "model": "sandbox/busy",
            "messages": [{"role": "user", "content": "Hello"}],
            "max_output_tokens": 100,
        },
        idempotency_key="order-4714",
    )
    ended = client.model_runs.wait(
        created.run.id,
        on_progress=lambda run: print(run.state, run.queue, file=sys.stderr),
    )
    # Nothing but these two is an end, whatever states there will be.
    print(is_completed(ended), is_failed(ended))  # => True False
