from model_run_client import Client

with Client() as client:
    # The label moves only if it is still on the version that was read.
    current = client.prompts.get("invoice-summary", label="production")
    moved = client.prompts.label("invoice-summary", "production", 7, if_on=current)
    print(moved.version, moved.labels)
