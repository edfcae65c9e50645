import os

from model_run_client import Client

with Client() as client:
    # The old secret signs beside the new one for another day.
    rotated = client.webhook_endpoints.rotate(
        os.environ["WEBHOOK_ENDPOINT_ID"], overlap_seconds=86_400
    )
    print(rotated.endpoint.old_secret_signs_until, len(rotated.secret))
