from model_run_client import Client

with Client() as client:
    for model in client.models.list():
        print(model.id, model.pricing.prompt, model.pricing.completion)
