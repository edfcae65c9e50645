from model_run_client import Client

with Client() as client:
    # Reads page after page, as far as the loop goes.
    for key in client.keys.list(limit=20):
        print(key.id, key.name, key.status, key.last_used_at)
