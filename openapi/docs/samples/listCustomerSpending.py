from model_run_client import Client

with Client() as client:
    # Who was charged most comes first.
    for customer in client.customers.spending(month="2025-07", limit=20):
        print(customer.end_user_id, customer.charged_amount, customer.balance_available_amount)
