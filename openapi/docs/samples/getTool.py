from model_run_client import Client

with Client() as client:
    tool = client.tools.get("sandbox/echo")
    print(tool.version, tool.pricing.per_call, tool.input_schema)
