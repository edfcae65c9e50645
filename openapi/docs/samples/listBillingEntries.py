from model_run_client import Client

with Client() as client:
    # Reads page after page, as far as the loop goes.
    for entry in client.billing.entries(limit=20):
        print(entry.created_at, entry.kind, entry.amount)
