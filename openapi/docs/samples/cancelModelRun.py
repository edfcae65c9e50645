import os

from model_run_client import Client

with Client() as client:
    # Asks for the end, which may come a moment later, or as it would have come anyway.
    asked = client.model_runs.cancel(os.environ["RUN_ID"])
    run = client.model_runs.wait(asked.id, deadline_seconds=60)
    print(run.state, run.finish_reason or (run.error and run.error.code))
