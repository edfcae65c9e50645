from model_run_client import Client

with Client() as client:
    # Save the key first: a repeat with it calls the tool no second time.
    run = client.tool_runs.create_and_wait(
        {"tool": "sandbox/echo", "input": {"text": "Hello"}}, idempotency_key="call-7d1f"
    )
    print(run.state, run.output, run.charged_amount)
