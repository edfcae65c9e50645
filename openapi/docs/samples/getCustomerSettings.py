from model_run_client import Client

with Client() as client:
    settings = client.customers.settings()
    print(settings.default_budgets, settings.currency, settings.scale)
