from model_run_client import Client

with Client() as client:
    print(client.prompts.diff("invoice-summary", 6, 7).changes)
