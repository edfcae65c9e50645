import os

from model_run_client import Client

with Client() as client:
    message = client.webhook_endpoints.resend(
        os.environ["WEBHOOK_ENDPOINT_ID"], os.environ["MESSAGE_ID"]
    )
    print(message.state, message.attempts)
