from model_run_client import Client

with Client() as client:
    limits = client.tool_runs.limits()
    print(f"{limits.max_input_bytes} bytes in, {limits.max_timeout_seconds} seconds")
