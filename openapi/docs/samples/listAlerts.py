from model_run_client import Client

with Client() as client:
    for alert in client.alerts.list(state="open"):
        print(alert.raised_at, alert.kind, alert.detail)
