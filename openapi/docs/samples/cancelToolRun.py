import os

from model_run_client import Client

with Client() as client:
    # Asks for the end, which may come a moment later, or as it would have come anyway.
    asked = client.tool_runs.cancel(os.environ["TOOL_RUN_ID"])
    run = client.tool_runs.wait(asked.id, deadline_seconds=60)
    print(run.state, run.output or run.error)
