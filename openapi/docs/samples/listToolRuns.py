from model_run_client import Client

with Client() as client:
    # Reads page after page, as far as the loop goes.
    for run in client.tool_runs.list(state="completed", limit=20):
        print(run.id, run.tool, run.charged_amount)
