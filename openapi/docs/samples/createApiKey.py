from model_run_client import Client

with Client() as client:
    # Save the request key first: a repeat with it makes no second key.
    created = client.keys.create(
        {
            "name": "Customer 118",
            "scopes": ["models:read", "models:run"],
            "month_limit_amount": 20_000_000_000,
            "models": ["sandbox/*"],
        },
        idempotency_key="key-of-customer-118",
    )
    print(created.key.id, len(created.secret))  # Nothing else ever shows the secret: save it.
