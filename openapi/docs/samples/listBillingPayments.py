from model_run_client import Client

with Client() as client:
    for payment in client.billing.payments(limit=20):
        print(payment.id, payment.state, payment.amount)
