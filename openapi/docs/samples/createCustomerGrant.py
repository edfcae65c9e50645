from model_run_client import Client

with Client() as client:
    grant = client.customers.grant(
        "customer-204",
        {"amount": 5_000_000_000, "expires_at": "2099-12-31T00:00:00.000Z", "note": "Starter package"},
        idempotency_key="order-7731",
    )
    print(grant.id, grant.left_amount)
