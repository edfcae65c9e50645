import os

from model_run_client import Client

with Client() as client:
    grant = client.customers.revoke_grant("customer-204", os.environ["GRANT_ID"])
    print(grant.left_amount, grant.expired_amount)
