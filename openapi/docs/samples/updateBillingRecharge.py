from model_run_client import Client

with Client() as client:
    recharge = client.billing.set_recharge(
        {
            "threshold_amount": 5_000_000_000,
            "recharge_amount": 20_000_000_000,
            "month_cap_amount": 100_000_000_000,
        }
    )
    print(recharge.state)  # needs_card, until a person has saved one
