import os

from model_run_client import Client

with Client() as client:
    client.webhook_endpoints.delete(os.environ["WEBHOOK_ENDPOINT_ID"])
    print("deleted")
