import os

from model_run_client import Client

with Client() as client:
    endpoint = client.webhook_endpoints.get(os.environ["WEBHOOK_ENDPOINT_ID"])
    print(endpoint.url, endpoint.status, endpoint.last_delivered_at)
