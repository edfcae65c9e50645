from model_run_client import Client

with Client() as client:
    settings = client.customers.update_settings(
        {"default_budgets": {"month_amount": 5_000_000_000}}
    )
    print(settings.default_budgets)
