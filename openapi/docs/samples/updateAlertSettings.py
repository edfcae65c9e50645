from model_run_client import Client

with Client() as client:
    settings = client.alerts.update_settings(
        {
            "low_balance_amount": 5_000_000_000,
            "key_limit_percent": 80,
            "failure_rate_percent": 20,
            "mail_to": "admins",
        }
    )
    print(settings.mail_to)
