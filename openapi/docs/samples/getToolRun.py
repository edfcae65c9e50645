import os

from model_run_client import Client

with Client() as client:
    # Reads until the run is completed or failed, and creates nothing.
    run = client.tool_runs.wait(
        os.environ["TOOL_RUN_ID"],
        deadline_seconds=60,
        on_progress=lambda run: print(run.state, run.progress),
    )
    print(run.output if run.state == "completed" else run.error)
