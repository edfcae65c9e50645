from model_run_client import Client

with Client() as client:
    for grant in client.billing.grants(limit=20):
        print(grant.reason, grant.left_amount, grant.expires_at)
