import os

from model_run_client import Client

with Client() as client:
    # Reads page after page, as far as the loop goes.
    for message in client.webhook_endpoints.messages(os.environ["WEBHOOK_ENDPOINT_ID"], limit=20):
        print(message.id, message.type, message.state, message.attempts)
