import os

from model_run_client import Client

with Client() as client:
    revoked = client.keys.revoke(os.environ["KEY_ID"])
    print(revoked.key.status, revoked.failed_runs)
