from model_run_client import Client

with Client() as client:
    estimate = client.tool_runs.estimate({"tool": "sandbox/echo", "input": {"text": "Hello"}})
    print(f"holds {estimate.reserved_amount}, covered: {estimate.covered}")
