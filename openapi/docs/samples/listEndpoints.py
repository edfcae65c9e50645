from model_run_client import Client

with Client() as client:
    # Reads page after page, as far as the loop goes.
    for endpoint in client.webhook_endpoints.list(limit=20):
        print(endpoint.id, endpoint.url, endpoint.status)
