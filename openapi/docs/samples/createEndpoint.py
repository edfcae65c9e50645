from model_run_client import Client

with Client() as client:
    # Save the request key first: a repeat with it makes no second endpoint.
    created = client.webhook_endpoints.create(
        {
            "url": "https://example.com/hooks/runs",
            "description": "Invoices, production",
            "event_types": ["run.completed", "run.failed"],
        },
        idempotency_key="endpoint-of-production",
    )
    print(created.endpoint.id, len(created.secret))  # Nothing else ever shows the secret: save it.
