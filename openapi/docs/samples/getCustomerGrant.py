import os

from model_run_client import Client

with Client() as client:
    grant = client.customers.get_grant("customer-204", os.environ["GRANT_ID"])
    print(grant.amount, grant.left_amount, grant.expires_at)
