import os

from model_run_client import Client

with Client() as client:
    key = client.keys.get(os.environ["KEY_ID"])
    print(key.name, key.status, key.scopes)
