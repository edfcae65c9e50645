from model_run_client import Client

with Client() as client:
    client.billing.remove_recharge()
    print("removed")
