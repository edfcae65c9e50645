import os

from model_run_client import Client

with Client() as client:
    endpoint = client.webhook_endpoints.update(
        os.environ["WEBHOOK_ENDPOINT_ID"], {"event_types": ["run.failed"]}
    )
    print(endpoint.url, endpoint.event_types)
