from model_run_client import Client

with Client() as client:
    recharge = client.billing.recharge()
    print(recharge.state, recharge.paused_by, recharge.card)
