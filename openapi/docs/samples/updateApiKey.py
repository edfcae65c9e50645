import os

from model_run_client import Client

with Client() as client:
    key = client.keys.update(
        os.environ["KEY_ID"],
        {
            "day_limit_amount": 5_000_000_000,
            "month_limit_amount": 50_000_000_000,
            "models": ["sandbox/echo", "openai/*"],
        },
    )
    print(key.name, key.spending_limits, key.models)
