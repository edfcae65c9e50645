from model_run_client import Client

with Client() as client:
    saved = client.saved_exports.create(
        {"name": "Charges for the books", "dataset": "charges", "format": "csv", "period": "previous_month"},
        idempotency_key="charges-for-the-books",
    )
    print(saved.id)
