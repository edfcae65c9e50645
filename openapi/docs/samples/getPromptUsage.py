from model_run_client import Client

with Client() as client:
    usage = client.prompts.usage("invoice-summary")
    print(usage.versions, usage.currency, usage.scale)
