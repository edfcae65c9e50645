from model_run_client import Client

with Client() as client:
    # Save the request key first: a repeat with it starts no second payment.
    payment = client.billing.create_payment(20_000_000_000, idempotency_key="top-up-2025-07-22")
    print(payment.id, payment.checkout_url)  # Send the address to whoever pays.
