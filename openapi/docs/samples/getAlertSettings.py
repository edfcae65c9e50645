from model_run_client import Client

with Client() as client:
    settings = client.alerts.settings()
    print(settings.low_balance_amount, settings.mail_to, settings.sends_mail)
