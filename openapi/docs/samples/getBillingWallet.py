from model_run_client import Client

with Client() as client:
    wallet = client.billing.wallet()
    print(wallet.available_amount, wallet.is_low, wallet.debt_amount or 0)
