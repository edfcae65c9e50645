from model_run_client import Client

with Client() as client:
    model = client.models.get("sandbox/echo")
    print(model.pricing.prompt, " ".join(model.supported_parameters))
