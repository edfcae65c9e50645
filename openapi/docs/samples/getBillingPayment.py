import os

from model_run_client import Client

with Client() as client:
    payment = client.billing.get_payment(os.environ["PAYMENT_ID"])
    print(payment.state, payment.receipt_url)
