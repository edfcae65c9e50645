from model_run_client import Client

with Client() as client:
    for tool in client.tools.list():
        print(tool.id, tool.version, tool.pricing.per_call)
