from model_run_client import Client

with Client() as client:
    # Save the request key first: a repeat with it makes no second customer.
    customer = client.customers.create(
        {
            "end_user_id": "customer-204",
            "name": "Ada's bakery",
            "metadata": {"plan": "starter"},
            "budgets": {"month_amount": 5_000_000_000},
        },
        idempotency_key="customer-204-signed-up",
    )
    print(customer.end_user_id, customer.budgets)
